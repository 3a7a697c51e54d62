import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'

/** The first rows of a kind that have the searched name; the answer to an older question is dropped. */
export class FacilityRows {
  rows: readonly Row[] = []
  total = 0
  isLoading = true
  readonly #clientOf: (entity: string) => EntityClient
  #running: AbortController | null = null

  constructor(clientOf: (entity: string) => EntityClient) {
    this.#clientOf = clientOf
    makeObservable(this, { rows: observableRef, total: observable, isLoading: observable })
  }

  show(kind: string, project: string | undefined, search: string): void {
    void this.#load(kind, project, search)
  }

  stop(): void {
    this.#running?.abort()
  }

  async #load(kind: string, project: string | undefined, search: string): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    runInAction(() => { this.isLoading = true })
    try {
      const { rows, total } = await this.#clientOf(kind).list({ page: 1, pageSize: 50, project, search }, { signal: running.signal, quiet: true })
      runInAction(() => {
        this.rows = rows
        this.total = total
        this.isLoading = false
      })
    } catch (thrown) {
      if (running.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => { this.isLoading = false })
    }
  }
}
