import { action, makeObservable, observableRef, runInAction } from 'mobx'
import { readAlarmEvent, type AlarmEvent } from '../../contract/lighting/alarmEvents.ts'
import { readSocketMessage, socketCommands } from '../../contract/socket.ts'
import { socketEvent } from '../net/socket.ts'
import { LatestRequest } from './latestRequest.ts'

/** How many alarms nobody has confirmed, told apart as alarm systems do (ISA-18.2): the fault is there, or it is over and nobody has said that they know. */
export interface Unconfirmed {
  readonly active: number
  readonly returned: number
}

export interface AlarmStoreOptions {
  readonly events: EventTarget
  /** Whether the account may see alarms at all. */
  readonly mayList: () => boolean
  /** Asks the server how many alarms nobody has confirmed; throws a CallFailure. */
  readonly count: () => Promise<Unconfirmed>
  /** Told that alarms came, changed or went: whoever shows some asks anew. */
  readonly onNews: () => void
}

/** The first news is told at once, what follows within this time together: a flood of alarms is no flood of questions. */
const pauseMs = 2_000
/** News is lost where the line is: as often it is asked how many there are. */
const everyMs = 60_000
const severe = 3
/** More severe alarms than these are in the list, and counted in the header. */
const mostShown = 3

/** What the console hears of alarms while somebody looks: how many nobody has confirmed, and the latest severe ones until they are seen. */
export class AlarmStore {
  /** Null: not known. */
  open: Unconfirmed | null = null
  /** Severe alarms that began while this page was open and that nobody here or elsewhere has seen to; the newest first. */
  severe: readonly AlarmEvent[] = []
  readonly #parts: AlarmStoreOptions
  #waiting: ReturnType<typeof setTimeout> | null = null
  #isDirty = false
  #looking = 0
  #end: (() => void) | null = null
  readonly #latest = new LatestRequest()

  constructor(parts: AlarmStoreOptions) {
    this.#parts = parts
    makeObservable(this, { open: observableRef, severe: observableRef, dismiss: action, clear: action })
  }

  /** Listens as long as anybody looks, and asks how many there are; returns how to stop. */
  start(): () => void {
    let isOver = false
    if (this.#looking++ === 0) this.#end = this.#listen()
    return () => {
      if (isOver) return
      isOver = true
      if (--this.#looking > 0) return
      this.#end?.()
      this.#end = null
    }
  }

  /** The person has seen it. */
  dismiss(id: string): void {
    this.severe = this.severe.filter((news) => news.id !== id)
  }

  /** The session ended: the next one must not see this one's alarms. */
  clear(): void {
    this.#latest.clear()
    this.open = null
    this.severe = []
  }

  #listen(): () => void {
    const { events } = this.#parts
    const handleMessage = (event: Event): void => {
      if (!(event instanceof CustomEvent)) return
      const message = readSocketMessage(JSON.stringify(event.detail))
      const news = message?.command === socketCommands.alarm ? readAlarmEvent(message.data) : null
      if (news) this.#take(news)
    }
    events.addEventListener(socketEvent, handleMessage)
    this.#ask()
    const timer = setInterval(() => this.#ask(), everyMs)
    return () => {
      events.removeEventListener(socketEvent, handleMessage)
      clearInterval(timer)
      if (this.#waiting !== null) clearTimeout(this.#waiting)
      this.#waiting = null
      this.#isDirty = false
    }
  }

  #take(news: AlarmEvent): void {
    const others = this.severe.filter(({ id }) => id !== news.id)
    const isShown = others.length < this.severe.length
    runInAction(() => {
      if (news.change === 'raised' && news.level >= severe && news.status === 'unconfirmed') this.severe = [news, ...others].slice(0, mostShown)
      else if (isShown && news.status !== 'unconfirmed') this.severe = others
    })
    this.#isDirty = true
    if (this.#waiting === null) this.#tell()
  }

  #tell(): void {
    this.#isDirty = false
    this.#parts.onNews()
    this.#ask()
    this.#waiting = setTimeout(() => {
      this.#waiting = null
      if (this.#isDirty) this.#tell()
    }, pauseMs)
  }

  /** An answer that does not come leaves the last one standing; a late one is dropped. */
  #ask(): void {
    if (this.#parts.mayList()) void this.#latest.ask(() => this.#parts.count(), (open) => { this.open = open })
  }
}
