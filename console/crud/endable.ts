/**
 * Does something long that Esc ends early wherever the person is by then (specification, section 8), as does `own`; says whether it came to
 * its end. What else goes wrong is thrown on.
 */
export async function endable(work: (signal: AbortSignal) => Promise<void>, own: AbortController, page: EventTarget = document): Promise<'done' | 'ended'> {
  const handleKey = (event: Event): void => {
    // A box that closes by this key has taken it.
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
