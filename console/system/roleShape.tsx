import type { CustomScreenConfig } from '../crud/screenConfig.ts'
import { valueOf } from '../crud/screenConfig.ts'
import { PermissionCount, PermissionEditor } from './PermissionEditor.tsx'
import { SecondStepDemandButton } from './SecondStepDemandButton.tsx'

/** The roles beside the three ranks; what each may do is ticked in a tree and not typed. Of the ranks, which demand a second step. */
export const roleShape: CustomScreenConfig = {
  empty: { title: 'system:rolesEmpty.title', text: 'system:rolesEmpty.text' },
  tools: () => <SecondStepDemandButton />,
  editors: { permissions: (props) => <PermissionEditor {...props} /> },
  cells: {
    permissions: (row) => {
      const text = valueOf(row, 'permissions')
      return <PermissionCount text={typeof text === 'string' ? text : null} />
    },
  },
}
