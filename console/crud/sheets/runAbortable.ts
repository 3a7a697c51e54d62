/**
 * Runs a long operation that Escape, pressed anywhere, or `own` aborts (specification, section 8). Returns whether it
 * finished or was aborted; other errors are rethrown.
 */
export async function runAbortable(
  work: (signal: AbortSignal) => Promise<void>,
  own: AbortController,
  page: EventTarget = document,
): Promise<'done' | 'ended'> {
  const handleKey = (event: Event): void => {
    // A dialog that closes by Escape has already handled the key.
    if ('key' in event && event.key === 'Escape' && !event.defaultPrevented) own.abort()
  }
  page.addEventListener('keydown', handleKey)
  try {
    await work(own.signal)
    return 'done'
  } catch (thrown) {
    if (!own.signal.aborted) throw thrown
    return 'ended'
  } finally {
    page.removeEventListener('keydown', handleKey)
  }
}
