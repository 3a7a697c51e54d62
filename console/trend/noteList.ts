import type { Row } from '../../contract/entity/define.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import type { CallOptions } from '../net/client.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { maxPageSize } from '../stores/entities/allPages.ts'
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

/** Annotations of some tags of one project. */
export interface LoadedNotes {
  readonly notes: readonly TrendNote[]
  /** Time before which annotations are missing, because there are more than are loaded; null if all are loaded. */
  readonly missingBefore: number | null
}

/** Loads the newest annotations of a project's tags, and those of all tags, that begin in a period. */
export async function loadNotes(
  client: Pick<EntityClient, 'list'>,
  { project, tags, from, to }: Period & { readonly project: string; readonly tags: readonly string[] },
  options: CallOptions,
): Promise<LoadedNotes> {
  const { rows, total, atLeast } = await client.list(
    {
      page: 1,
      pageSize: maxPageSize,
      project,
      filter: { tag: [...tags, ''].join(',') },
      since: 'at',
      from,
      to,
      sort: '-at',
    },
    options,
  )
  const notes = rows.map(readNote)
  const hasMore = atLeast === true || total > rows.length
  return { notes, missingBefore: hasMore ? (notes.at(-1)?.at ?? null) : null }
}

/** Tags by project, which is the first part of their path. */
export function groupByProject(tags: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const tag of tags) {
    const [project = ''] = tag.split('/')
    groups.set(project, [...(groups.get(project) ?? []), tag])
  }
  return groups
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
