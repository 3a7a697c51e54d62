/** A Storage that stores nothing. */
export const nowhere: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => undefined,
}

/** Calls a browser API and returns `other` if it throws, for example because the user blocks storage. */
export function tryOr<T, Other>(get: () => T, other: Other): T | Other {
  try {
    return get()
  } catch (refusal) {
    console.error(refusal)
    return other
  }
}

/** Wraps a browser storage. If it is full or blocked, values are kept in memory for the life of the page. */
export function toSafeStorage(get: () => Storage): Storage {
  const store = tryOr(get, nowhere)
  const refused = new Map<string, string>()
  return {
    get length() {
      return store.length
    },
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
      const isRemembered =
        store !== nowhere &&
        tryOr(() => {
          store.setItem(key, value)
          return true
        }, false)
      if (isRemembered) refused.delete(key)
      else refused.set(key, value)
    },
  }
}

let own: Storage | null = null
let tabFallback: Storage | null = null

/** Local storage, persists beyond the session. */
export const lastingStorage = (): Storage => (own ??= toSafeStorage(() => localStorage))

/** Session storage, lasts as long as the tab, reloads included. */
export const tabStorage = (): Storage => (tabFallback ??= toSafeStorage(() => sessionStorage))
