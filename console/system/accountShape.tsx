import { type CustomScreenConfig, valueOf } from '../crud/screenConfig.ts'
import { AccountProjects, ProjectsEditor } from './AccountProjects.tsx'

/** The accounts: who has no project is told apart from who has all, for the first sees nothing and wonders why. */
export const accountShape: CustomScreenConfig = {
  cells: { projects: (row) => <AccountProjects row={row} isSuper={valueOf(row, 'role') === 'super'} /> },
  editors: { projects: (props) => <ProjectsEditor {...props} /> },
}
