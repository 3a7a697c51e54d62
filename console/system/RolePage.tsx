import { role } from '../../contract/system/access.ts'
import { EntityScreen } from '../crud/EntityScreen.tsx'
import type { ScreenShape } from '../crud/shape.ts'
import { valueOf } from '../crud/shape.ts'
import { PermissionCount, PermissionEditor } from './PermissionEditor.tsx'

const shape: ScreenShape = {
  entity: role,
  editors: { permissions: (props) => <PermissionEditor {...props} /> },
  cells: {
    permissions: (row) => {
      const text = valueOf(row, 'permissions')
      return <PermissionCount text={typeof text === 'string' ? text : null} />
    },
  },
}

/** The roles beside the three ranks; what each may do is ticked in a tree and not typed. */
export function RolePage() {
  return <EntityScreen shape={shape} />
}
