import { action, makeObservable, observable } from 'mobx'

export const languages = ['en-us', 'zh-cn'] as const
export type Language = (typeof languages)[number]

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

const languageKey = 'language'
const themeKey = 'theme'

/**
 * How this person wants the console: language and theme. The language is kept in the session, as the specification
 * asks, and beside it for the next session; the theme follows the machine until it is chosen.
 */
export class PreferencesStore {
  language: Language
  theme: Theme
  readonly #session: Storage
  readonly #lasting: Storage

  constructor(session: Storage, lasting: Storage, prefersDark: boolean) {
    this.#session = session
    this.#lasting = lasting
    this.language = oneOf(languages, session.getItem(languageKey)) ?? oneOf(languages, lasting.getItem(languageKey)) ?? 'en-us'
    this.theme = oneOf(themes, lasting.getItem(themeKey)) ?? (prefersDark ? 'dark' : 'light')
    session.setItem(languageKey, this.language)
    makeObservable(this, { language: observable, theme: observable, speak: action, paint: action })
  }

  speak(language: Language): void {
    this.language = language
    this.#session.setItem(languageKey, language)
    this.#lasting.setItem(languageKey, language)
  }

  paint(theme: Theme): void {
    this.theme = theme
    this.#lasting.setItem(themeKey, theme)
  }
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | undefined {
  return known.find((each) => each === value)
}
