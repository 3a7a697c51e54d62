import type { CustomScreenConfig } from '../crud/screenConfig.ts'
import { valueOf } from '../crud/screenConfig.ts'
import { ClientCell } from './ClientCell.tsx'

/** Every try to sign in, and how it went. */
export const signInLogShape: CustomScreenConfig = {
  cells: {
    client: (row) => {
      const client = valueOf(row, 'client')
      return <ClientCell client={typeof client === 'string' ? client : ''} />
    },
  },
}
