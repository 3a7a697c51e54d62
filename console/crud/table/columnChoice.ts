import type { ScreenConfig } from '../config/screenConfig.ts'
import { fieldsFor } from '../config/screenConfig.ts'

/** Common columns that can be shown in addition to the fields. */
export const frameColumns = ['project', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const

/** All columns the page can show, in the order of the column selection. */
export function possibleColumns(shape: ScreenConfig): string[] {
  const { entity } = shape
  const fields = fieldsFor(shape)
    .filter(([, { kind }]) => kind !== 'secret')
    .map(([name]) => name)
  const first = entity.list.columns.filter((name) => fields.includes(name) || isFrame(name))
  const rest = [...fields, ...frameColumns.filter((name) => name !== 'project' || entity.scope === 'project')]
  return [...new Set([...first, ...rest])]
}

/** Whether the list contains rows of one project or of several. */
export type ProjectsShown = 'one' | 'several'

/**
 * Visible columns: those chosen by the user, else those of the page, else those declared. Columns that no longer exist
 * are dropped.
 */
export function shownColumns(shape: ScreenConfig, chosen: readonly string[] | null, projects: ProjectsShown): string[] {
  const possible = possibleColumns(shape)
  const visible = (chosen ?? getDefaultColumns(shape, projects)).filter((name) => possible.includes(name))
  return visible.length > 0 ? visible : possible.slice(0, 1)
}

/**
 * Adds the project column if rows of several projects may have equal names, and removes it if there is only one
 * project.
 */
function getDefaultColumns({ entity, only }: ScreenConfig, projects: ProjectsShown): readonly string[] {
  const declared = only ?? entity.list.columns
  if (entity.scope !== 'project') return declared
  if (projects === 'one') return declared.filter((name) => name !== 'project')
  if (declared.includes('project')) return declared
  // A page with selected fields has room for the project next to the title. A full list shows it last, if the window is
  // wide enough.
  return only
    ? declared.flatMap((name) => (name === entity.title ? [name, 'project'] : [name]))
    : [...declared, 'project']
}

/** Default columns that fit into `roomPx`, in declared order. Title, state and sort column always remain. */
export function fittedColumns(
  shape: ScreenConfig,
  projects: ProjectsShown,
  getWidth: (name: string) => number,
  roomPx: number,
): string[] {
  const { entity } = shape
  const required = new Set([entity.title, entity.lifecycle?.field, entity.list.sort.by])
  let shown = shownColumns(shape, null, projects)
  for (const name of shown.toReversed()) {
    if (shown.reduce((sum, each) => sum + getWidth(each), 0) <= roomPx) break
    if (!required.has(name)) shown = shown.filter((each) => each !== name)
  }
  return shown
}

const isFrame = (name: string): boolean => frameColumns.some((frame) => frame === name)
