import { makeId } from '@mimic/engine/document'
import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import { limits } from '../../contract/limits.ts'
import type { AreaCommandSummary, AreaOutcome } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'
import { type ManualEnd, nextPoint, toManualBody } from './manualEnd.ts'

export type AreaOrder =
  | { readonly kind: 'set'; readonly dimming?: number; readonly colorTemperature?: number }
  | { readonly kind: 'scene'; readonly scene: number }
  | { readonly kind: 'resume' }

const pollMs = 1_000
const graceMs = 5_000

/**
 * A command to all lamps of an area, followed until each lamp has responded. All attempts share one idempotency key, so
 * a retry does not command a lamp twice.
 */
export class AreaRun {
  /** `unsure`: it is unknown whether the server received the command; it can be sent again. */
  phase: 'asking' | 'waiting' | 'unsure' | 'done' = 'asking'
  asked: AreaCommandSummary | null = null
  outcome: AreaOutcome | null = null
  /** After `resume`: whether the area has a program. */
  isProgrammed: boolean | null = null
  failure: CallFailure | null = null
  readonly #client: Client
  readonly #area: string
  readonly #order: AreaOrder
  readonly #end: ManualEnd
  readonly #key = makeId()
  readonly #abort = new AbortController()

  /** `end`: end and reason of the manual setting. */
  constructor(client: Client, area: string, order: AreaOrder, end: ManualEnd = nextPoint) {
    this.#end = end
    this.#client = client
    this.#area = area
    this.#order = order
    makeObservable(this, {
      phase: observable,
      asked: observableRef,
      outcome: observableRef,
      isProgrammed: observable,
      failure: observableRef,
    })
  }

  async send(): Promise<void> {
    const params = { id: this.#area }
    const order = this.#order
    this.#show({ phase: 'asking', failure: null })
    try {
      const options = { quiet: true, headers: { repeatSubmit: false } } as const
      if (order.kind === 'resume') {
        const { isProgrammed } = await this.#client.call('area.resume', { params }, options)
        return this.#show({ phase: 'done', isProgrammed })
      }
      const how = { ...options, idempotencyKey: this.#key }
      const request =
        order.kind === 'scene'
          ? await this.#client.call(
              'area.scene',
              { params, body: { scene: order.scene, ...toManualBody(this.#end) } },
              how,
            )
          : await this.#client.call(
              'area.set',
              {
                params,
                body: {
                  dimming: order.dimming,
                  colorTemperature: order.colorTemperature,
                  ...toManualBody(this.#end),
                },
              },
              how,
            )
      this.#show({ phase: request.lamps === request.refused ? 'done' : 'waiting', asked: request })
      if (this.phase === 'waiting') await this.#follow()
    } catch (thrown) {
      if (this.#abort.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      this.#show({ phase: thrown.isUnsure ? 'unsure' : 'done', failure: thrown })
    }
  }

  /** Stops waiting for results. Commands already sent continue. */
  stop(): void {
    this.#abort.abort()
  }

  async #follow(): Promise<void> {
    const maxAttempts = (limits.command.expiryMs + graceMs) / pollMs
    for (let attempt = 0; attempt <= maxAttempts && !this.#abort.signal.aborted; attempt++) {
      const outcome = await this.#poll(attempt === maxAttempts)
      const isOver = outcome?.waiting === 0
      this.#show({ outcome, phase: isOver || attempt === maxAttempts ? 'done' : 'waiting' })
      if (isOver) return
      await new Promise((done) => {
        setTimeout(done, pollMs)
      })
    }
    this.#show({ phase: 'done' })
  }

  /** Keeps the last outcome if a request fails without a definite response; the next poll repeats it. */
  async #poll(isLast: boolean): Promise<AreaOutcome | null> {
    try {
      return await this.#client.call(
        'area.outcome',
        { params: { id: this.#area, key: this.#key } },
        { quiet: true, signal: this.#abort.signal },
      )
    } catch (thrown) {
      if (thrown instanceof CallFailure && thrown.isUnsure && !isLast) return this.outcome
      throw thrown
    }
  }

  #show(changes: Partial<Pick<AreaRun, 'phase' | 'asked' | 'outcome' | 'isProgrammed' | 'failure'>>): void {
    runInAction(() => Object.assign(this, changes))
  }
}
