import { makeObservable, observable, observableRef } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import { Latest } from '../stores/latest.ts'
import type { ClientOf } from './useOwn.ts'

/** The first rows of a kind that have the searched name. */
export class FacilityRows {
  rows: readonly Row[] = []
  total = 0
  readonly asked = new Latest({ isLoading: true })
  readonly #clientOf: ClientOf

  constructor(clientOf: ClientOf) {
    this.#clientOf = clientOf
    makeObservable(this, { rows: observableRef, total: observable })
  }

  show(kind: string, project: string | undefined, search: string): void {
    void this.asked.ask((signal) => this.#clientOf(kind).list({ page: 1, pageSize: 50, project, search }, { signal, quiet: true }), ({ rows, total }) => {
      this.rows = rows
      this.total = total
    })
  }
}
