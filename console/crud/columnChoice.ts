import type { Entity } from '../../contract/entity/define.ts'
import type { Variant } from '../../contract/entity/field.ts'
import { fieldsFor } from './shape.ts'

/** The frame's columns that may be shown beside the fields. */
export const frameColumns = ['project', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const

/** Every column that this face of the page can show, in the order in which they are offered. */
export function possibleColumns(entity: Entity, variant: Variant | undefined): string[] {
  const fields = fieldsFor(entity, variant).filter(([, { kind }]) => kind !== 'secret').map(([name]) => name)
  const first = entity.list.columns.filter((name) => fields.includes(name) || isFrame(name))
  const rest = [...fields, ...frameColumns.filter((name) => name !== 'project' || entity.scope === 'project')]
  return [...new Set([...first, ...rest])]
}

/** The columns shown: those chosen by this person, else the declaration's. What no longer exists is dropped. */
export function shownColumns(entity: Entity, variant: Variant | undefined, chosen: readonly string[] | null): string[] {
  const possible = possibleColumns(entity, variant)
  const wanted = (chosen ?? entity.list.columns).filter((name) => possible.includes(name))
  return wanted.length > 0 ? wanted : possible.slice(0, 1)
}

const isFrame = (name: string): boolean => frameColumns.some((frame) => frame === name)
