import type { DecoderResult, DeviceReasons, ForeignMessageRow, RouteBody, Routes } from '../../../../contract/routes.ts'
import type { ValueReason } from '../../../../contract/mapping/index.ts'
import { valueReasons } from '../../../../contract/mapping/index.ts'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import type { HostMessage } from '../../../../contract/mapping/sparkplug/index.ts'
import type { CustomMessage } from '../../../broker/custom/customTopics.ts'
import type { Broker, DeviceIdentity, MappedTopics } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { EntityHooks } from '../../entities/index.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import { describeTags } from '../customTopics/tags.ts'
import type { DeviceOutcome } from './commands.ts'
import { MappedCommands } from './commands.ts'
import { createDecoders } from './decoders.ts'
import { EndedConnections } from './endedConnections.ts'
import { MessageLog } from './messageLog.ts'
import { readForeignMessage } from './reader.ts'
import type { DeviceReading } from './reader.ts'
import { ValueReasons } from './reasons.ts'
import { MappingRegistry } from './registry.ts'
import type { MappedDevice, MappedProduct, MappingScope } from './registry.ts'
import { checkMapping, loadRows } from './rows.ts'
import { SilenceWatch } from './silence.ts'
import { SparkplugHosts, sparkplugPrefix } from './sparkplugHosts.ts'
import { listProperties } from './tagProperties.ts'
import { mayReceive } from './subscriptions.ts'
import { toValuesFrame } from './values.ts'
import { TypeGuard } from './typeGuard.ts'

const tickMs = 1_000
const zonesEveryMs = 60_000
/** A filter that a page listens to is subscribed at the external broker for this time. */
const listenMs = 60_000
const maxListened = 20

type Link = Pick<Broker, 'acceptValues' | 'reportState' | 'reportAck' | 'publishForeign'>
/** Marks a command as not confirmed. */
type CloseUnconfirmed = (id: string) => Promise<void>

/** Payload mappings of the installation; empty until opened. `hostId`: name of the Sparkplug host application. */
export function createMappings(log: Log, hostId: string) {
  const registry = new MappingRegistry()
  const guard = new TypeGuard(registry)
  const sparkplug = new SparkplugHosts(registry, hostId, Date.now())
  const commands = new MappedCommands(registry, sparkplug, monotonicNow)
  const decoders = createDecoders(log)
  const messages = new MessageLog()
  const reasons = new ValueReasons()
  const silence = new SilenceWatch()
  const endedConnections = new EndedConnections()
  const listeners = new Set<() => void>()
  /** Filters of open pages, with the monotonic time until which they are subscribed. */
  const listened = new Map<string, number>()
  const due = { devices: new Set<string>(), isAll: false }
  let link: Link | undefined
  let closeUnconfirmed: CloseUnconfirmed = () => Promise.resolve()
  let poke = (): void => {}

  const notify = (): void => {
    for (const listener of listeners) listener()
  }

  /** Publishes a message of the Sparkplug host. */
  const send = (message: HostMessage): void => {
    link
      ?.publishForeign(toMessage(message))
      .catch((cause: unknown) => log.warn('could not publish a message of the Sparkplug host', { cause }))
  }

  const report = (outcomes: readonly DeviceOutcome[]): void => {
    for (const { id, project, device, state, code } of outcomes) {
      if (state === 'notConfirmed')
        void closeUnconfirmed(id).catch((cause: unknown) =>
          log.warn('could not store that a command is not confirmed', { command: id, cause }),
        )
      else
        link?.reportAck({
          id,
          project,
          device,
          ok: state === 'confirmed',
          at: Date.now(),
          ...(code === null ? {} : { code }),
        })
    }
  }

  /** Stores the values of a reading and reports presence and answers. Rejects if the values could not be stored. */
  const apply = async (reading: DeviceReading, client: string, receivedAt: number): Promise<void> => {
    const target = link
    if (!target) return
    const stored = reading.frames.map(({ device, product, frame }) => {
      reasons.record(device, frame.points, (index) => describeReason(frame.reasons?.[index]), receivedAt)
      return target.acceptValues(toValuesFrame(frame, device, product, receivedAt), client, () =>
        registry.isCurrent(device, product),
      )
    })
    for (const { device, product } of reading.frames) recordMessage(device, product, receivedAt)
    for (const { ref, isOnline } of reading.presence)
      target.reportState({ project: ref.project, device: ref.device, online: isOnline, at: receivedAt })
    await Promise.all(stored)
    report(commands.take(reading))
  }

  const recordMessage = (device: MappedDevice, { mapping }: MappedProduct, receivedAt: number): void => {
    const silenceS = mapping?.presence?.silenceS
    const wasSilent = silenceS !== undefined && silence.record(device, silenceS * 1000, monotonicNow())
    if (endedConnections.remove(device) || wasSilent)
      link?.reportState({ project: device.project, device: device.device, online: true, at: receivedAt })
  }

  const read = async (
    scope: MappingScope,
    topic: string,
    payload: Buffer,
    receivedAt: number,
  ): Promise<DeviceReading> => {
    const result = topic.startsWith(sparkplugPrefix) ? sparkplug.read(scope, topic, payload, receivedAt) : null
    if (!result)
      return readForeignMessage(registry, scope, { topic, payload, receivedAt }, (call) => decoders.run(call))
    for (const message of result.messages) send(message)
    if (result.births.length > 0) {
      for (const { ref, metrics } of result.births) births.set(ref.id, metrics)
      for (const { ref } of result.births) due.devices.add(ref.id)
      poke()
    }
    return result.reading
  }
  const births = new Map<string, Parameters<typeof listProperties>[1]>()

  const forBroker: MappedTopics = {
    async publish(identity, topic, bytes, receivedAt) {
      const { account: client, projects } = identity
      const scope = toScope(identity)
      const payload = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const reading = await read(scope, topic, payload, receivedAt)
      const found = new Set([
        ...reading.frames.map(({ device }) => device.project),
        ...reading.presence.map(({ ref }) => ref.project),
      ])
      messages.add({
        topic,
        at: receivedAt,
        client,
        projects: found.size > 0 ? [...found] : projects === 'all' ? null : projects,
        payload,
        bytes: payload.length,
        problem: reading.problem,
      })
      await apply(reading, client, receivedAt)
      return reading.isDeclared ? 'accepted' : 'ignored'
    },
    maySubscribe: (identity, filter) => mayReceive(registry, toScope(identity), filter),
    messagesFor: (command) => {
      const message = commands.build(command, Date.now())
      return message ? [message] : []
    },
    getPublishFilters: () => {
      const filters = new Set(listened.keys())
      for (const product of registry.products()) {
        if (product.mapping === null) filters.add(`${sparkplugPrefix}#`)
        const [zone = 'UTC'] = registry.listZones(product, { projects: null, devices: null })
        for (const filter of product.getMapper(zone)?.filters ?? []) filters.add(filter)
      }
      return [...filters].map((filter) => ({ filter, qos: 1 as const }))
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    handleDisconnect: ({ projects, devices }) => {
      if (projects === 'all' || devices === 'all') return
      for (const project of projects)
        for (const device of devices) {
          const ref = { project, device }
          const { mappings = [] } = registry.findByPlace(ref) ?? {}
          if (![...mappings].some(({ mapping }) => mapping?.presence?.will === true)) continue
          endedConnections.add(ref)
          link?.reportState({ ...ref, online: false, at: Date.now() })
        }
    },
    getWill: () => (sparkplug.isUsed ? toMessage(sparkplug.createWill()) : undefined),
    handleExternalConnect: () => announce(),
    enforceTypes: (frame) => {
      const checked = guard.check(frame, frame)
      reasons.record(frame, frame.points, (index) => describeReason(checked?.reasons[index]), frame.receivedAt)
      if (!checked) return null
      const { values, qualities, texts } = checked
      return { ...frame, values, qualities, texts }
    },
  }

  const hooks = {
    mapping: {
      beforeCreate: (_context, values) => checkMapping(values),
      beforeUpdate: (_context, _present, values) => checkMapping(values),
      afterWrite: ({ id, after }) => {
        registry.putMapping(id, after)
        due.isAll = true
        notify()
        announce()
        poke()
      },
    },
    device: {
      afterWrite: ({ id, project, after }) => {
        registry.putDevice(id, project, after)
        due.devices.add(id)
        poke()
      },
    },
    product: {
      afterWrite: ({ id, after }) => {
        guard.putProduct(id, after)
        due.isAll = true
        poke()
      },
    },
  } satisfies Record<string, EntityHooks>

  const announce = (): void => {
    if (!sparkplug.isUsed) return
    send(sparkplug.announce())
  }

  /** Writes the points of mapped devices to the tag catalogue. */
  const describeDue = async (db: Db): Promise<void> => {
    const isAll = due.isAll
    const ids = new Set(due.devices)
    due.isAll = false
    due.devices.clear()
    if (!isAll && ids.size === 0) return
    try {
      for (const device of registry.listMappedDevices()) {
        if (!isAll && !ids.has(device.id)) continue
        const properties = [...registry.getMappings(device)].flatMap(({ mapping }) =>
          listProperties(mapping, births.get(device.id)),
        )
        await describeTags(db, [{ ...device, serial: device.key }], () => properties)
      }
    } catch (cause) {
      due.isAll = true
      throw cause
    }
  }

  const loadZones = async (db: Db): Promise<void> => {
    const rows = await db.selectFrom('project').select(['id', 'time_zone']).execute()
    registry.setZones(new Map(rows.flatMap(({ id, time_zone: zone }) => (zone ? [[id, zone] as const] : []))))
  }

  const tick = (): void => {
    const nowMs = monotonicNow()
    report(commands.expire())
    for (const { project, device } of silence.findSilent(nowMs))
      link?.reportState({ project, device, online: false, at: Date.now() })
    const ended = [...listened].filter(([, untilMs]) => untilMs <= nowMs)
    for (const [filter] of ended) listened.delete(filter)
    if (ended.length > 0) notify()
  }

  return {
    forBroker,
    hooks,

    /** Newest messages of the topics that match a filter. The filter is subscribed at the external broker. */
    listMessages(filter: string, projects: readonly string[] | undefined, max: number): readonly ForeignMessageRow[] {
      if (projects === undefined || projects.length > 0) {
        const isNew = !listened.has(filter)
        if (!isNew || listened.size < maxListened) listened.set(filter, monotonicNow() + listenMs)
        if (isNew) notify()
      }
      return messages.listNewest(filter, projects, max).map(toRow)
    },

    /** Rejected messages of the topics that match a filter, newest first. */
    listRejected: (
      filter: string,
      projects: readonly string[] | undefined,
      max: number,
    ): readonly ForeignMessageRow[] => messages.listRejected(filter, projects, max).map(toRow),

    /** Runs a decoder script on bytes. */
    decode: (request: RouteBody<Routes['mapping.decode']>): Promise<DecoderResult> =>
      decoders.tryOut(request, Date.now()),

    /** Reasons of the values of a device that are not good. */
    listReasons: (ref: DeviceRef): DeviceReasons => reasons.list(ref),

    /** Loads the rows. Returns a function that stops the service. */
    async open(parts: {
      readonly db: Db
      readonly broker: Link
      readonly closeUnconfirmed: CloseUnconfirmed
    }): Promise<() => Promise<void>> {
      const { db } = parts
      await loadZones(db)
      await loadRows(db, 'product', (id, _project, values) => guard.putProduct(id, values))
      await loadRows(db, 'mapping', (id, _project, values) => registry.putMapping(id, values))
      await loadRows(db, 'device', (id, project, values) => registry.putDevice(id, project, values))
      link = parts.broker
      closeUnconfirmed = parts.closeUnconfirmed
      const task = createPeriodicTask({
        name: 'tags of payload mappings',
        clock: systemClock,
        log,
        round: async () => {
          await describeDue(db)
          return undefined
        },
      })
      due.isAll = true
      poke = task.poke
      poke()
      notify()
      announce()
      const timer = setInterval(tick, tickMs)
      const zoneTimer = setInterval(() => {
        loadZones(db).catch((cause: unknown) => log.warn('could not read the time zones of projects', { cause }))
      }, zonesEveryMs)
      return async () => {
        clearInterval(timer)
        clearInterval(zoneTimer)
        if (sparkplug.isUsed) {
          await parts.broker.publishForeign(toMessage(sparkplug.createWill())).catch(() => undefined)
        }
        await task.stop()
        await decoders.stop()
      }
    },
  }
}

export type Mappings = ReturnType<typeof createMappings>

const describeReason = (reason: ValueReason | undefined) => (reason === undefined ? undefined : valueReasons[reason])

const toMessage = ({ payload, ...message }: HostMessage): CustomMessage => ({
  ...message,
  payload: Buffer.from(payload),
})

const toScope = ({ projects, devices }: DeviceIdentity): MappingScope => ({
  projects: projects === 'all' ? null : projects,
  devices: devices === 'all' ? null : devices,
})

const toRow = ({ payload, ...message }: ReturnType<MessageLog['listNewest']>[number]): ForeignMessageRow => ({
  topic: message.topic,
  at: message.at,
  client: message.client,
  bytes: message.bytes,
  payload: payload.toString('base64'),
  isCut: payload.length < message.bytes,
  problem: message.problem,
})
