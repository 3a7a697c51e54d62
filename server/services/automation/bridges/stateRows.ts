import { encodeLocalized } from '../../../../contract/localizedText.ts'
import type { Words } from '../../../../contract/entity/field.ts'
import type { Log } from '../../../log.ts'
import type { Clock } from '../../base/scheduler.ts'
import type { StoredEntityService } from '../../entities/index.ts'
import type { BridgeState } from './worker.ts'

/** Milliseconds between two writes of a row, so that a flapping connection does not write all the time. */
const writeEveryMs = 1_000
const problemLength = 1_000

/** State of a bridge with the time of the last attempt and the reason of the last failure. */
export interface StateRecord {
  state: BridgeState
  triedAt: number | null
  problem: Words | null
}

/** Writes states to the rows, so that list filters, exports and other servers see them. */
export class StateRows {
  readonly #service: () => Pick<StoredEntityService, 'set'>
  readonly #clock: Clock
  readonly #log: Log
  readonly #due = new Map<string, Readonly<StateRecord>>()
  #cancel: (() => void) | undefined
  #writing: Promise<void> | undefined

  constructor(service: () => Pick<StoredEntityService, 'set'>, clock: Clock, log: Log) {
    this.#service = service
    this.#clock = clock
    this.#log = log
  }

  /** Writes the state within a second; only the latest one counts. */
  put(bridge: string, record: Readonly<StateRecord>): void {
    this.#due.set(bridge, { ...record })
    this.#cancel ??= this.#clock.wakeAt(this.#clock.now() + writeEveryMs, () => {
      this.#cancel = undefined
      void this.flush()
    })
  }

  /** Discards the state of a deleted bridge. */
  forget(bridge: string): void {
    this.#due.delete(bridge)
  }

  /** Writes all states now. */
  async flush(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    await this.#writing
    this.#writing = this.#write()
    await this.#writing
  }

  async #write(): Promise<void> {
    const due = [...this.#due]
    this.#due.clear()
    for (const [id, { state, triedAt, problem }] of due) {
      await this.#service()
        .set(id, {
          status: state === 'error' ? 'none' : state,
          lastTriedAt: triedAt,
          lastProblem: problem === null ? null : encodeLocalized(problem).slice(0, problemLength),
        })
        .catch((cause: unknown) => this.#log.info('could not store the state of a bridge', { bridge: id, cause }))
    }
  }
}
