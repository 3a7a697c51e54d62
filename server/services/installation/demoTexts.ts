import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { wordsFrom } from '../../../contract/sampleWords.ts'
import type { Db } from '../../database/index.ts'
import { readSetting, writeSetting } from './install.ts'

export const demoLanguages = ['en-us', 'zh-cn'] as const
export type DemoLanguage = (typeof demoLanguages)[number]

/** What the demo says, in its language, by what it says in English. */
export interface DemoWords {
  /** Of drawings and of the names of what stands on them. */
  readonly drawn: (text: string) => string
  /** Of rows: all texts for people, none of the codes between them. */
  readonly row: (values: EntityValues) => EntityValues
}

const settingKey = 'demoLanguage'
const languageSchema = z.enum(demoLanguages)
const wordsSchema = z.record(z.string(), z.string())

/** The language that this installation's demo was begun in; one that is begun now begins in the wanted one. A demo of before had English only. */
export async function settledLanguage(db: Db, wanted: DemoLanguage, isBegun: boolean): Promise<DemoLanguage> {
  const kept = languageSchema.safeParse(await readSetting(db, settingKey)).data
  if (kept) return kept
  const settled = isBegun ? 'en-us' : wanted
  await writeSetting(db, settingKey, settled)
  return settled
}

/** Reads the words that lie beside the folder of sample drawings. Throws where they cannot be read. */
export async function demoWords(samplesDir: string, language: DemoLanguage): Promise<DemoWords> {
  if (language === 'en-us') return { drawn: (text) => text, row: (values) => values }
  const words = wordsSchema.parse(JSON.parse(await readFile(join(samplesDir, `../words/${language}.json`), 'utf8')))
  // Codes of rows are small letters: only what begins as a name or a sentence does is said otherwise.
  const say = wordsFrom(Object.fromEntries(Object.entries(words).filter(([english]) => /^[A-Z]/.test(english))))
  return { drawn: wordsFrom(words), row: (values) => rowIn(values, say) }
}

function rowIn(values: EntityValues, say: (text: string) => string): EntityValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => {
    if (typeof value === 'string') return [name, textIn(value, say)]
    if (!Array.isArray(value)) return [name, value]
    return [name, value.map((each) => (typeof each === 'object' ? rowIn(each, say) : each))]
  }))
}

/** JSON keeps its keys. */
function textIn(text: string, say: (text: string) => string): string {
  if (!text.startsWith('{')) return say(text)
  try {
    return JSON.stringify(JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? say(value) : value)), null, 2)
  } catch {
    // Something else that begins so, as a formula does: no words.
    return text
  }
}
