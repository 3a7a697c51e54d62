import { type CustomScreenConfig, getValue } from '../crud/config/screenConfig.ts'
import { AccountProjects, ProjectsEditor } from './AccountProjects.tsx'

/** Account list. Distinguishes accounts without a project, which see nothing, from those with all projects. */
export const accountShape: CustomScreenConfig = {
  cells: { projects: (row) => <AccountProjects row={row} isSuper={getValue(row, 'role') === 'super'} /> },
  editors: { projects: (props) => <ProjectsEditor {...props} /> },
}
