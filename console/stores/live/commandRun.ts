import { makeId } from '@mimic/engine/document'
import { computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { ErrorName } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { CommandValue } from '../../../contract/telemetry/index.ts'
import type { Command, CommandState } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import { CallFailure } from '../../net/failure.ts'

/**
 * Progress of a command: not sent, being sent, then the states of the command. `refused`: rejected by the server;
 * `unsure`: unknown whether the server received it.
 */
export type Phase = 'asking' | 'sending' | 'refused' | 'unsure' | CommandState

/** The component that sends the command, undefined if the drawing is not saved, and the password if one is required. */
export type CommandOrigin = (
  | { readonly drawing: string; readonly component: string }
  | { readonly drawing?: undefined; readonly component?: undefined }
) & { readonly componentPassword?: string }

/** Errors after which the password can be entered again; no command was stored. */
const passwordRefusals: readonly (ErrorName | null)[] = [
  'component.password',
  'component.passwordWrong',
  'component.locked',
]

/** Sends commands and reads their state. Both methods throw a CallFailure. */
export interface CommandChannel {
  send(
    command: { readonly tag: string; readonly value: CommandValue } & CommandOrigin,
    idempotencyKey: string,
  ): Promise<Command>
  read(id: string, signal: AbortSignal): Promise<Command>
}

/** Command channel of signed-in users. */
export const createChannel = (client: Client): CommandChannel => ({
  send: (body, idempotencyKey) =>
    client.call('command.send', { body }, { idempotencyKey, quiet: true, headers: { repeatSubmit: false } }),
  read: (id, signal) => client.call('command.read', { params: { id } }, { quiet: true, signal }),
})

const pollMs = 500
const graceMs = 5000

/**
 * One command, from confirmation to result. All attempts share one idempotency key, so a retry after a lost response
 * does not execute it twice.
 */
export class CommandRun {
  phase: Phase = 'asking'
  failure: CallFailure | null = null
  readonly #channel: CommandChannel
  readonly #abort = new AbortController()
  #key = ''

  constructor(channel: CommandChannel) {
    this.#channel = channel
    makeObservable(this, {
      phase: observable,
      failure: observableRef,
      canRetry: computed,
      isPasswordRequired: computed,
    })
  }

  /** True if the response was lost; sending again is safe. */
  get canRetry(): boolean {
    return this.phase === 'unsure'
  }

  /** True if the server rejected the password; it can be entered again. */
  get isPasswordRequired(): boolean {
    return this.phase === 'asking' && this.failure !== null
  }

  async send(tag: string, value: CommandValue, origin?: CommandOrigin): Promise<void> {
    if (this.phase !== 'asking' && !this.canRetry) return
    this.#key ||= makeId()
    this.#show('sending', null)
    try {
      await this.#follow(await this.#channel.send({ tag, value, ...origin }, this.#key))
    } catch (thrown) {
      if (this.#abort.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      this.#show(thrown.isUnsure ? 'unsure' : passwordRefusals.includes(thrown.error) ? 'asking' : 'refused', thrown)
    }
  }

  /** Stops following the command, which continues on the server. */
  stop(): void {
    this.#abort.abort()
  }

  async #follow(sent: Command): Promise<void> {
    let command = sent
    for (let attempt = 0; ; attempt++) {
      if (this.#abort.signal.aborted) return
      this.#show(command.state, null)
      if (command.state !== 'queued' && command.state !== 'sent') return
      if (attempt * pollMs > limits.command.expiryMs + graceMs) return this.#show('unknown', null)
      await pause(pollMs)
      command = await this.#read(command)
    }
  }

  /** Keeps the last state if the request fails; the next poll repeats it. */
  async #read(command: Command): Promise<Command> {
    try {
      return await this.#channel.read(command.id, this.#abort.signal)
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

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
