/**
 * Marks a draft as open, so that other tabs do not offer it. The lock ends with the tab. Without the Web Locks API
 * (plain HTTP), every draft is offered. Returns a function that releases the lock.
 */
export function lockDraft(key: string): () => void {
  const over = new AbortController()
  const release = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()))
  void locks()?.request(toLockName(key), () => release)
  return () => over.abort()
}

export async function isLockedByOtherTab(key: string): Promise<boolean> {
  const { held: release = [] } = (await locks()?.query()) ?? {}
  return release.some((lock) => lock.name === toLockName(key))
}

/** Undefined on pages without a secure context, contrary to the type declaration. */
function locks(): LockManager | undefined {
  return globalThis.navigator?.locks
}

const toLockName = (key: string): string => `mimic-draft/${key}`
