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

/** A storage of the browser that keeps what it has room for, and nothing where it is blocked: no page hangs on what it remembers. */
export function storageOf(get: () => Storage): Storage {
  const store = givenOr(get, nowhere)
  return {
    get length() { return store.length },
    clear: () => store.clear(),
    getItem: (key) => store.getItem(key),
    key: (index) => store.key(index),
    removeItem: (key) => store.removeItem(key),
    setItem: (key, value) => givenOr(() => store.setItem(key, value), undefined),
  }
}

let own: Storage | null = null

/** What lasts beyond the session. */
export const lastingStorage = (): Storage => own ??= storageOf(() => localStorage)
