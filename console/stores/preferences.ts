import { action, makeObservable, observable, type ObservableMap, runInAction } from 'mobx'

export const languages = ['en-us', 'zh-cn'] as const
export type Language = (typeof languages)[number]

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The three editions of the specification. The selected one determines menu, home page and accent colour. */
export const editions = ['street', 'tunnel', 'industry'] as const
export type Edition = (typeof editions)[number]

const languageKey = 'language'
const themeKey = 'theme'
const columnsKey = 'columns'
const editionKey = 'edition'
const projectsKey = 'projects'

/**
 * Preferences of the user: language, theme, edition, columns and last project. The language is stored in the session,
 * as specified, and persistently for the next session; the theme follows the system until one is selected.
 */
export class PreferencesStore {
  language: Language
  theme: Theme
  /** Null until selected. */
  edition: Edition | null
  readonly #columns: ObservableMap<string, readonly string[]>
  readonly #session: Storage
  readonly #lasting: Storage

  /** `events`: target that receives the `storage` events of other tabs. */
  constructor(session: Storage, lasting: Storage, prefersDark: boolean, events?: EventTarget) {
    this.#session = session
    this.#lasting = lasting
    this.language = oneOf(languages, session.getItem(languageKey)) ?? oneOf(languages, lasting.getItem(languageKey)) ?? 'en-us'
    this.theme = oneOf(themes, lasting.getItem(themeKey)) ?? (prefersDark ? 'dark' : 'light')
    this.edition = oneOf(editions, session.getItem(editionKey)) ?? oneOf(editions, lasting.getItem(editionKey)) ?? null
    session.setItem(languageKey, this.language)
    this.#columns = observable.map(readLists(lasting.getItem(columnsKey)), { deep: false })
    makeObservable(this, { language: observable, theme: observable, edition: observable, speak: action, paint: action, enter: action, showColumns: action })
    events?.addEventListener('storage', () => this.#follow())
  }

  /** Applies preferences changed in another tab. */
  #follow(): void {
    const language = oneOf(languages, this.#lasting.getItem(languageKey)) ?? this.language
    runInAction(() => {
      this.language = language
      this.theme = oneOf(themes, this.#lasting.getItem(themeKey)) ?? this.theme
    })
    this.#session.setItem(languageKey, language)
  }

  /** Selects an edition, also for later sign-ins. */
  enter(edition: Edition): void {
    this.edition = edition
    this.#session.setItem(editionKey, edition)
    this.#lasting.setItem(editionKey, edition)
  }

  /**
   * Returns the columns selected for a list; null for the declared ones. Falls back to the selection stored under
   * `before`, the name that all lists of a kind used to share.
   */
  columnsOf(list: string, before = list): readonly string[] | null {
    const chosen = this.#columns.get(list) ?? this.#columns.get(before) ?? []
    return chosen.length > 0 ? chosen : null
  }

  showColumns(list: string, columns: readonly string[] | null): void {
    // Another tab may have changed the stored columns.
    this.#columns.replace(readLists(this.#lasting.getItem(columnsKey)))
    // An empty list selects the declared columns and overrides the shared selection of its kind.
    this.#columns.set(list, columns ?? [])
    this.#lasting.setItem(columnsKey, JSON.stringify(Object.fromEntries(this.#columns)))
  }

  /**
   * Returns the project that an account last used in this browser; null if there is none. It may no longer be granted.
   */
  projectOf(account: string): string | null {
    return new Map(readLists(this.#lasting.getItem(projectsKey))).get(account)?.[0] ?? null
  }

  /** Stores the current project of an account. */
  workIn(account: string, project: string): void {
    const others = readLists(this.#lasting.getItem(projectsKey)).filter(([name]) => name !== account)
    this.#lasting.setItem(projectsKey, JSON.stringify(Object.fromEntries([...others, [account, [project]]])))
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

/** Parses stored lists by name; invalid entries are ignored. */
function readLists(stored: string | null): [string, readonly string[]][] {
  try {
    const read: unknown = JSON.parse(stored ?? '{}')
    if (typeof read !== 'object' || read === null) return []
    return Object.entries(read).flatMap(([list, names]: [string, unknown]) =>
      Array.isArray(names) && names.every((name): name is string => typeof name === 'string') ? [[list, names]] : [])
  } catch {
    return [] // invalid JSON
  }
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | undefined {
  return known.find((each) => each === value)
}
