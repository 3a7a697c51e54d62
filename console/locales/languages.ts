import type { Words } from '@mimic/engine/schema'

/** Id of a language: the name of its folder, such as `en-us`. */
export type Language = string

/** `language.json` of a language. */
export interface LanguageInfo {
  /** Name in the language itself. */
  readonly name: string
  /** BCP 47 tag for `<html lang>` and Intl. */
  readonly tag: string
}

/** Translations of declared texts by their English text: `declared.json` of a language. */
export type DeclaredTexts = Readonly<Record<string, string>>

/** All languages: one per folder. */
export class Languages {
  readonly #infos = new Map<Language, LanguageInfo>()
  readonly #declared = new Map<Language, DeclaredTexts>()

  get all(): readonly Language[] {
    return [...this.#infos.keys()].toSorted()
  }

  /** Adds a language; returns a function that removes it. */
  add(language: Language, info: LanguageInfo, declared: DeclaredTexts = {}): () => void {
    this.#infos.set(language, info)
    this.#declared.set(language, declared)
    return () => {
      this.#infos.delete(language)
      this.#declared.delete(language)
    }
  }

  /** Returns name and tag of a language. */
  getInfo(language: Language): LanguageInfo {
    return this.#infos.get(language) ?? { name: language, tag: language }
  }

  /** Returns the language after this one; the first after the last. */
  getNext(language: Language): Language {
    return this.all[(this.all.indexOf(language) + 1) % this.all.length] ?? language
  }

  /**
   * Selects a declared text. Declarations hold English and Chinese; other languages translate the English text and fall
   * back to it.
   */
  localize(language: Language, words: Words): string {
    const key = getWordsKey(language)
    return key === 'en' ? (this.#declared.get(language)?.[words.en] ?? words.en) : words[key]
  }
}

/** The language of declared texts that comes closest to a language of the console. */
export const getWordsKey = (language: Language): keyof Words => (language.startsWith('zh') ? 'zh' : 'en')

export const languages = new Languages()

const declared = import.meta.glob<DeclaredTexts>('./*/declared.json', { eager: true, import: 'default' })
for (const [path, info] of Object.entries(
  import.meta.glob<LanguageInfo>('./*/language.json', { eager: true, import: 'default' }),
)) {
  languages.add(path.split('/').at(-2) ?? path, info, declared[path.replace('language.json', 'declared.json')])
}
