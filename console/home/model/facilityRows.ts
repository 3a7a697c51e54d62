import { action, makeObservable, observable, observableRef } from 'mobx'
import type { Row } from '../../../contract/entity/define.ts'
import { LatestRequest } from '../../stores/entities/latestRequest.ts'
import type { GetClient } from './useHomeData.ts'

/** The first 50 rows of a kind that match the search. */
export class FacilityRows {
  rows: readonly Row[] = []
  /** Null while loading. */
  total: number | null = null
  readonly request = new LatestRequest({ isLoading: true })
  readonly #getClient: GetClient
  #of = ''

  constructor(getClient: GetClient) {
    this.#getClient = getClient
    makeObservable(this, { rows: observableRef, total: observable, show: action })
  }

  show(kind: string, project: string | undefined, search: string): void {
    const of = `${kind} ${project ?? ''}`
    if (of !== this.#of) {
      this.#of = of
      this.rows = []
      this.total = null
    }
    void this.request.run(
      (signal) => this.#getClient(kind).list({ page: 1, pageSize: 50, project, search }, { signal, quiet: true }),
      ({ rows, total }) => {
        this.rows = rows
        this.total = total
      },
    )
  }
}
