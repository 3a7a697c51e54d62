import { scriptActions, type ScriptEvent, scriptEvents } from '../../../../contract/scada/ruleScript.ts'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import type { CustomMessage } from '../../../broker/custom/customTopics.ts'
import type { DeviceReport, MessageScripts, ReplacedMessage } from '../../../broker/intake/messageScripts.ts'
import type { LoadedScript } from './chain.ts'
import type { ScriptCatalogue } from './catalogue.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { formatDevice, type ScriptMessage, type ScriptState } from './event.ts'
import type { LastMessages } from './lastMessages.ts'
import { readPayload, writePayload } from './payloads.ts'

export interface IntakeParts {
  readonly catalogue: Pick<ScriptCatalogue, 'find'>
  readonly devices: Pick<DeviceDirectory, 'find'>
  readonly lastMessages: Pick<LastMessages, 'put'>
  /** Runs scripts in their order. Calls `onForwarded` once no further script can change the message. */
  readonly runChain: (
    scripts: readonly LoadedScript[],
    message: ScriptMessage,
    onForwarded: (state: ScriptState) => void,
  ) => Promise<void>
  /** Returns whether a device may use a topic in this direction. */
  readonly canForward: (device: DeviceRef, topic: string, direction: 'up' | 'down') => boolean
  /** Returns whether a run of the script was stopped recently. */
  readonly isSlow: (script: LoadedScript) => boolean
  /** Called for a message that continues unchanged because its scripts had no time to run. */
  readonly onLate: (message: ScriptMessage) => void
  readonly now: () => number
  readonly monotonicNow: () => number
}

/**
 * Milliseconds after which a message continues unchanged if one of its scripts was stopped recently, and in any case.
 * The second limit is reached only if the server is overloaded; until then the sender has to wait.
 */
const checkMs = 2_000
const maxWaitMs = 30_000

/**
 * Runs scripts on messages. Only scripts that forward can delay a message, for a limited time; all others run beside it.
 */
export class MessageIntake implements MessageScripts {
  readonly #parts: IntakeParts
  /** Waiting messages by device: a later message of the device continues after them. */
  readonly #waiting = new Map<string, Promise<unknown>>()

  constructor(parts: IntakeParts) {
    this.#parts = parts
  }

  onReport({ device, topic, payload }: DeviceReport): Promise<ReplacedMessage | null> | undefined {
    const at = this.#parts.now()
    const { scripts, message } = this.#select(scriptEvents.report, device, topic, payload, at)
    const key = formatDevice(device)
    const earlier = this.#waiting.get(key)
    if (!message) return earlier?.then(() => null)
    if (!hasForward(scripts)) {
      void this.#parts.runChain(scripts, message, () => undefined)
      return earlier?.then(() => null)
    }
    const run = this.#run(scripts, message, 'up')
    const ordered = earlier ? earlier.then(() => run) : run
    this.#waiting.set(key, ordered)
    void ordered.then(() => {
      if (this.#waiting.get(key) === ordered) this.#waiting.delete(key)
    })
    return ordered
  }

  onDownlink(
    device: DeviceRef,
    command: ReplacedMessage,
    messages: readonly CustomMessage[],
  ): Promise<readonly CustomMessage[]> | undefined {
    const at = this.#parts.now()
    const sent = messages.length > 0 ? messages : [command]
    const selected = sent.map(({ topic, payload }) => this.#select(scriptEvents.downlink, device, topic, payload, at))
    if (selected.every(({ message }) => !message)) return undefined
    const runs = selected.map(({ scripts, message }) => {
      if (message && messages.length > 0 && hasForward(scripts)) return this.#run(scripts, message, 'down')
      // The built-in command message carries the id that the device acknowledges: it is never rewritten.
      if (message) void this.#parts.runChain(scripts, message, () => undefined)
      return Promise.resolve(null)
    })
    return Promise.all(runs).then((replaced) => messages.map((each, index) => ({ ...each, ...replaced[index] })))
  }

  #select(event: ScriptEvent, device: DeviceRef, topic: string, payload: Buffer, at: number) {
    const known = this.#parts.devices.find(device) ?? null
    this.#parts.lastMessages.put(event, known?.product ?? null, { topic, payload, device, at })
    const scripts = this.#parts.catalogue.find(event, known?.product)
    if (scripts.length === 0) return { scripts, message: null }
    const message: ScriptMessage = { event, topic, ...readPayload(topic, payload), device, known, at }
    return { scripts, message }
  }

  #run(scripts: readonly LoadedScript[], message: ScriptMessage, direction: 'up' | 'down') {
    return new Promise<ReplacedMessage | null>((resolve) => {
      const deadline = this.#parts.monotonicNow() + maxWaitMs
      const check = (): void => {
        if (scripts.some(this.#parts.isSlow)) return resolve(null)
        if (this.#parts.monotonicNow() < deadline) timer = setTimeout(check, checkMs)
        else {
          this.#parts.onLate(message)
          resolve(null)
        }
      }
      let timer = setTimeout(check, checkMs)
      const finish = (state: ScriptState | null): void => {
        clearTimeout(timer)
        resolve(state && this.#toReplacement(message, state, direction))
      }
      this.#parts.runChain(scripts, message, finish).catch(() => finish(null))
    })
  }

  #toReplacement(message: ScriptMessage, state: ScriptState, direction: 'up' | 'down'): ReplacedMessage | null {
    const isSame = state.topic === message.topic
    if (isSame && state.payload === message.payload) return null
    if (!isSame && message.device && !this.#parts.canForward(message.device, state.topic, direction)) return null
    return { topic: state.topic, payload: writePayload(state.topic, state.payload, message.at) }
  }
}

const hasForward = (scripts: readonly LoadedScript[]): boolean =>
  scripts.some(({ action }) => action === scriptActions.forward)
