import type { OwnShape } from '../crud/shape.ts'
import { valueOf } from '../crud/shape.ts'
import { PermissionCount, PermissionEditor } from './PermissionEditor.tsx'

/** The roles beside the three ranks; what each may do is ticked in a tree and not typed. */
export const roleShape: OwnShape = {
  editors: { permissions: (props) => <PermissionEditor {...props} /> },
  cells: {
    permissions: (row) => {
      const text = valueOf(row, 'permissions')
      return <PermissionCount text={typeof text === 'string' ? text : null} />
    },
  },
}
