import type { DictionaryEntry } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import { sql } from 'kysely'

/** Reads the entries of a dictionary in display order. */
export async function readDictionary(db: Db, type: string): Promise<DictionaryEntry[]> {
  const { rows } = await sql<{ label: string; value: string; zh: string | null }>`
    select entry.dict_label as label, entry.dict_value as value, entry.dict_label_zh as zh from system_dict_entry entry join system_dict_type type on type.id = entry.type
    where type.type = ${type} and type.is_enabled and entry.is_enabled order by entry."order", entry.dict_label`.execute(
    db,
  )
  return rows.map(({ label, value, zh }) => ({ dictLabel: label, dictValue: value, dictLabelZh: zh }))
}
