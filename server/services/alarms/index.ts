import { hasPermission, roleIn } from '../../../contract/access.ts'
import type { AlarmOwner } from '../../../contract/alarms/alarm.ts'
import type { AlarmEvent } from '../../../contract/alarms/alarmEvents.ts'
import { socketCommands } from '../../../contract/socket.ts'
import type { Broker } from '../../broker/index.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import type { Session } from '../base/requestContext.ts'
import type { EntityServices, Hooks } from '../entities/index.ts'
import { createAlarmHooks } from './alarmHooks.ts'
import { AlarmStore } from './alarmStore.ts'
import { createTagAlarms } from './tagAlarms/index.ts'
import { workOrderCreated } from './workOrders.ts'

export interface AlarmParts {
  readonly db: Db
  readonly broker: Pick<Broker, 'onFrame'>
  readonly log: Log
  /** True if no other server uses this database. */
  readonly isAlone: boolean
  readonly now?: () => number
}

export interface OpenAlarms {
  readonly rows: EntityServices
  /** Sends to all consoles whose session passes `may`. */
  readonly send: (command: string, data: unknown, may: (session: Session) => boolean) => void
  /** Called for every alarm that is raised, clears or returns. */
  readonly raised: (alarmEvent: AlarmEvent) => void
  /** Kind of the facility that a device belongs to. */
  readonly getOwner: (project: string, device: string) => AlarmOwner
}

const tickMs = 1_000
const alarmPermission = 'lighting:alarm:list'

/** Alarms of all sources. Hooks are available before the entity services; alarms are loaded with `open`. */
export function createAlarms({ db, broker, log, isAlone, now = Date.now }: AlarmParts) {
  let sendToClients: OpenAlarms['send'] = () => undefined
  let onAlarmEvent: OpenAlarms['raised'] = () => undefined
  const sendAlarmEvent = (alarmEvent: AlarmEvent): void => {
    sendToClients(
      socketCommands.alarm,
      alarmEvent,
      (session) =>
        hasPermission(session.permissions, alarmPermission) && roleIn(session, alarmEvent.project) !== undefined,
    )
    if (alarmEvent.change !== 'changed') onAlarmEvent(alarmEvent)
  }
  const store = new AlarmStore({ db, log, now, notify: sendAlarmEvent })
  const tagAlarms = createTagAlarms({ db, broker, alarmStore: store, log, now, isAlone })
  const hooks: Hooks = {
    alarm: {
      ...createAlarmHooks(now),
      afterWrite: (written) => {
        workOrderCreated(written)
        return store.onWritten(written)
      },
    },
  }
  const stops: (() => void)[] = []

  return {
    hooks,
    store,
    /** Hooks of products and devices, which declare alarms of tags. */
    tagHooks: tagAlarms.hooks,

    async open({ rows, send, raised, getOwner }: OpenAlarms): Promise<void> {
      sendToClients = send
      onAlarmEvent = raised
      await store.load(rows.getStoredService('alarm'))
      await tagAlarms.open(getOwner)
      const timer = setInterval(() => store.unshelve(now()), tickMs)
      stops.push(() => clearInterval(timer))
    },

    async close(): Promise<void> {
      for (const stop of stops.splice(0)) stop()
      await tagAlarms.close()
      await store.waitUntilIdle()
    },
  }
}

export type Alarms = ReturnType<typeof createAlarms>
