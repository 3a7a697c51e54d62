import { type OwnShape, valueOf } from '../crud/shape.ts'
import { AccountProjects, ProjectsEditor } from './AccountProjects.tsx'

/** The accounts: who has no project is told apart from who has all, for the first sees nothing and wonders why. */
export const accountShape: OwnShape = {
  cells: { projects: (row) => <AccountProjects row={row} isSuper={valueOf(row, 'role') === 'super'} /> },
  editors: { projects: (props) => <ProjectsEditor {...props} /> },
}
