import { action, makeObservable, observable, type ObservableMap, runInAction } from 'mobx'
import { type Language, languages } from '../../locales/languages.ts'

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
const alarmSoundKey = 'alarmSound'

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
  /** Accounts with alarm sound in this browser. */
  readonly #alarmSounds: ObservableMap<string, readonly string[]>
  readonly #session: Storage
  readonly #local: Storage

  /** `events`: target that receives the `storage` events of other tabs. */
  constructor(session: Storage, local: Storage, prefersDark: boolean, events?: EventTarget) {
    this.#session = session
    this.#local = local
    this.language =
      parseOption(languages.all, session.getItem(languageKey)) ??
      parseOption(languages.all, local.getItem(languageKey)) ??
      'en-us'
    this.theme = parseOption(themes, local.getItem(themeKey)) ?? (prefersDark ? 'dark' : 'light')
    this.edition =
      parseOption(editions, session.getItem(editionKey)) ?? parseOption(editions, local.getItem(editionKey)) ?? null
    session.setItem(languageKey, this.language)
    this.#columns = observable.map(readLists(local.getItem(columnsKey)), { deep: false })
    this.#alarmSounds = observable.map(readLists(local.getItem(alarmSoundKey)), { deep: false })
    makeObservable(this, {
      language: observable,
      theme: observable,
      edition: observable,
      setLanguage: action,
      setTheme: action,
      enter: action,
      showColumns: action,
      setAlarmSound: action,
    })
    events?.addEventListener('storage', () => this.#follow())
  }

  /** Applies preferences changed in another tab. */
  #follow(): void {
    const language = parseOption(languages.all, this.#local.getItem(languageKey)) ?? this.language
    runInAction(() => {
      this.language = language
      this.theme = parseOption(themes, this.#local.getItem(themeKey)) ?? this.theme
    })
    this.#session.setItem(languageKey, language)
  }

  /** Selects an edition, also for later sign-ins. */
  enter(edition: Edition): void {
    this.edition = edition
    this.#session.setItem(editionKey, edition)
    this.#local.setItem(editionKey, edition)
  }

  /**
   * Returns the columns selected for a list; null for the declared ones. Falls back to the selection stored under
   * `before`, the name that all lists of a kind used to share.
   */
  getColumns(list: string, before = list): readonly string[] | null {
    const chosen = this.#columns.get(list) ?? this.#columns.get(before) ?? []
    return chosen.length > 0 ? chosen : null
  }

  showColumns(list: string, columns: readonly string[] | null): void {
    // Another tab may have changed the stored columns.
    this.#columns.replace(readLists(this.#local.getItem(columnsKey)))
    // An empty list selects the declared columns and overrides the shared selection of its kind.
    this.#columns.set(list, columns ?? [])
    this.#local.setItem(columnsKey, JSON.stringify(Object.fromEntries(this.#columns)))
  }

  /**
   * Returns the project that an account last used in this browser; null if there is none. It may no longer be granted.
   */
  getLastProject(account: string): string | null {
    return new Map(readLists(this.#local.getItem(projectsKey))).get(account)?.[0] ?? null
  }

  /** Stores the current project of an account. */
  setLastProject(account: string, project: string): void {
    const others = readLists(this.#local.getItem(projectsKey)).filter(([name]) => name !== account)
    this.#local.setItem(projectsKey, JSON.stringify(Object.fromEntries([...others, [account, [project]]])))
  }

  /** Returns true if the account wants to hear alarms in this browser. */
  hasAlarmSound(account: string): boolean {
    return (this.#alarmSounds.get(account) ?? []).includes('on')
  }

  setAlarmSound(account: string, isOn: boolean): void {
    this.#alarmSounds.set(account, isOn ? ['on'] : [])
    this.#local.setItem(alarmSoundKey, JSON.stringify(Object.fromEntries(this.#alarmSounds)))
  }

  setLanguage(language: Language): void {
    this.language = language
    this.#session.setItem(languageKey, language)
    this.#local.setItem(languageKey, language)
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    this.#local.setItem(themeKey, theme)
  }
}

/** Parses stored lists by name; invalid entries are ignored. */
function readLists(stored: string | null): [string, readonly string[]][] {
  try {
    const read: unknown = JSON.parse(stored ?? '{}')
    if (typeof read !== 'object' || read === null) return []
    return Object.entries(read).flatMap(([list, names]: [string, unknown]) =>
      Array.isArray(names) && names.every((name): name is string => typeof name === 'string') ? [[list, names]] : [],
    )
  } catch {
    return [] // invalid JSON
  }
}

function parseOption<T extends string>(options: readonly T[], value: string | null): T | undefined {
  return options.find((each) => each === value)
}
