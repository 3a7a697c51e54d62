import type { Broker } from '../../broker/index.ts'
import type { History } from '../../database/history/history.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import type { EntityServices, Hooks } from '../entities/index.ts'
import type { AlarmStore } from '../alarms/alarmStore.ts'
import { assignOwners } from './alarms/owners.ts'
import { ProjectFaultLimits } from './alarms/projectFaultLimits.ts'
import { AlarmWatch } from './alarms/watch.ts'
import { createUniqueDeviceTrigger } from './uniqueDeviceTrigger.ts'
import { FacilityIndex } from './facilityIndex.ts'
import { createRawSensors } from './rawSensors.ts'
import { facilityHooks } from './facilities.ts'
import { createCommissioning } from './commissioning.ts'
import { createWorkOrderHooks } from './workOrderHooks.ts'
import { createSensorStatistics } from './sensorStatistics/index.ts'
import type { SendResult } from './strategies/lampCommands.ts'
import type { Program } from './strategies/lightPrograms.ts'
import type { LightKind, Override, OverrideRequest } from './strategies/overrides.ts'
import type { Strategies } from './strategies/strategies.ts'
import { createStrategies } from './strategies/strategies.ts'
import type { TunnelLight } from './strategies/tunnels.ts'

export interface LightingParts {
  readonly db: Db
  readonly broker: Pick<
    Broker,
    'onFrame' | 'onState' | 'onAck' | 'isOnline' | 'publishBinding' | 'publishValues' | 'useRawValues'
  >
  readonly history: Pick<History, 'newest' | 'write'>
  readonly alarmStore: AlarmStore
  readonly log: Log
  readonly now?: () => number
}

export interface OpenOptions {
  readonly rows: EntityServices
  /** Sends a command of the server. Throws if it is rejected. */
  readonly sendCommand: (key: string, tag: string, value: number) => Promise<unknown>
}

const tickMs = 1_000
const noLights = { lamps: 0, sent: 0, refused: 0, guarded: 0 } as const
/** Interval in milliseconds of strategy rounds, and thus the maximum delay of a timetable point. */
const strategyMs = 15_000

/**
 * Lighting services: entity hooks, alarms, energy freezes and strategies. Hooks are available before the entity
 * services; processing starts with `open`.
 */
export function createLighting({ db, broker, history, alarmStore, log, now = Date.now }: LightingParts) {
  const facilityIndex = new FacilityIndex()
  const faultLimits = new ProjectFaultLimits()
  let onCabinetMessage: (id: string, atMs: number) => void = () => undefined
  const watch = new AlarmWatch({
    facilities: facilityIndex,
    getFaultLimits: (project) => faultLimits.get(project),
    alarmStore,
    now,
    monotonicNow: monotonicNow,
    newest: (tag) => history.newest(tag),
    onCabinetMessage: (id, atMs) => onCabinetMessage(id, atMs),
  })
  const commissioning = createCommissioning({ db, broker, directory: facilityIndex, log, now })
  const statistics = createSensorStatistics({ db, history, broker, log, now })
  const facilities = facilityHooks({
    facilities: facilityIndex,
    commissioning,
    onChanged: ({ project, device }) => {
      if (device !== null) watch.forget(project, device)
    },
  })
  let strategies: Strategies | undefined
  const hooks: Hooks = {
    ...facilities,
    area: {
      ...facilities['area'],
      afterWrite: ({ id, before, after }) => {
        if (after && before && before['timetable'] !== after['timetable']) return strategies?.rebind(id)
      },
    },
    workOrder: createWorkOrderHooks(now),
  }
  const stops: (() => void | Promise<void>)[] = []
  let running: Promise<void> | undefined
  /** Rounds never overlap; one that commands a thousand lamps is completed first. */
  const startStrategies = (one: Strategies): (() => void) => {
    const timer = setInterval(() => {
      running ??= one
        .run(now())
        .catch((cause: unknown) => log.warn('could not run strategies', { cause }))
        .finally(() => {
          running = undefined
        })
    }, strategyMs)
    return () => clearInterval(timer)
  }

  return {
    hooks,

    /** Returns the facility of a telemetry device. */
    facilityOf: (project: string, device: string) => facilityIndex.findByDevice(project, device),

    /** Returns the reason a device rejects commands; undefined if it accepts them or is unknown. */
    getDenialReason(project: string, device: string): 'device.disabled' | undefined {
      const facility = facilityIndex.findByDevice(project, device)
      return facility && !facilityIndex.isInService(facility) ? 'device.disabled' : undefined
    },

    /** Sets the lamps of an area manually. `occasion` is the prefix of the idempotency keys. */
    async setArea(area: string, wanted: OverrideRequest, occasion: string, send: OpenOptions['sendCommand']) {
      return (await strategies?.setArea(area, wanted, occasion, send, now())) ?? noLights
    },

    /** Returns the area's lights to their programs within seconds. Returns how many follow another than the area's. */
    async resumeArea(area: string): Promise<number> {
      return (await strategies?.resume(area, now())) ?? 0
    },

    /** Sets a lamp or loop manually; like `setArea`. */
    async setLight(id: string, wanted: OverrideRequest, occasion: string, send: OpenOptions['sendCommand']) {
      return (await strategies?.setLight(id, wanted, occasion, send, now())) ?? noLights
    },

    /** Program of a lamp or loop at a time, whether overridden or not; null if none is bound. */
    async getProgram(kind: LightKind, id: string, at = now()): Promise<Program | null> {
      return (await strategies?.getProgram(kind, id, at)) ?? null
    },

    /** The manual setting of a lamp or loop; null if none. */
    async findOverride(id: string): Promise<Override | null> {
      return (await strategies?.findOverride(id, now())) ?? null
    },

    /** Current lighting of a tunnel; null if no strategy is bound. */
    async getTunnelLight(id: string): Promise<TunnelLight | null> {
      return (await strategies?.getTunnelLight(id, now())) ?? null
    },

    /** Ends a manual setting and returns to the program, if any, immediately. */
    async endOverride(program: Program | null, id: string): Promise<SendResult> {
      return (await strategies?.endOverride(program, id, now())) ?? noLights
    },

    /** Applies changed fault limits of projects to the next values. */
    reloadFaultLimits: (): Promise<void> => faultLimits.load(db),

    async open({ rows, sendCommand }: OpenOptions): Promise<void> {
      onCabinetMessage = (id, atMs) =>
        void rows
          .getStoredService('cabinet')
          .set(id, { lastOnlineAt: atMs })
          .catch((cause: unknown) => log.warn('could not store when a cabinet was online', { cause }))
      await createUniqueDeviceTrigger(db)
      await facilityIndex.load(db)
      await faultLimits.load(db)
      await assignOwners(db)
      stops.push(await commissioning.open(rows))
      stops.push(
        broker.useRawValues(createRawSensors(facilityIndex)),
        broker.onFrame((frame) => watch.frame(frame)),
        broker.onState((state) => watch.state(state)),
      )
      const timer = setInterval(() => {
        watch.tick()
        commissioning.tick()
      }, tickMs)
      stops.push(() => clearInterval(timer))
      strategies = createStrategies({
        db,
        log,
        facilities: facilityIndex,
        newest: (tag) => history.newest(tag),
        send: sendCommand,
      })
      stops.push(startStrategies(strategies))
      stops.push(statistics.open((id, values) => rows.getStoredService('sensor').set(id, values)))
    },

    async close(): Promise<void> {
      for (const stop of stops.splice(0)) await stop()
      await running
    },
  }
}

export type Lighting = ReturnType<typeof createLighting>
