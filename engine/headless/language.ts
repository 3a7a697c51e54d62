import type { Words } from '../schema/index.ts'

export type Language = 'en' | 'zh'

/** The language that an environment (`LC_ALL`, `LC_MESSAGES`, `LANG`) or `--lang` asks for: Chinese when it says so, else English. */
export function languageOf(asked: string | undefined): Language {
  return asked?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export type Filling = Readonly<Record<string, string | number>>

/** Words in one language, with `{name}` filled in. */
export function say(words: Words, language: Language, filling: Filling = {}): string {
  return words[language].replace(/\{(\w+)\}/g, (whole, name: string) => String(filling[name] ?? whole))
}
