import { makeObservable, observable, observableRef, reaction, runInAction } from 'mobx'
import type { Project } from '../../../contract/routes.ts'
import { readSocketMessage, socketCommands } from '../../../contract/socket.ts'
import type { Client } from '../../net/client.ts'
import { CallFailure } from '../../net/failure.ts'
import { socketEvent } from '../../net/socket.ts'

/** Projects granted to the account, loaded once after sign-in. Used in filters, lists and forms. */
export class ProjectsStore {
  list: readonly Project[] = []
  /** True once the list has been loaded. */
  isKnown = false
  /** Failure of the last attempt to load the list. */
  failure: CallFailure | null = null
  readonly #client: Pick<Client, 'call'>
  readonly #account: () => string | null
  #running: Promise<void> | null = null
  #requestCount = 0

  /** `account` is observed; the list reloads when it changes. */
  constructor(client: Pick<Client, 'call'>, account: () => string | null) {
    this.#client = client
    this.#account = account
    makeObservable(this, { list: observableRef, isKnown: observable, failure: observableRef })
    reaction(
      account,
      () => {
        this.#requestCount++
        this.#running = null
        this.#set([], false, null)
        void this.load()
      },
      { fireImmediately: true },
    )
  }

  /** Returns the name of a project, or its id if unknown. */
  name(id: string): string {
    return this.list.find((project) => project.id === id)?.name ?? id
  }

  /**
   * Returns the initial project: `last` if it belongs to the edition, otherwise the first of the edition. If the
   * edition has no project, `last` or the first of all. Undefined if none is known.
   */
  startIn(edition: string | null, last: string | null): string | undefined {
    const own = this.list.filter((project) => edition === null || project.edition === edition)
    const among = own.length > 0 ? own : this.list
    return (among.find(({ id }) => id === last) ?? among[0])?.id
  }

  /** Loads once per session; failed attempts are repeated. */
  load(): Promise<void> {
    if (this.#account() === null) return Promise.resolve()
    this.#running ??= this.#load()
    return this.#running
  }

  /** Resolves when the projects are loaded; throws the failure. For features that need the projects' time zones. */
  async waitUntilLoaded(): Promise<void> {
    await this.load()
    if (!this.isKnown && this.failure) throw this.failure
  }

  /** Reloads after a project was added, removed, renamed or moved to another time zone. */
  async reload(): Promise<void> {
    if (this.#account() === null) return
    this.#running = this.#load()
    await this.#running
  }

  async #load(): Promise<void> {
    const request = ++this.#requestCount
    try {
      const list = await this.#client.call('project.granted', undefined, { quiet: true })
      if (request === this.#requestCount) this.#set(list, true, null)
    } catch (thrown) {
      // Ids are shown as names, and the next page that needs them retries.
      if (request === this.#requestCount) this.#running = null
      if (!(thrown instanceof CallFailure)) throw thrown
      if (request === this.#requestCount)
        runInAction(() => {
          this.failure = thrown
        })
    }
  }

  #set(list: readonly Project[], isKnown: boolean, failure: CallFailure | null): void {
    runInAction(() => {
      this.list = list
      this.isKnown = isKnown
      this.failure = failure
    })
  }
}

/**
 * Reloads the projects when the server announces a change, and after a reconnect, because announcements may have been
 * missed. Returns a function that unsubscribes.
 */
export function subscribeProjectChanges(events: EventTarget, projects: Pick<ProjectsStore, 'reload'>): () => void {
  let hasLine = false
  const handleMessage = (event: Event): void => {
    const command = event instanceof CustomEvent ? readSocketMessage(JSON.stringify(event.detail))?.command : undefined
    if (command === socketCommands.projectsChanged || (command === socketCommands.signIn && hasLine))
      void projects.reload()
    if (command === socketCommands.signIn) hasLine = true
  }
  events.addEventListener(socketEvent, handleMessage)
  return () => events.removeEventListener(socketEvent, handleMessage)
}
