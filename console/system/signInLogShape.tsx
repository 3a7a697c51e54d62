import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { ClientCell } from './ClientCell.tsx'

/** Sign-in attempts with their results. */
export const signInLogShape: CustomScreenConfig = {
  cells: {
    client: (row) => {
      const client = getValue(row, 'client')
      return <ClientCell client={typeof client === 'string' ? client : ''} />
    },
  },
}
