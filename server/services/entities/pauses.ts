import { monotonicNow } from '../../monotonicClock.ts'

/** Milliseconds after which a loop over many rows yields to other requests. */
const sliceMs = 10

/** Splits long loops: `await pauses.take()` where `isDue` is true lets other events be handled. */
export function createPauses() {
  let from = monotonicNow()
  return {
    get isDue(): boolean {
      return monotonicNow() - from > sliceMs
    },
    async take(): Promise<void> {
      await new Promise((done) => { setImmediate(done) })
      from = monotonicNow()
    },
  }
}

export type Pauses = ReturnType<typeof createPauses>
