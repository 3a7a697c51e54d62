import type { AlarmOwner } from '../../../../contract/alarms/alarm.ts'
import type { Broker } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { Hooks } from '../../entities/index.ts'
import { readSetting, writeSetting } from '../../installation/install.ts'
import type { AlarmStore } from '../alarmStore.ts'
import { AlarmPlans } from './plans.ts'
import { TagAlarmWatch } from './watch.ts'

export interface TagAlarmsParts {
  readonly db: Db
  readonly broker: Pick<Broker, 'onFrame'>
  readonly alarmStore: Pick<AlarmStore, 'isOpen' | 'listWithFault' | 'raise' | 'clear'>
  readonly log: Log
  readonly now: () => number
  /** True if no other server uses this database. */
  readonly isAlone: boolean
}

const tickMs = 1_000
/** Interval in milliseconds at which rows are read again, so that changes by other servers are noticed. */
const reloadMs = 30_000
const saveMs = 15_000
/** Pending changes saved longer ago are outdated: nothing is known about the time between. */
const maxPendingAgeMs = 10 * 60_000
const pendingKey = 'alarms.pending'

/** Alarms on limits and states of tags, declared in the thing models of products and at single devices. */
export function createTagAlarms({ db, broker, alarmStore, log, now, isAlone }: TagAlarmsParts) {
  const plans = new AlarmPlans((ref) => alarmStore.isOpen(ref))
  let getOwner: (project: string, device: string) => AlarmOwner = () => 'other'
  const watch = new TagAlarmWatch({
    plans,
    alarmStore,
    now,
    monotonicNow,
    getOwner: (project, device) => getOwner(project, device),
  })
  const hooks: Hooks = {
    product: {
      afterWrite: ({ id, after }) => {
        plans.putProduct(id, after)
        watch.requestCleanup()
      },
    },
    device: {
      afterWrite: ({ id, project, after }) => {
        plans.putDevice(id, project, after)
        watch.requestCleanup()
      },
    },
  }
  const stops: (() => void)[] = []
  let saved = '{}'
  let savedMs = -Infinity
  let reloadedMs = -Infinity

  const savePending = async (): Promise<void> => {
    const pending = JSON.stringify(watch.listPending())
    if (pending === saved) return
    await writeSetting(db, pendingKey, JSON.stringify({ at: now(), pending: JSON.parse(pending) }))
    saved = pending
  }
  const reload = async (): Promise<void> => {
    await plans.load(db)
    watch.forgetRemoved()
  }
  const maintain = async (): Promise<void> => {
    const nowMs = monotonicNow()
    if (!isAlone && nowMs - reloadedMs >= reloadMs) {
      reloadedMs = nowMs
      await reload()
    }
    if (nowMs - savedMs >= saveMs) {
      savedMs = nowMs
      await savePending()
    }
  }
  let running: Promise<void> | undefined

  return {
    hooks,

    /** Starts after the alarm store is loaded. `findOwner`: kind of the facility that a device belongs to. */
    async open(findOwner: (project: string, device: string) => AlarmOwner): Promise<void> {
      getOwner = findOwner
      reloadedMs = monotonicNow()
      watch.restorePending(parsePending(await readSetting(db, pendingKey), now()))
      await reload()
      stops.push(broker.onFrame((frame) => watch.frame(frame)))
      const timer = setInterval(() => {
        watch.tick()
        running ??= maintain()
          .catch((cause: unknown) => log.warn('could not maintain the alarms of tags', { cause }))
          .finally(() => {
            running = undefined
          })
      }, tickMs)
      stops.push(() => clearInterval(timer))
    },

    async close(): Promise<void> {
      for (const stop of stops.splice(0)) stop()
      await running
      await savePending().catch((cause: unknown) => log.warn('could not save pending alarms', { cause }))
    },
  }
}

/** Starts of pending changes by key. Outdated ones are dropped. */
function parsePending(stored: string | undefined, nowMs: number): Readonly<Record<string, number>> {
  const parsed: unknown = stored === undefined ? null : JSON.parse(stored)
  const { at, pending }: Readonly<Record<string, unknown>> = { ...(typeof parsed === 'object' ? parsed : null) }
  if (typeof at !== 'number' || Math.abs(nowMs - at) > maxPendingAgeMs) return {}
  if (typeof pending !== 'object' || pending === null) return {}
  return Object.fromEntries(
    Object.entries(pending).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
