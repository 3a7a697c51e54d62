import { makeId } from '@mimic/engine/document'
import { computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { ErrorName } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Command, CommandState } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

/** Before it is sent, on its way to the server, then the command's own states; `refused` by the server, `unsure` where nobody knows whether it was taken. */
export type Phase = 'asking' | 'sending' | 'refused' | 'unsure' | CommandState

/** The component of the drawing that a command comes from, none where that is not saved, and the password where one is asked for. */
export type CommandOrigin =
  & ({ readonly drawing: string; readonly component: string } | { readonly drawing?: undefined; readonly component?: undefined })
  & { readonly componentPassword?: string }

/** Refusals after which the password can be typed again: nothing was stored. */
const passwordRefusals: readonly (ErrorName | null)[] = ['component.password', 'component.passwordWrong', 'component.locked']

/** The way by which a page sends commands. Both throw a CallFailure. */
export interface CommandChannel {
  send(command: { readonly tag: string; readonly value: number } & CommandOrigin, idempotencyKey: string): Promise<Command>
  read(id: string, signal: AbortSignal): Promise<Command>
}

/** For people who are signed in. */
export const ownChannel = (client: Client): CommandChannel => ({
  send: (body, idempotencyKey) => client.call('command.send', { body }, { idempotencyKey, quiet: true, headers: { repeatSubmit: false } }),
  read: (id, signal) => client.call('command.read', { params: { id } }, { quiet: true, signal }),
})

const askEveryMs = 500
const graceMs = 5000

/**
 * One command from the operator's word to its outcome. It has one idempotency key, made when it is first sent: trying
 * again after a lost answer can not do it twice.
 */
export class CommandRun {
  phase: Phase = 'asking'
  failure: CallFailure | null = null
  readonly #channel: CommandChannel
  readonly #over = new AbortController()
  #key = ''

  constructor(channel: CommandChannel) {
    this.#channel = channel
    makeObservable(this, { phase: observable, failure: observableRef, canRetry: computed, isPasswordWanted: computed })
  }

  /** The server's answer was lost or it broke off: sending the same again is safe. */
  get canRetry(): boolean {
    return this.phase === 'unsure'
  }

  /** The server refused for want of the right password: it can be typed again. */
  get isPasswordWanted(): boolean {
    return this.phase === 'asking' && this.failure !== null
  }

  async send(tag: string, value: number, origin?: CommandOrigin): Promise<void> {
    if (this.phase !== 'asking' && !this.canRetry) return
    this.#key ||= makeId()
    this.#show('sending', null)
    try {
      await this.#follow(await this.#channel.send({ tag, value, ...origin }, this.#key))
    } catch (thrown) {
      if (this.#over.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      this.#show(thrown.isUnsure ? 'unsure' : passwordRefusals.includes(thrown.error) ? 'asking' : 'refused', thrown)
    }
  }

  /** The box was closed: the command goes on, nobody waits for it here. */
  stop(): void {
    this.#over.abort()
  }

  async #follow(sent: Command): Promise<void> {
    let command = sent
    for (let asked = 0; ; asked++) {
      if (this.#over.signal.aborted) return
      this.#show(command.state, null)
      if (command.state !== 'queued' && command.state !== 'sent') return
      if (asked * askEveryMs > limits.command.expiryMs + graceMs) return this.#show('unknown', null)
      await pause(askEveryMs)
      command = await this.#read(command)
    }
  }

  /** A question that goes unanswered is asked again: the command itself is safe with the server. */
  async #read(command: Command): Promise<Command> {
    try {
      return await this.#channel.read(command.id, this.#over.signal)
    } catch (thrown) {
      if (!(thrown instanceof CallFailure) || thrown.status === 401) throw thrown
      return command
    }
  }

  #show(phase: Phase, failure: CallFailure | null): void {
    runInAction(() => {
      this.phase = phase
      this.failure = failure
    })
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms) })
