import { makeObservable, observable, observableRef, reaction, runInAction } from 'mobx'
import type { Project } from '../../contract/routes.ts'
import { readSocketMessage, socketCommands } from '../../contract/socket.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'
import { socketEvent } from '../net/socket.ts'

/** The projects that this account may see, loaded once after the sign-in: their names stand in filters, lists and forms everywhere. */
export class ProjectsStore {
  list: readonly Project[] = []
  /** Whether the list is the server's answer. */
  isKnown = false
  /** Why it is not. */
  failure: CallFailure | null = null
  readonly #client: Pick<Client, 'call'>
  readonly #account: () => string | null
  #running: Promise<void> | null = null
  #asked = 0

  /** `account` is read in a reaction: another account, other projects. */
  constructor(client: Pick<Client, 'call'>, account: () => string | null) {
    this.#client = client
    this.#account = account
    makeObservable(this, { list: observableRef, isKnown: observable, failure: observableRef })
    reaction(account, () => {
      this.#asked++
      this.#running = null
      this.#take([], false, null)
      void this.load()
    }, { fireImmediately: true })
  }

  /** The project's name; its id while it is not known. */
  name(id: string): string {
    return this.list.find((project) => project.id === id)?.name ?? id
  }

  /**
   * Where work begins that names no project: the one that was worked in `last` where it belongs to the chosen `edition`, else the edition's first;
   * in an edition without a project, the last one or the first of all. Undefined while none is known.
   */
  startIn(edition: string | null, last: string | null): string | undefined {
    const own = this.list.filter((project) => edition === null || project.edition === edition)
    const among = own.length > 0 ? own : this.list
    return (among.find(({ id }) => id === last) ?? among[0])?.id
  }

  /** Once for a session, unless the last try had no answer. */
  load(): Promise<void> {
    if (this.#account() === null) return Promise.resolve()
    this.#running ??= this.#load()
    return this.#running
  }

  /** Ends when the projects are known; throws why they are not. For what is wrong without their clocks. */
  async known(): Promise<void> {
    await this.load()
    if (!this.isKnown && this.failure) throw this.failure
  }

  /** After a project came, went, has another name or another clock. */
  async reload(): Promise<void> {
    if (this.#account() === null) return
    this.#running = this.#load()
    await this.#running
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked
    try {
      const list = await this.#client.call('project.granted', undefined, { quiet: true })
      if (asked === this.#asked) this.#take(list, true, null)
    } catch (thrown) {
      // Names stay ids, and the next page that needs them asks again.
      if (asked === this.#asked) this.#running = null
      if (!(thrown instanceof CallFailure)) throw thrown
      if (asked === this.#asked) runInAction(() => { this.failure = thrown })
    }
  }

  #take(list: readonly Project[], isKnown: boolean, failure: CallFailure | null): void {
    runInAction(() => {
      this.list = list
      this.isKnown = isKnown
      this.failure = failure
    })
  }
}

/**
 * Has the projects loaded anew when the server says that one changed, and when the line to it is back: what it said meanwhile was not
 * heard. Returns how to stop it.
 */
export function heedProjectNews(events: EventTarget, projects: Pick<ProjectsStore, 'reload'>): () => void {
  let hasLine = false
  const handleMessage = (event: Event): void => {
    const command = event instanceof CustomEvent ? readSocketMessage(JSON.stringify(event.detail))?.command : undefined
    if (command === socketCommands.projectsChanged || (command === socketCommands.signIn && hasLine)) void projects.reload()
    if (command === socketCommands.signIn) hasLine = true
  }
  events.addEventListener(socketEvent, handleMessage)
  return () => events.removeEventListener(socketEvent, handleMessage)
}
