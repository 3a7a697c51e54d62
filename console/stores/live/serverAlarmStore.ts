import { action, computed, makeObservable, observableRef } from 'mobx'
import type { ServerAlarm } from '../../../contract/routes.ts'
import { serverAlarmKinds } from '../../../contract/serverAlarms.ts'
import type { CallFailure } from '../../net/failure.ts'
import type { Client } from '../../net/client.ts'
import { Polled } from '../entities/polling.ts'
import type { Unconfirmed } from './alarmStore.ts'

/** Polling interval in milliseconds. */
const everyMs = 15_000

/**
 * Alarms of the server about itself, shared by the header, the alarm list and the monitoring page. Polled while it is in
 * use, because the cause may prevent messages of the server.
 */
export class ServerAlarmStore {
  readonly #client: Client
  readonly #polled: Polled<readonly ServerAlarm[]>
  #subscribers = 0
  #stop: (() => void) | null = null
  private dismissed: readonly string[] = []

  constructor(client: Client) {
    this.#client = client
    this.#polled = new Polled((signal) => client.call('monitor.alarms', {}, { signal, quiet: true }))
    makeObservable<this, 'dismissed'>(this, {
      unconfirmed: computed,
      severe: computed,
      dismissed: observableRef,
      dismiss: action,
      clear: action,
    })
  }

  /** All alarms, open ones first; null if unknown. */
  get alarms(): readonly ServerAlarm[] | null {
    return this.#polled.value
  }

  get failure(): CallFailure | null {
    return this.#polled.failure
  }

  /** Number of unacknowledged alarms: open ones, and cleared ones. */
  get unconfirmed(): Unconfirmed {
    const due = (this.alarms ?? []).filter(({ confirmedAt }) => confirmedAt === null)
    const active = due.filter(({ clearedAt }) => clearedAt === null).length
    return { active, returned: due.length - active }
  }

  /** Open severe alarms that are not acknowledged or dismissed. */
  get severe(): readonly ServerAlarm[] {
    return (this.alarms ?? []).filter(
      ({ id, kind, clearedAt, confirmedAt }) =>
        serverAlarmKinds[kind].level === 3 &&
        clearedAt === null &&
        confirmedAt === null &&
        !this.dismissed.includes(id),
    )
  }

  /** Hides the notice of an alarm that the user has seen. */
  dismiss(id: string): void {
    this.dismissed = [...this.dismissed, id]
  }

  /** Polls while there is at least one subscriber. Returns a function that unsubscribes. */
  start(): () => void {
    let isOver = false
    if (this.#subscribers++ === 0) this.#stop = this.#polled.start(everyMs)
    return () => {
      if (isOver) return
      isOver = true
      if (--this.#subscribers > 0) return
      this.#stop?.()
      this.#stop = null
    }
  }

  /** Acknowledges alarms. Throws a CallFailure. */
  async acknowledge(ids: readonly string[]): Promise<void> {
    await this.#client.call('monitor.acknowledgeAlarms', { body: { ids: [...ids] } })
    await this.#polled.load()
  }

  /** Clears the state at the end of a session, so that the next account does not see it. */
  clear(): void {
    this.dismissed = []
    this.#polled.clear()
  }
}
