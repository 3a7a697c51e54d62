import type { OwnShape } from '../crud/shape.ts'
import { valueOf } from '../crud/shape.ts'
import { ClientCell } from './ClientCell.tsx'

/** Every try to sign in, and how it went. */
export const signInLogShape: OwnShape = {
  cells: {
    client: (row) => {
      const client = valueOf(row, 'client')
      return <ClientCell client={typeof client === 'string' ? client : ''} />
    },
  },
}
