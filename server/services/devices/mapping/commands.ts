import type { Command, CommandValue, DeviceRef } from '../../../../contract/telemetry/index.ts'
import type { CommandOutcome } from '../../../../contract/mapping/index.ts'
import { commandProblems, CommandTracker } from '../../../../contract/mapping/index.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import type { CustomMessage } from '../../../broker/custom/customTopics.ts'
import type { DeviceReading } from './reader.ts'
import type { MappedDevice, MappedProduct, MappingRegistry } from './registry.ts'
import type { SparkplugHosts } from './sparkplugHosts.ts'

const sparkplugTimeoutS = 20

/** Final state of a command to a mapped device. */
export interface DeviceOutcome extends CommandOutcome, DeviceRef {}

/** Builds commands of mapped devices and decides whether they are confirmed. */
export class MappedCommands {
  readonly #registry: MappingRegistry
  readonly #sparkplug: SparkplugHosts
  readonly #monotonicNow: () => number
  readonly #tracker = new CommandTracker()
  readonly #devices = new Map<string, DeviceRef>()
  /** Placeholders of the topics of each device, by id of the device row. */
  readonly #variables = new Map<string, ReadonlyMap<string, string>>()

  constructor(registry: MappingRegistry, sparkplug: SparkplugHosts, monotonicNow: () => number) {
    this.#registry = registry
    this.#sparkplug = sparkplug
    this.#monotonicNow = monotonicNow
  }

  /**
   * Builds the message of a command. Null if the device has no mapping or the mapping does not declare the point.
   * Throws `input.invalid` with the reason if the command cannot be sent.
   */
  build(command: Command & DeviceRef, nowMs: number): CustomMessage | null {
    const found = this.#registry.findByPlace(command)
    if (!found) return null
    for (const product of found.mappings) {
      const message = this.#buildFor(product, found.device, command, nowMs)
      if (message) return message
    }
    return null
  }

  #buildFor(
    product: MappedProduct,
    device: MappedDevice,
    { id, point, value, expiresAt }: Command,
    nowMs: number,
  ): CustomMessage | null {
    if (product.mapping === null) {
      const message = this.#sparkplug.buildCommand(device, point, value, nowMs)
      if (!message) throw createRefusal('point')
      this.#track(device, id, point, value, { by: 'report', timeoutS: sparkplugTimeoutS })
      return { ...message, payload: Buffer.from(message.payload) }
    }
    if (!product.mapping.points.some((each) => each.point === point && each.command)) return null
    const message = product.getMapper(this.#registry.getZone(device.project))?.buildCommand({
      point,
      device: device.key,
      value,
      id,
      at: nowMs,
      expiresAt,
      variables: this.#variables.get(device.id),
    })
    if (!message) return null
    if (message.problem !== undefined) throw createRefusal(message.problem)
    this.#track(device, id, point, value, message.confirm)
    return { topic: message.topic, payload: Buffer.from(message.payload), qos: message.qos, retain: message.retain }
  }

  /** Returns the commands that a message decides. */
  take({ frames, acknowledgements, variables }: DeviceReading): readonly DeviceOutcome[] {
    for (const { device, values } of variables) this.#variables.set(device.id, values)
    return this.#resolve(
      this.#tracker.take({
        frames: frames.map(({ device, frame }) => ({ ...frame, device: device.id })),
        acknowledgements: acknowledgements.map(({ ref, ...answer }) => ({ ...answer, device: ref?.id ?? null })),
      }),
    )
  }

  /** Returns the commands whose time is over. */
  expire(): readonly DeviceOutcome[] {
    return this.#resolve(this.#tracker.expire(this.#monotonicNow()))
  }

  #track(
    { id: device, project, device: name }: MappedDevice,
    id: string,
    point: string,
    value: CommandValue,
    confirm: Parameters<CommandTracker['add']>[0]['confirm'],
  ): void {
    if (confirm.by === 'nothing') return
    this.#devices.set(id, { project, device: name })
    this.#tracker.add({ id, device, point, value, confirm }, this.#monotonicNow())
  }

  #resolve(outcomes: readonly CommandOutcome[]): readonly DeviceOutcome[] {
    return outcomes.flatMap((outcome) => {
      const ref = this.#devices.get(outcome.id)
      this.#devices.delete(outcome.id)
      return ref ? [{ ...outcome, ...ref }] : []
    })
  }
}

const createRefusal = (problem: keyof typeof commandProblems) =>
  createInvalidInputError(createFault('value', problem, commandProblems[problem]))
