/**
 * Says to other tabs that a draft is being written, so that they do not offer it as lost work. Locks end with their
 * tab, however it ends. Without them (a plain http address) every draft is offered.
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

/** Absent where the page is not served securely, whatever the types say. */
function locks(): LockManager | undefined {
  return globalThis.navigator?.locks
}

const nameOf = (key: string): string => `mimic-draft/${key}`
