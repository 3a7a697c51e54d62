/** Where nothing is kept. */
export const nowhere: Storage = { length: 0, clear: () => undefined, getItem: () => null, key: () => null, removeItem: () => undefined, setItem: () => undefined }

/** What the browser gives, or the other thing where it refuses: it throws where a person lets no page keep data. */
export function givenOr<T, Other>(get: () => T, other: Other): T | Other {
  try {
    return get()
  } catch (refusal) {
    console.error(refusal)
    return other
  }
}

/**
 * A storage of the browser. What it has no room for, and all where it is blocked, is kept as long as the page: what was written last is
 * what is read, and no page hangs on what it remembers.
 */
export function storageOf(get: () => Storage): Storage {
  const store = givenOr(get, nowhere)
  const refused = new Map<string, string>()
  return {
    get length() { return store.length },
    clear() {
      refused.clear()
      store.clear()
    },
    getItem: (key) => refused.get(key) ?? store.getItem(key),
    key: (index) => store.key(index),
    removeItem(key) {
      refused.delete(key)
      store.removeItem(key)
    },
    setItem(key, value) {
      const isKept = store !== nowhere && givenOr(() => {
        store.setItem(key, value)
        return true
      }, false)
      if (isKept) refused.delete(key)
      else refused.set(key, value)
    },
  }
}

let own: Storage | null = null
let ofTab: Storage | null = null

/** What lasts beyond the session. */
export const lastingStorage = (): Storage => own ??= storageOf(() => localStorage)

/** What lasts as long as the tab, reloads included. */
export const tabStorage = (): Storage => ofTab ??= storageOf(() => sessionStorage)
