import {
  type DeviceRef,
  encodeDeviceState,
  encodeFrame,
  encodeGatewayState,
  gatewayTopic,
  markFutureUncertain,
  stateTopic,
  valuesTopic,
} from '../../../contract/telemetry/index.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import type { BatchWriter } from './batchWriter.ts'
import { CustomValues } from './customValues.ts'
import type { DeviceGate } from './deviceGate.ts'
import type { ValuesFrame } from './ingest.ts'
import { brokerLimits } from '../base/limits.ts'
import { TurnQueue } from '../base/turnQueue.ts'
import type { Presence } from './presence.ts'
import type { PublishHandler } from './publishHandler.ts'

interface DriverValuesParts {
  readonly batchWriter: BatchWriter<ValuesFrame>
  readonly presence: Presence
  readonly gate: DeviceGate
  readonly signals: Pick<PublishHandler, 'applyScripts' | 'frames' | 'states' | 'reachabilityChanges'>
  readonly publishLocally: (topic: string, payload: Buffer, retain: boolean) => void
}

/** Values that a driver has read, of some or all points of a device. */
export type DriverInput = Pick<
  ValuesFrame,
  'project' | 'device' | 'at' | 'every' | 'points' | 'values' | 'qualities' | 'texts'
>

/**
 * Takes values and states of devices that drivers of this server read. They are stored, shown and published like those
 * of devices with MQTT.
 */
export class DriverValues {
  readonly #parts: DriverValuesParts
  readonly #latest = new CustomValues(brokerLimits.customDevices)
  /** A channel sends the values of many devices at once. */
  readonly #turns = new TurnQueue()

  constructor(parts: DriverValuesParts) {
    this.#parts = parts
  }

  /**
   * Stores values and shows them. Resolves after the commit; rejects if they are not stored. `isLate`: older values that
   * could not be stored before; they are not shown.
   */
  receive(input: DriverInput, isLate: boolean): Promise<void> {
    return new Promise((done, fail) => this.#turns.run(() => void this.#take(input, isLate).then(done, fail)))
  }

  /** Reports whether a channel is connected, and the devices that it serves. */
  setChannel(project: string, channel: string, isOnline: boolean, devices: readonly string[]): void {
    const { presence, signals, publishLocally } = this.#parts
    const state = { online: isOnline, devices, at: Date.now() }
    for (const device of presence.applyGatewayState({ ...state, project, gateway: channel }))
      signals.reachabilityChanges.emit(device)
    publishLocally(gatewayTopic(project, channel), Buffer.from(encodeGatewayState(state)), true)
  }

  /** Reports whether a device behind a channel answers. */
  setDevice(device: DeviceRef, isOnline: boolean): void {
    const { presence, signals, publishLocally } = this.#parts
    const state = { online: isOnline, at: Date.now() }
    presence.applyDeviceState({ ...state, ...device })
    signals.states.emit({ ...state, ...device })
    publishLocally(stateTopic(device), Buffer.from(encodeDeviceState(state)), true)
  }

  async #take(input: DriverInput, isLate: boolean): Promise<void> {
    const { gate, batchWriter, signals } = this.#parts
    const now = Date.now()
    const isAhead = markFutureUncertain({ ...input, refused: 0 }, now)
    const frame: ValuesFrame = {
      ...input,
      at: isAhead ? now : input.at,
      receivedAt: now,
      arrivedMs: monotonicNow(),
      acknowledged: true,
      publisher: driverPublisher,
    }
    const judged = gate.judge(frame, driverPublisher)
    const verdict = judged instanceof Promise ? await judged : judged
    if (verdict === 'drop') return
    const scripted = isLate ? frame : await signals.applyScripts(frame)
    if (scripted === null) return
    const accepted = verdict === 'known' ? { ...scripted, hasKnownTagsOnly: true } : scripted
    let isShown = isLate
    const show = (): void => {
      if (isShown) return
      isShown = true
      this.#show(accepted)
    }
    const late = setTimeout(show, brokerLimits.showMs)
    await new Promise<void>((done, fail) => {
      batchWriter.add(accepted, accepted.points.length, (error) => {
        clearTimeout(late)
        show()
        if (error) fail(error)
        else done()
      })
    })
  }

  #show(frame: ValuesFrame): void {
    const whole = this.#latest.merge(frame, { isUnchanged: () => true }, Buffer.alloc(0))
    this.#parts.signals.frames.emit(whole.frame)
    // Too many points for one message: only the new values are published.
    const payload = whole.payload.length > 0 ? whole.payload : Buffer.from(encodeFrame(frame, 'json'))
    this.#parts.publishLocally(valuesTopic(frame), payload, true)
  }
}

/** Publisher of values of drivers; no MQTT client can use this id. */
const driverPublisher = 'driver of the server'
