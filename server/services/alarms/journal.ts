import type { EntityValue, EntityValues } from '../../../contract/entity/field.ts'

/** An entry of an alarm's journal. */
export interface JournalEntry extends EntityValues {
  readonly at: number
  readonly change: 'raised' | 'cleared' | 'returned'
  readonly value: number | null
}

/** Same as the maximum of the field. */
const maxEntries = 100

/** Appends an entry. A full journal keeps its first entry and the newest ones. */
export function addEntry(journal: EntityValue | undefined, entry: JournalEntry): readonly EntityValues[] {
  const entries = Array.isArray(journal)
    ? journal.filter((each): each is EntityValues => typeof each === 'object' && each !== null && !Array.isArray(each))
    : []
  const [first, ...others] = entries
  if (!first) return [entry]
  return [first, ...others.slice(Math.max(0, others.length - (maxEntries - 2))), entry]
}
