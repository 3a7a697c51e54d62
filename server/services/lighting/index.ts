import { hasPermission, roleIn } from '../../../contract/access.ts'
import type { AlarmEvent } from '../../../contract/lighting/alarmEvents.ts'
import { socketCommands } from '../../../contract/socket.ts'
import type { Broker } from '../../broker/index.ts'
import type { History } from '../../database/history.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import type { Session } from '../base/requestContext.ts'
import type { EntityServices, Hooks } from '../entities/index.ts'
import { AlarmStore } from './alarms/alarmStore.ts'
import { AlarmWatch } from './alarms/watch.ts'
import { guardClaims } from './uniqueDeviceTrigger.ts'
import { Directory } from './facilityIndex.ts'
import { facilityHooks } from './facilities.ts'
import { createCommissioning } from './commissioning.ts'
import { alarmHooks, orderHooks, workOrderCreated } from './workOrderHooks.ts'
import type { LampWanted, Sent } from './strategies/lampCommands.ts'
import type { Program, Strategies } from './strategies/strategies.ts'
import { createStrategies } from './strategies/strategies.ts'
import type { TunnelLight } from './strategies/tunnels.ts'

export { AlarmStore } from './alarms/alarmStore.ts'
export type { AlarmRef, ActiveAlarm } from './alarms/alarmStore.ts'

export interface LightingParts {
  readonly db: Db
  readonly broker: Pick<Broker, 'onFrame' | 'onState' | 'onAck' | 'isOnline' | 'publishBinding'>
  readonly history: Pick<History, 'newest'>
  readonly log: Log
  readonly now?: () => number
}

export interface Opening {
  readonly rows: EntityServices
  /** Sends to all consoles whose session passes `may`. */
  readonly tell: (command: string, data: unknown, may: (session: Session) => boolean) => void
  /** Called for every new alarm. */
  readonly raised: (news: AlarmEvent) => void
  /** Sends a command of the server. Throws if it is rejected. */
  readonly send: (key: string, tag: string, value: number) => Promise<unknown>
}

const tickMs = 1_000
/** Interval in milliseconds of strategy rounds, and thus the maximum delay of a timetable point. */
const strategyMs = 15_000
const alarmPermission = 'lighting:alarm:list'

/**
 * Lighting services: entity hooks, alarms, energy freezes and strategies. Hooks are available before the entity
 * services; processing starts with `open`.
 */
export function createLighting({ db, broker, history, log, now = Date.now }: LightingParts) {
  let tell: Opening['tell'] = () => undefined
  const directory = new Directory()
  let hear: Opening['raised'] = () => undefined
  const tellNews = (news: AlarmEvent): void => {
    tell(socketCommands.alarm, news, (session) => hasPermission(session.permissions, alarmPermission) && roleIn(session, news.project) !== undefined)
    if (news.change === 'raised') hear(news)
  }
  const book = new AlarmStore({ db, log, now, tell: tellNews })
  let cabinets: (id: string, atMs: number) => void = () => undefined
  const watch = new AlarmWatch({ directory, book, now, steady: monotonicNow, newest: (tag) => history.newest(tag), heardAt: (id, atMs) => cabinets(id, atMs) })
  const installing = createCommissioning({ db, broker, directory, log, now })
  const facilities = facilityHooks({ directory, installing, changed: ({ project, device }) => { if (device !== null) watch.forget(project, device) } })
  let strategies: Strategies | undefined
  const hooks: Hooks = {
    ...facilities,
    area: { ...facilities['area'], afterWrite: ({ id, before, after }) => { if (after && before && before['timetable'] !== after['timetable']) return strategies?.rebind(id) } },
    workOrder: orderHooks(now),
    alarm: {
      ...alarmHooks(now),
      afterWrite: (written) => {
        workOrderCreated(written)
        return book.written(written)
      },
    },
  }
  const stops: (() => void)[] = []
  let underway: Promise<void> | undefined
  /** Rounds never overlap; one that commands a thousand lamps is completed first. */
  const startRounds = (one: Strategies): (() => void) => {
    const timer = setInterval(() => {
      underway ??= one.run(now()).catch((cause: unknown) => log.warn('could not run strategies', { cause })).finally(() => { underway = undefined })
    }, strategyMs)
    return () => clearInterval(timer)
  }

  return {
    hooks, book,

    /** Returns the facility of a telemetry device. */
    facilityOf: (project: string, device: string) => directory.of(project, device),

    /** Returns the reason a device rejects commands; undefined if it accepts them or is unknown. */
    refusalOf(project: string, device: string): 'device.disabled' | undefined {
      const facility = directory.of(project, device)
      return facility && !directory.isAtWork(facility) ? 'device.disabled' : undefined
    },

    /** Sets the lamps of an area manually. `occasion` is the prefix of the idempotency keys. */
    async setArea(area: string, wanted: LampWanted, occasion: string, send: Opening['send']) {
      return await strategies?.setArea(area, wanted, occasion, send, now()) ?? { lamps: 0, sent: 0, refused: 0, guarded: 0 }
    },

    /** Returns the area's lamps to their programs within seconds. Returns the number of lamps following daylight. */
    async resumeArea(area: string): Promise<number> {
      return await strategies?.resume(area, now()) ?? 0
    },

    /** Current program of a lamp or loop; null if none is bound. */
    async programOf(kind: 'pole' | 'loop', id: string): Promise<Program | null> {
      return await strategies?.programOf(kind, id, now()) ?? null
    },

    /** Current lighting of a tunnel; null if no strategy is bound. */
    async tunnelNow(id: string): Promise<TunnelLight | null> {
      return await strategies?.tunnelNow(id, now()) ?? null
    },

    /** Returns to the program immediately. */
    async resumeProgram(program: Program, id: string): Promise<Sent> {
      return await strategies?.sendProgram(program, id, now()) ?? { sent: 0, refused: 0, guarded: 0 }
    },

    async open({ rows, tell: telling, raised, send }: Opening): Promise<void> {
      tell = telling
      hear = raised
      cabinets = (id, atMs) => void rows.stored('cabinet').set(id, { lastOnlineAt: atMs }).catch((cause: unknown) => log.warn('could not store when a cabinet was online', { cause }))
      await guardClaims(db)
      await directory.load(db)
      await book.load(rows.stored('alarm'))
      stops.push(await installing.open(rows))
      stops.push(broker.onFrame((frame) => watch.frame(frame)), broker.onState((state) => watch.state(state)))
      const timer = setInterval(() => {
        watch.tick()
        installing.tick()
      }, tickMs)
      stops.push(() => clearInterval(timer))
      strategies = createStrategies({ db, log, directory, newest: (tag) => history.newest(tag), send })
      stops.push(startRounds(strategies))
    },

    async close(): Promise<void> {
      for (const stop of stops.splice(0)) stop()
      await underway
      await book.settled()
    },
  }
}

export type Lighting = ReturnType<typeof createLighting>
