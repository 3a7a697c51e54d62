/**
 * Marks a draft as open, so that other tabs do not offer it. The lock ends with the tab. Without the Web Locks API
 * (plain HTTP), every draft is offered. Returns a function that releases the lock.
 */
export function holdDraft(key: string): () => void {
  const over = new AbortController()
  const held = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()))
  void locks()?.request(nameOf(key), () => held)
  return () => over.abort()
}

export async function isOpenElsewhere(key: string): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some((lock) => lock.name === nameOf(key))
}

/** Undefined on pages without a secure context, contrary to the type declaration. */
function locks(): LockManager | undefined {
  return globalThis.navigator?.locks
}

const nameOf = (key: string): string => `mimic-draft/${key}`
