import { signInLog } from '../../contract/system/logs.ts'
import { EntityScreen } from '../crud/EntityScreen.tsx'
import type { ScreenShape } from '../crud/shape.ts'
import { valueOf } from '../crud/shape.ts'
import { ClientCell } from './ClientCell.tsx'

const shape: ScreenShape = {
  entity: signInLog,
  cells: {
    client: (row) => {
      const client = valueOf(row, 'client')
      return <ClientCell client={typeof client === 'string' ? client : ''} />
    },
  },
}

/** Every try to sign in, and how it went. */
export function SignInLogPage() {
  return <EntityScreen shape={shape} />
}
