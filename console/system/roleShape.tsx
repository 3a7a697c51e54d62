import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { PermissionCount, PermissionEditor } from './PermissionEditor.tsx'
import { SecondStepRequirementButton } from './SecondStepRequirementButton.tsx'

/** Further roles with a permission tree, and the ranks that require a second step. */
export const roleShape: CustomScreenConfig = {
  empty: { title: 'system:rolesEmpty.title', text: 'system:rolesEmpty.text' },
  tools: () => <SecondStepRequirementButton />,
  editors: { permissions: (props) => <PermissionEditor {...props} /> },
  cells: {
    permissions: (row) => {
      const text = getValue(row, 'permissions')
      return <PermissionCount text={typeof text === 'string' ? text : null} />
    },
  },
}
