import type { ScreenShape } from './shape.ts'
import { fieldsFor } from './shape.ts'

/** The frame's columns that may be shown beside the fields. */
export const frameColumns = ['project', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const

/** Every column that the page can show, in the order in which they are offered. */
export function possibleColumns(shape: ScreenShape): string[] {
  const { entity } = shape
  const fields = fieldsFor(shape).filter(([, { kind }]) => kind !== 'secret').map(([name]) => name)
  const first = entity.list.columns.filter((name) => fields.includes(name) || isFrame(name))
  const rest = [...fields, ...frameColumns.filter((name) => name !== 'project' || entity.scope === 'project')]
  return [...new Set([...first, ...rest])]
}

/** The columns shown: those chosen by this person, else the page's, else the declaration's. What no longer exists is dropped. */
export function shownColumns(shape: ScreenShape, chosen: readonly string[] | null): string[] {
  const possible = possibleColumns(shape)
  const wanted = (chosen ?? shape.only ?? shape.entity.list.columns).filter((name) => possible.includes(name))
  return wanted.length > 0 ? wanted : possible.slice(0, 1)
}

const isFrame = (name: string): boolean => frameColumns.some((frame) => frame === name)
