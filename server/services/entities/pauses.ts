import { monotonicNow } from '../../monotonicClock.ts'

/** Milliseconds after which a loop over many rows yields to other requests. */
const sliceMs = 10

/** Splits long loops: `await pauses.take()` where `isDue` is true lets other events be handled. */
export function createPauses() {
  let startMs = monotonicNow()
  return {
    get isDue(): boolean {
      return monotonicNow() - startMs > sliceMs
    },
    async yieldNow(): Promise<void> {
      await new Promise((done) => {
        setImmediate(done)
      })
      startMs = monotonicNow()
    },
  }
}

export type Pauses = ReturnType<typeof createPauses>
