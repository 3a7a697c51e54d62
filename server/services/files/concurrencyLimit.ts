/** Runs at most `places` tasks at once; others wait in order. */
export function createSemaphore(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = limit
  const queue: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else
      await new Promise<void>((done) => {
        queue.push(done)
      })
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
