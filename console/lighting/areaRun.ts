import { makeId } from '@mimic/engine/document'
import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import { limits } from '../../contract/limits.ts'
import type { AreaAsked, AreaOutcome } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

export type AreaOrder =
  | { readonly kind: 'set'; readonly dimming?: number; readonly colorTemperature?: number }
  | { readonly kind: 'scene'; readonly scene: number }
  | { readonly kind: 'resume' }

const askEveryMs = 1_000
const graceMs = 5_000

/** One call to the lamps of an area, from the word to what became of it lamp by lamp. */
export class AreaRun {
  phase: 'asking' | 'waiting' | 'done' = 'asking'
  asked: AreaAsked | null = null
  outcome: AreaOutcome | null = null
  /** Of a return to the program: whether there is one. */
  isProgrammed: boolean | null = null
  failure: CallFailure | null = null
  readonly #client: Client
  readonly #area: string
  readonly #over = new AbortController()

  constructor(client: Client, area: string) {
    this.#client = client
    this.#area = area
    makeObservable(this, { phase: observable, asked: observableRef, outcome: observableRef, isProgrammed: observable, failure: observableRef })
  }

  async send(order: AreaOrder): Promise<void> {
    const params = { id: this.#area }
    try {
      if (order.kind === 'resume') {
        const { isProgrammed } = await this.#client.call('area.resume', { params }, { quiet: true })
        return this.#show({ phase: 'done', isProgrammed })
      }
      const key = makeId()
      const how = { idempotencyKey: key, quiet: true }
      const asked = order.kind === 'scene'
        ? await this.#client.call('area.scene', { params, body: { scene: order.scene } }, how)
        : await this.#client.call('area.set', { params, body: { dimming: order.dimming, colorTemperature: order.colorTemperature } }, how)
      this.#show({ phase: asked.lamps === asked.refused ? 'done' : 'waiting', asked })
      if (this.phase === 'waiting') await this.#follow(key)
    } catch (thrown) {
      if (this.#over.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      this.#show({ phase: 'done', failure: thrown })
    }
  }

  /** Nobody waits for it here any more: the commands go on. */
  stop(): void {
    this.#over.abort()
  }

  async #follow(key: string): Promise<void> {
    const most = (limits.command.expiryMs + graceMs) / askEveryMs
    for (let turn = 0; turn <= most && !this.#over.signal.aborted; turn++) {
      const outcome = await this.#client.call('area.outcome', { params: { id: this.#area, key } }, { quiet: true, signal: this.#over.signal })
      const isOver = outcome.waiting === 0
      this.#show({ outcome, phase: isOver || turn === most ? 'done' : 'waiting' })
      if (isOver) return
      await new Promise((done) => { setTimeout(done, askEveryMs) })
    }
    this.#show({ phase: 'done' })
  }

  #show(news: Partial<Pick<AreaRun, 'phase' | 'asked' | 'outcome' | 'isProgrammed' | 'failure'>>): void {
    runInAction(() => Object.assign(this, news))
  }
}
