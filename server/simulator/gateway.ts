import { Agent } from 'node:https'
import { connect, type MqttClient } from 'mqtt'
import {
  ackTopic,
  decodeBinding,
  decodeCommand,
  decodeUpgrade,
  encodeAck,
  encodeDeviceState,
  encodeFrame,
  encodeGatewayState,
  encodeProgress,
  gatewayTopic,
  parseTopic,
  progressTopic,
  stateTopic,
  valuesTopic,
} from '../../contract/telemetry/index.ts'
import type { Machine } from './deviceModels.ts'
import type { PlantProject } from './plant.ts'
import type { Trust } from '../tls.ts'
import { upgrade } from './upgrading.ts'
import { findRefusal, type VirtualPlant } from './virtualPlant.ts'

export interface GatewayOptions {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly project: PlantProject
  /** Name in topics. */
  readonly name: string
  readonly clientId: string
  readonly world: VirtualPlant
  readonly machines: readonly Machine[]
  readonly everyMs: number
  readonly qos: 0 | 1
  readonly form: 'json' | 'binary'
  readonly report: (event: GatewayMessage) => void
  /** Returns the current TLS trust settings for the server's certificate. */
  readonly trust?: () => Trust
}

export type GatewayMessage =
  | { readonly kind: 'connected' | 'lost'; readonly project: PlantProject; readonly gateway: string }
  | {
      readonly kind: 'obeyed'
      readonly id: string
      readonly device: string
      readonly point: string
      readonly value: number
    }

/**
 * Simulated faults: `offline` reports offline and stops sending, `freeze` stops sending without notice, `malformed`
 * sends invalid payloads.
 */
export type Misbehaviour = 'offline' | 'freeze' | 'malformed'

/** A connection that publishes for many devices, distributed over the interval. */
export class Gateway {
  published = 0
  acknowledged = 0
  failed = 0
  readonly #options: GatewayOptions
  readonly #byName: ReadonlyMap<string, Machine>
  readonly #faults = new Map<Machine, Misbehaviour>()
  readonly #announced = new Set<Machine>()
  readonly #answers = new Map<string, { readonly ok: boolean; readonly code?: string }>()
  readonly #lastAt = new Map<Machine, number>()
  readonly #startedMs = performance.now()
  readonly #timer: NodeJS.Timeout
  readonly #ending = new AbortController()
  readonly #upgrades = new Set<string>()
  #client: MqttClient
  #nextIndex = 0
  #lastSendMs = performance.now()

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#byName = new Map(options.machines.map((machine) => [machine.device.name, machine]))
    this.#client = this.#connect()
    this.#timer = setInterval(() => this.#tick(), tickMs)
  }

  get name(): string {
    return this.#options.name
  }

  /**
   * Applies a fault to a device, or to all if none is given. For all devices, `offline` drops the connection, so that
   * the Will is published. Returns false if the device does not exist.
   */
  misbehave(mode: Misbehaviour | 'recover', device?: string): boolean {
    if (device === undefined && mode === 'offline') {
      this.#client.options.reconnectPeriod = 0
      this.#client.stream.destroy()
      return true
    }
    if (device === undefined && mode === 'recover' && !this.#client.connected) {
      this.#client.end(true)
      this.#client = this.#connect()
    }
    const machines =
      device === undefined ? this.#options.machines : [this.#byName.get(device)].filter((one) => one !== undefined)
    for (const machine of machines) this.#setFault(machine, mode)
    return machines.length > 0
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#ending.abort()
    if (this.#client.connected)
      await this.#client
        .publishAsync(this.#stateTopic, this.#state(false), { qos: 1, retain: true })
        .catch(() => undefined)
    await this.#client.endAsync(true)
  }

  get #stateTopic(): string {
    return gatewayTopic(this.#options.project, this.#options.name)
  }

  #state(online: boolean): Buffer {
    return Buffer.from(encodeGatewayState({ online, devices: [...this.#byName.keys()], at: Date.now() }))
  }

  #connect(): MqttClient {
    const { url, username, password, name, clientId, project, report } = this.#options
    const client = connect(url, {
      username,
      password,
      clientId,
      clean: true,
      protocolVersion: 4,
      reconnectPeriod: 500 + Math.random() * 1000,
      reconnectOnConnackError: true,
      connectTimeout: 10_000,
      keepalive: 10,
      queueQoSZero: false,
      wsOptions: getTlsOptions(url, this.#options.trust),
      will: { topic: this.#stateTopic, payload: this.#state(false), qos: 1, retain: true },
    })
    client.on('connect', () => {
      this.#announced.clear()
      client.publish(this.#stateTopic, this.#state(true), { qos: 1, retain: true })
      client.subscribe(
        [`p/${project}/d/+/down/command`, `p/${project}/d/+/down/upgrade`, `p/${project}/d/+/down/binding`],
        { qos: 1 },
        () => report({ kind: 'connected', project, gateway: name }),
      )
    })
    client.on('close', () => report({ kind: 'lost', project, gateway: name }))
    client.on('message', (topic, payload) => {
      if (topic.endsWith('/upgrade')) this.#upgrade(topic, payload)
      else if (topic.endsWith('/binding')) this.#bind(topic, payload)
      else this.#execute(topic, payload)
    })
    client.on('error', (error) => process.stderr.write(`simulator ${name}: ${error.message}\n`))
    return client
  }

  /** Sends the frames that are due. Frames missed during a suspension are skipped. */
  #tick(): void {
    const { machines, everyMs } = this.#options
    const now = performance.now()
    const due = Math.min(machines.length, Math.floor(((now - this.#lastSendMs) / everyMs) * machines.length))
    if (due === 0) return
    this.#lastSendMs = due === machines.length ? now : this.#lastSendMs + (due / machines.length) * everyMs
    for (let i = 0; i < due; i++) {
      const machine = machines[this.#nextIndex]
      this.#nextIndex = (this.#nextIndex + 1) % machines.length
      if (machine === undefined) continue
      this.#step(machine, everyMs / 1000)
      if (this.#client.connected) this.#sendValues(machine)
    }
  }

  #step(machine: Machine, seconds: number): void {
    this.#options.world.step(machine, seconds, performance.now() - this.#startedMs)
  }

  #sendValues(machine: Machine): void {
    const fault = this.#faults.get(machine)
    if (fault === 'offline' || fault === 'freeze') return
    const ref = toRef(machine)
    if (!this.#announced.has(machine)) {
      this.#announced.add(machine)
      this.#client.publish(stateTopic(ref), Buffer.from(encodeDeviceState({ online: true, at: Date.now() })), {
        qos: 1,
        retain: true,
      })
    }
    this.#publish(valuesTopic(ref), fault === 'malformed' ? garbage : this.#frame(machine), true)
  }

  #frame(machine: Machine): Buffer {
    const at = Math.max(Date.now(), (this.#lastAt.get(machine) ?? 0) + 1)
    this.#lastAt.set(machine, at)
    const bytes = encodeFrame(
      { at, every: this.#options.everyMs, points: machine.points, values: machine.values },
      this.#options.form,
    )
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  #publish(topic: string, payload: Buffer, retain: boolean): void {
    this.published++
    this.#client.publish(topic, payload, { qos: this.#options.qos, retain }, (error) => {
      if (error) this.failed++
      else this.acknowledged++
    })
  }

  /** Returns the device of a message, unless it is silent. */
  #receiver(kind: 'command' | 'binding', topic: string): Machine | undefined {
    const read = parseTopic(topic)
    const machine =
      read?.kind === kind && read.project === this.#options.project ? this.#byName.get(read.device) : undefined
    const fault = machine && this.#faults.get(machine)
    return fault === 'offline' || fault === 'freeze' ? undefined : machine
  }

  /**
   * Executes a command once, acknowledges every delivery of it, and rejects it after its expiry. Silent devices do not
   * answer.
   */
  #execute(topic: string, payload: Buffer): void {
    const machine = this.#receiver('command', topic)
    const command = decodeCommand(payload).value
    if (machine === undefined || command === undefined) return
    const ref = toRef(machine)
    let answer = this.#answers.get(command.id)
    if (answer === undefined) {
      const code =
        command.expiresAt <= Date.now() ? 'expired' : findRefusal(machine.device, command.point, command.value)
      answer = code === null ? { ok: true } : { ok: false, code }
      this.#remember(command.id, answer)
      if (answer.ok && typeof command.value === 'number') {
        machine.set(command.point, command.value)
        this.#step(machine, reactionS)
        this.#publish(valuesTopic(ref), this.#frame(machine), true)
        this.#options.report({
          kind: 'obeyed',
          id: command.id,
          device: machine.device.name,
          point: command.point,
          value: command.value,
        })
      }
    }
    this.#client.publish(ackTopic(ref), Buffer.from(encodeAck({ id: command.id, ...answer, at: Date.now() })), {
      qos: 1,
    })
  }

  /** Confirms a binding if the cabinet finds the device in its project. Silent devices do not answer. */
  #bind(topic: string, payload: Buffer): void {
    const machine = this.#receiver('binding', topic)
    const binding = decodeBinding(payload).value
    if (machine === undefined || binding === undefined) return
    const exists = binding.device === undefined || this.#options.world.has(this.#options.project, binding.device)
    const code =
      machine.device.kind !== 'cabinet'
        ? 'notCabinet'
        : binding.expiresAt <= Date.now()
          ? 'expired'
          : binding.action === 'install' && !exists
            ? 'unknownDevice'
            : undefined
    this.#client.publish(
      ackTopic(toRef(machine)),
      Buffer.from(
        encodeAck({ id: binding.id, ok: code === undefined, ...(code === undefined ? {} : { code }), at: Date.now() }),
      ),
      { qos: 1 },
    )
  }

  /** Runs an upgrade once. Faulty devices do not answer. */
  #upgrade(topic: string, payload: Buffer): void {
    const read = parseTopic(topic)
    const machine =
      read?.kind === 'upgrade' && read.project === this.#options.project ? this.#byName.get(read.device) : undefined
    const request = decodeUpgrade(payload).value
    if (machine === undefined || request === undefined || this.#faults.has(machine) || this.#upgrades.has(request.id))
      return
    this.#upgrades.add(request.id)
    const report = progressTopic(toRef(machine))
    void upgrade(
      request,
      (progress) => {
        if (progress.state === 'failed') this.#upgrades.delete(request.id)
        this.#client.publish(report, Buffer.from(encodeProgress({ id: request.id, ...progress, at: Date.now() })), {
          qos: 1,
        })
      },
      this.#ending.signal,
      this.#options.trust?.(),
    )
  }

  #remember(id: string, answer: { readonly ok: boolean; readonly code?: string }): void {
    this.#answers.set(id, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > maxResponses && oldest !== undefined) this.#answers.delete(oldest)
  }

  #setFault(machine: Machine, mode: Misbehaviour | 'recover'): void {
    const before = this.#faults.get(machine)
    if (mode === 'recover') this.#faults.delete(machine)
    else this.#faults.set(machine, mode)
    if (mode === 'offline') {
      this.#client.publish(
        stateTopic(toRef(machine)),
        Buffer.from(encodeDeviceState({ online: false, at: Date.now() })),
        { qos: 1, retain: true },
      )
    } else if (before === 'offline') this.#announced.delete(machine)
    if (mode === 'malformed' || mode === 'recover') this.#sendValues(machine)
  }
}

const toRef = ({ device }: Machine): { readonly project: string; readonly device: string } => ({
  project: device.project,
  device: device.name,
})

/** A new agent per connection, because the server's certificate may have been renewed. */
export const getTlsOptions = (url: string, trust: GatewayOptions['trust']) =>
  url.startsWith('wss:')
    ? {
        get agent() {
          return new Agent(trust?.())
        },
      }
    : {}

const tickMs = 20
const reactionS = 0.2
const maxResponses = 10_000
const garbage = Buffer.from('{"at":"yesterday","v":{"lamp":')
