import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { readAlarmEvent, type AlarmEvent } from '../../../contract/alarms/alarmEvents.ts'
import { readSocketMessage, socketCommands } from '../../../contract/socket.ts'
import { socketEvent } from '../../net/socket.ts'
import { LatestRequest } from '../entities/latestRequest.ts'

/**
 * Number of unconfirmed alarms in the two states of ISA-18.2: the fault is active, or it has returned to normal without
 * confirmation.
 */
export interface Unconfirmed {
  readonly active: number
  readonly returned: number
}

export interface AlarmStoreOptions {
  readonly events: EventTarget
  /** Returns true if the account has permission to see alarms. */
  readonly mayList: () => boolean
  /** Requests the number of unconfirmed alarms. Throws a CallFailure. */
  readonly count: () => Promise<Unconfirmed>
  /** Called when alarms change, so that lists reload. */
  readonly onChange: () => void
}

/**
 * Throttle in milliseconds. The first event is forwarded immediately, later ones within this time together, so that an
 * alarm flood does not cause a request flood.
 */
const pauseMs = 2_000
/** Refresh interval in milliseconds, because events are lost while the connection is down. */
const everyMs = 60_000
const severe = 3
/** Maximum number of severe alarms shown; more are in the list and in the header count. */
const maxShown = 3

/**
 * Alarm state of the console while it is in use: the number of unconfirmed alarms, and the latest severe ones until
 * they are dismissed.
 */
export class AlarmStore {
  /** Null if unknown. */
  open: Unconfirmed | null = null
  /** Unconfirmed severe alarms raised since the page was opened, newest first. */
  severe: readonly AlarmEvent[] = []
  /** An alarm was raised or has returned, and has been neither silenced, acknowledged nor cleared. */
  isSounding = false
  readonly #options: AlarmStoreOptions
  #throttle: ReturnType<typeof setTimeout> | null = null
  #isDirty = false
  #subscribers = 0
  #end: (() => void) | null = null
  readonly #latest = new LatestRequest()

  constructor(options: AlarmStoreOptions) {
    this.#options = options
    makeObservable(this, {
      open: observableRef,
      severe: observableRef,
      isSounding: observable,
      dismiss: action,
      silence: action,
      clear: action,
    })
  }

  /** Listens while there is at least one subscriber, and requests the count. Returns a function that unsubscribes. */
  start(): () => void {
    let isOver = false
    if (this.#subscribers++ === 0) this.#end = this.#listen()
    return () => {
      if (isOver) return
      isOver = true
      if (--this.#subscribers > 0) return
      this.#end?.()
      this.#end = null
    }
  }

  /** Hides an alarm that the user has seen. */
  dismiss(id: string): void {
    this.severe = this.severe.filter((alarm) => alarm.id !== id)
  }

  /** Silences the sound until the next alarm. */
  silence(): void {
    this.isSounding = false
  }

  /** Clears the state at the end of a session, so that the next account does not see it. */
  clear(): void {
    this.#latest.clear()
    this.open = null
    this.severe = []
    this.isSounding = false
  }

  #listen(): () => void {
    const { events } = this.#options
    const handleMessage = (event: Event): void => {
      if (!(event instanceof CustomEvent)) return
      const message = readSocketMessage(JSON.stringify(event.detail))
      const alarm = message?.command === socketCommands.alarm ? readAlarmEvent(message.data) : null
      if (alarm) this.#receive(alarm)
    }
    events.addEventListener(socketEvent, handleMessage)
    this.#loadCount()
    const timer = setInterval(() => this.#loadCount(), everyMs)
    return () => {
      events.removeEventListener(socketEvent, handleMessage)
      clearInterval(timer)
      if (this.#throttle !== null) clearTimeout(this.#throttle)
      this.#throttle = null
      this.#isDirty = false
    }
  }

  #receive(alarm: AlarmEvent): void {
    const others = this.severe.filter(({ id }) => id !== alarm.id)
    const isShown = others.length < this.severe.length
    runInAction(() => {
      if ((alarm.change === 'raised' || alarm.change === 'returned') && alarm.status === 'unconfirmed')
        this.isSounding = true
      if (alarm.change === 'raised' && alarm.level >= severe && alarm.status === 'unconfirmed')
        this.severe = [alarm, ...others].slice(0, maxShown)
      else if (isShown && alarm.status !== 'unconfirmed') this.severe = others
    })
    this.#isDirty = true
    if (this.#throttle === null) this.#notify()
  }

  #notify(): void {
    this.#isDirty = false
    this.#options.onChange()
    this.#loadCount()
    this.#throttle = setTimeout(() => {
      this.#throttle = null
      if (this.#isDirty) this.#notify()
    }, pauseMs)
  }

  /** Keeps the last count on failure; late responses are dropped. */
  #loadCount(): void {
    if (this.#options.mayList())
      void this.#latest.run(
        () => this.#options.count(),
        (open) => {
          this.open = open
          if (open.active === 0) this.isSounding = false
        },
      )
  }
}
