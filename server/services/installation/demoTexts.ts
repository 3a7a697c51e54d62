import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { createTranslator } from '../../../contract/sampleWords.ts'
import type { Db } from '../../database/index.ts'
import { readSetting, writeSetting } from './install.ts'

export const demoLanguages = ['en-us', 'zh-cn'] as const
export type DemoLanguage = (typeof demoLanguages)[number]

/** Translates demo texts from English. */
export interface DemoWords {
  /** For drawings and the names shown on them. */
  readonly translateDrawing: (text: string) => string
  /** For rows: translates texts, but not codes. */
  readonly translateRow: (values: EntityValues) => EntityValues
}

const settingKey = 'demoLanguage'
const languageSchema = z.enum(demoLanguages)
const wordsSchema = z.record(z.string(), z.string())

/**
 * Returns the language of this installation's demo. A new demo uses the wanted language, an existing one without a
 * stored language English.
 */
export async function resolveLanguage(db: Db, requested: DemoLanguage, isStarted: boolean): Promise<DemoLanguage> {
  const storedLanguage = languageSchema.safeParse(await readSetting(db, settingKey)).data
  if (storedLanguage) return storedLanguage
  const language = isStarted ? 'en-us' : requested
  await writeSetting(db, settingKey, language)
  return language
}

/** Reads the translations stored beside the sample drawings. Throws if they cannot be read. */
export async function loadDemoWords(samplesDir: string, language: DemoLanguage): Promise<DemoWords> {
  if (language === 'en-us') return { translateDrawing: (text) => text, translateRow: (values) => values }
  const words = wordsSchema.parse(JSON.parse(await readFile(join(samplesDir, `../words/${language}.json`), 'utf8')))
  // Codes in rows start with a lower-case letter, so only texts starting with a capital are translated.
  const translate = createTranslator(
    Object.fromEntries(Object.entries(words).filter(([english]) => /^[A-Z]/.test(english))),
  )
  return { translateDrawing: createTranslator(words), translateRow: (values) => translateValues(values, translate) }
}

function translateValues(values: EntityValues, translate: (text: string) => string): EntityValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, translateText(value, translate)]
      if (!Array.isArray(value)) return [name, value]
      return [name, value.map((each) => (typeof each === 'object' ? translateValues(each, translate) : each))]
    }),
  )
}

/** Translates the values of JSON text, not its keys. */
function translateText(text: string, translate: (text: string) => string): string {
  if (!text.startsWith('{')) return translate(text)
  try {
    return JSON.stringify(
      JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? translate(value) : value)),
      null,
      2,
    )
  } catch {
    // Not JSON, for example a formula; nothing to translate.
    return text
  }
}
