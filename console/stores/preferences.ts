import { action, makeObservable, observable, type ObservableMap, runInAction } from 'mobx'

export const languages = ['en-us', 'zh-cn'] as const
export type Language = (typeof languages)[number]

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The three systems of the specification: what one chose after signing in decides menu, home and accent. */
export const editions = ['street', 'tunnel', 'industry'] as const
export type Edition = (typeof editions)[number]

const languageKey = 'language'
const themeKey = 'theme'
const columnsKey = 'columns'
const editionKey = 'edition'
const projectsKey = 'projects'

/**
 * How this person wants the console: language and theme. The language is kept in the session, as the specification
 * asks, and beside it for the next session; the theme follows the machine until it is chosen.
 */
export class PreferencesStore {
  language: Language
  theme: Theme
  /** Null until it was chosen. */
  edition: Edition | null
  readonly #columns: ObservableMap<string, readonly string[]>
  readonly #session: Storage
  readonly #lasting: Storage

  /** `events`: where the browser tells what its other tabs have stored. */
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

  /** What was chosen in another tab holds here too. */
  #follow(): void {
    const language = oneOf(languages, this.#lasting.getItem(languageKey)) ?? this.language
    runInAction(() => {
      this.language = language
      this.theme = oneOf(themes, this.#lasting.getItem(themeKey)) ?? this.theme
    })
    this.#session.setItem(languageKey, language)
  }

  /** Chooses the system that is worked with from now on, also after the next sign-in. */
  enter(edition: Edition): void {
    this.edition = edition
    this.#session.setItem(editionKey, edition)
    this.#lasting.setItem(editionKey, edition)
  }

  /**
   * The columns that this person chose for a list; null: the declaration's. A list of which nothing was said begins with what was chosen for
   * `before`, the name under which all lists of its kind were kept together.
   */
  columnsOf(list: string, before = list): readonly string[] | null {
    const chosen = this.#columns.get(list) ?? this.#columns.get(before) ?? []
    return chosen.length > 0 ? chosen : null
  }

  showColumns(list: string, columns: readonly string[] | null): void {
    // Another tab may have stored others since.
    this.#columns.replace(readLists(this.#lasting.getItem(columnsKey)))
    // None stands for the declaration's: said of this list, it counts before what all of its kind began with.
    this.#columns.set(list, columns ?? [])
    this.#lasting.setItem(columnsKey, JSON.stringify(Object.fromEntries(this.#columns)))
  }

  /** The project that an account looked at last in this browser; null before the first. Whether it still is granted, the caller knows. */
  projectOf(account: string): string | null {
    return new Map(readLists(this.#lasting.getItem(projectsKey))).get(account)?.[0] ?? null
  }

  /** This account looks at this project now. */
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

/** What was stored by name; anything that is not a list of texts counts as nothing. */
function readLists(stored: string | null): [string, readonly string[]][] {
  try {
    const read: unknown = JSON.parse(stored ?? '{}')
    if (typeof read !== 'object' || read === null) return []
    return Object.entries(read).flatMap(([list, names]: [string, unknown]) =>
      Array.isArray(names) && names.every((name): name is string => typeof name === 'string') ? [[list, names]] : [])
  } catch {
    return [] // a damaged entry counts as none
  }
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | undefined {
  return known.find((each) => each === value)
}
