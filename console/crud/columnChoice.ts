import type { ScreenConfig } from './screenConfig.ts'
import { fieldsFor } from './screenConfig.ts'

/** The frame's columns that may be shown beside the fields. */
export const frameColumns = ['project', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const

/** Every column that the page can show, in the order in which they are offered. */
export function possibleColumns(shape: ScreenConfig): string[] {
  const { entity } = shape
  const fields = fieldsFor(shape).filter(([, { kind }]) => kind !== 'secret').map(([name]) => name)
  const first = entity.list.columns.filter((name) => fields.includes(name) || isFrame(name))
  const rest = [...fields, ...frameColumns.filter((name) => name !== 'project' || entity.scope === 'project')]
  return [...new Set([...first, ...rest])]
}

/** Whether rows of several projects stand beside each other, or the page is about one. */
export type ProjectsShown = 'one' | 'several'

/** The columns shown: those chosen by this person, else the page's, else the declaration's. What no longer exists is dropped. */
export function shownColumns(shape: ScreenConfig, chosen: readonly string[] | null, projects: ProjectsShown): string[] {
  const possible = possibleColumns(shape)
  const wanted = (chosen ?? columnsOf(shape, projects)).filter((name) => possible.includes(name))
  return wanted.length > 0 ? wanted : possible.slice(0, 1)
}

/** What is called alike in two projects is told apart by the project; where there is but one, its name in every row says nothing. */
function columnsOf({ entity, only }: ScreenConfig, projects: ProjectsShown): readonly string[] {
  const declared = only ?? entity.list.columns
  if (entity.scope !== 'project') return declared
  if (projects === 'one') return declared.filter((name) => name !== 'project')
  if (declared.includes('project')) return declared
  // A page about some fields has room for it where it belongs; a full list has it last, where the window is wide enough.
  return only ? declared.flatMap((name) => (name === entity.title ? [name, 'project'] : [name])) : [...declared, 'project']
}

/**
 * The columns shown where nobody has chosen: those of the page or the declaration, from the first on, as many as there is room for.
 * What a row is called, its state and what the list goes by stay in any case.
 */
export function fittedColumns(shape: ScreenConfig, projects: ProjectsShown, widthOf: (name: string) => number, roomPx: number): string[] {
  const { entity } = shape
  const kept = new Set([entity.title, entity.lifecycle?.field, entity.list.sort.by])
  let shown = shownColumns(shape, null, projects)
  for (const name of shown.toReversed()) {
    if (shown.reduce((sum, each) => sum + widthOf(each), 0) <= roomPx) break
    if (!kept.has(name)) shown = shown.filter((each) => each !== name)
  }
  return shown
}

const isFrame = (name: string): boolean => frameColumns.some((frame) => frame === name)
