import type { Words } from '../schema/index.ts'

/** Language of the command line output: `en` or `zh`. */
export type Language = 'en' | 'zh'

/**
 * Language for a locale of the environment (`LC_ALL`, `LC_MESSAGES`, `LANG`) or `--lang`: Chinese if it starts with
 * "zh", otherwise English.
 */
export function parseLanguage(locale: string | undefined): Language {
  return locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** Values for the `{name}` placeholders of a text. */
export type Filling = Readonly<Record<string, string | number>>

/** Returns a text in one language and fills in `{name}` placeholders. */
export function localize(words: Words, language: Language, filling: Filling = {}): string {
  return words[language].replace(/\{(\w+)\}/g, (whole, name: string) => String(filling[name] ?? whole))
}
