import type { Row } from '../../contract/entity/define.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import type { Period } from './range.ts'
import type { PlotNote } from './plotOptions.ts'

/** An annotation with its author. */
export interface TrendNote extends PlotNote {
  readonly revision: number
  readonly project: string
  /** Tag that it belongs to; empty: all tags of the project. */
  readonly tag: string
  readonly isPublic: boolean
  readonly createdBy: string
}

/** Reads a row of the entity `trendNote`. */
export function readNote(row: Row): TrendNote {
  const getText = (name: string): string => {
    const value = getValue(row, name)
    return typeof value === 'string' ? value : ''
  }
  const getTime = (name: string): number | null => {
    const value = getValue(row, name)
    return typeof value === 'number' ? value : null
  }
  return {
    id: row.id,
    revision: row.revision,
    project: row.project ?? '',
    createdBy: row.createdBy,
    text: getText('note'),
    at: getTime('at') ?? 0,
    until: getTime('until'),
    tag: getText('tag'),
    isPublic: getValue(row, 'isPublic') === true,
  }
}

/** The annotations of the displayed period and tags, oldest first. */
export const selectNotes = (
  notes: readonly TrendNote[],
  { from, to }: Period,
  tags: readonly string[],
): readonly TrendNote[] =>
  notes
    .filter(({ at, until, tag }) => at <= to && (until ?? at) >= from && (tag === '' || tags.includes(tag)))
    .toSorted((a, b) => a.at - b.at)
