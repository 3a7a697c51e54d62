import type { Entity } from '../../../../contract/entity/define.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { UndeclaredDevice, UndeclaredQuota, UndeclaredTag } from '../../../../contract/routes.ts'
import { statePoint, stateTag } from '../../../../contract/telemetry/tags.ts'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import type { Broker, DeviceGate } from '../../../broker/index.ts'
import type { History } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { systemContext } from '../../base/requestContext.ts'
import { createDeviceNames } from '../../base/deviceNames.ts'
import { deviceKey } from '../discoveredDevices.ts'
import { insertStateTags } from '../stateTags.ts'
import type { Clock } from '../../base/scheduler.ts'
import { createPeriodicTask } from '../../base/scheduler.ts'
import { DeclaredDevices } from './declared.ts'
import { Gate } from './gate.ts'
import { purgeHistory } from './purge.ts'
import { Quota, type QuotaLimits } from './quota.ts'
import type { UndeclaredFilter } from './rows.ts'
import {
  countDevices,
  listDevices,
  readStored,
  readTags,
  filterUndeclared,
  findUnusedTags,
  filterWithoutTags,
} from './rows.ts'
import { listSources, findUsedDevices } from './unused.ts'

interface Parts {
  readonly db: Db
  readonly entities: readonly Entity[]
  readonly history: Pick<History, 'unknownPoints' | 'hasValues' | 'deleteTags' | 'newest'>
  readonly quota: QuotaLimits
  /** Unused tags are deleted after this many days without a value; 0: never. */
  readonly unusedDays: number
  readonly clock: Clock
  readonly log: Log
}

const dayMs = 86_400_000
const purgeIntervalMs = 600_000
/** Delay of the first round in milliseconds, because more urgent work runs at startup. */
const startDelayMs = 300_000
const tagBatchSize = 2000

/** Manages devices that send messages without being declared in a row: lists, ignores and deletes them. */
export function createUndeclaredDevices({ db, entities, history, quota: quotaLimits, unusedDays, clock, log }: Parts) {
  const names = createDeviceNames(db, entities)
  const declared = new DeclaredDevices({
    db,
    names,
    monotonicNow: monotonicNow,
    recheckMs: limits.undeclared.recheckMs,
  })
  const sources = listSources(entities)
  const readIgnored = async (): Promise<ReadonlySet<string>> =>
    new Set((await db.selectFrom('ignored_device').select(['project', 'device']).execute()).map(deviceKey))
  const gate = new Gate({
    history,
    declared,
    log,
    now: () => clock.now(),
    monotonicNow: monotonicNow,
    quota: new Quota(quotaLimits),
    readStored: () => readStored(db, names),
    store: (device, publisher) => insertStateTags(db, [device], { firstSeenAt: new Date(clock.now()), publisher }),
    acceptDeclared: async ({ project, device }) => {
      await db.deleteFrom('ignored_device').where('project', '=', project).where('device', '=', device).execute()
    },
  })
  let broker: Pick<Broker, 'dropRetained'> | undefined
  let forgetStates: (devices: readonly DeviceRef[]) => void = () => undefined

  const forgetDevices = (devices: readonly DeviceRef[]): void => {
    forgetStates(devices)
    broker?.dropRetained(devices)
  }

  /** Throws unless all of the devices are undeclared. Declared devices cannot be changed here. */
  const check = async (tx: Db, project: string, devices: readonly string[]): Promise<void> => {
    const found = new Set(await filterUndeclared(tx, names, project, devices))
    if (devices.some((device) => !found.has(device))) throw new ApiError('object.missing')
  }

  /** Deletes unused tags without a value for `unusedDays` and returns their number. */
  const removeUnused = async (): Promise<number> => {
    if (unusedDays === 0) return 0
    let count = 0
    const before = new Date(clock.now() - unusedDays * dayMs)
    for (let after: string | undefined = ''; after !== undefined;) {
      const found: Awaited<ReturnType<typeof findUnusedTags>> = await findUnusedTags(
        db,
        names,
        before,
        after,
        tagBatchSize,
      )
      after = found.length < tagBatchSize ? undefined : found.at(-1)?.path
      const used = await findUsedDevices(db, sources, new Set(found.map(({ device }) => device)))
      const unused = found.filter(({ device }) => !used.has(device))
      if (unused.length === 0) continue
      const paths = unused.map(({ path }) => path)
      const finish = await db.transaction().execute(async (tx) => {
        const finishDeletion = await history.deleteTags(tx, paths)
        const devicesWithoutTags = await filterWithoutTags(tx, unused)
        await history.deleteTags(tx, devicesWithoutTags.map(stateTag))
        await audit(tx, systemContext, {
          object: 'tag/unused',
          action: 'remove',
          content: { tags: paths.length, first: paths[0], withoutValueForDays: unusedDays },
        })
        return () => {
          finishDeletion()
          forgetDevices(devicesWithoutTags)
        }
      })
      finish()
      count += paths.length
    }
    return count
  }

  let isStopped = false
  const due = { purge: clock.now() + startDelayMs, unused: clock.now() + startDelayMs }
  const task = createPeriodicTask({
    name: 'undeclaredDevices',
    clock,
    log,
    round: async () => {
      const now = clock.now()
      if (now >= due.unused) {
        due.unused = now + dayMs
        const count = await removeUnused()
        if (count > 0) {
          log.info('deleted unused tags without recent values', { count, days: unusedDays })
          await gate.reload()
          due.purge = now
        }
      }
      if (now >= due.purge)
        due.purge = (await purgeHistory(db, now, () => isStopped)) ? now + purgeIntervalMs : now + dayMs
      return Math.min(due.purge, due.unused)
    },
  })

  return {
    gate: gate satisfies DeviceGate,

    /** Call once the tables of all entities exist. */
    async open(newBroker: Pick<Broker, 'dropRetained'>): Promise<void> {
      broker = newBroker
      await gate.reload()
      gate.open(await readIgnored())
    },

    /** Called with deleted devices, so that the service publishing device states forgets them. */
    onRemoved(listener: (devices: readonly DeviceRef[]) => void): void {
      forgetStates = listener
    },

    list: (filter: UndeclaredFilter): Promise<{ rows: readonly UndeclaredDevice[]; total: number }> =>
      listDevices(db, names, filter),

    async quota(filter: Pick<UndeclaredFilter, 'projects' | 'project'>): Promise<readonly UndeclaredQuota[]> {
      return (await countDevices(db, names, filter)).map((each) => {
        const dropped = gate.getDropStatistics(each.project)
        return {
          ...each,
          maxDevices: quotaLimits.project.devices,
          maxTags: quotaLimits.project.tags,
          maxDevicesOfClient: quotaLimits.connection.devices,
          maxTagsOfClient: quotaLimits.connection.tags,
          dropped,
        }
      })
    },

    /** Projects in which the quota was exceeded after `since`. */
    projectsOverQuota: (since: number): readonly string[] => gate.listProjectsSince(since),

    /** The tags of a device with their latest values. */
    async tags(project: string, device: string): Promise<readonly UndeclaredTag[]> {
      await check(db, project, [device])
      const found = (await readTags(db, project, [device])).filter(({ point }) => point !== statePoint)
      return found.slice(0, limits.undeclared.tags).map(({ path, point }) => {
        const { at = null, value = null, text = null } = history.newest(path) ?? {}
        return { point, at, value, text }
      })
    },

    /** Drops the devices' messages from now on. */
    async ignore(caller: RequestContext, project: string, devices: readonly string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await check(tx, project, devices)
        for (const device of new Set(devices)) {
          await tx
            .insertInto('ignored_device')
            .values({ project, device, ignored_at: new Date(clock.now()), ignored_by: caller.session.name })
            .onConflict((conflict) => conflict.columns(['project', 'device']).doNothing())
            .execute()
          await audit(tx, caller, {
            object: `undeclaredDevice/${project}/${device}`,
            action: 'ignore',
            content: { project },
          })
        }
      })
      gate.setIgnored(await readIgnored())
      broker?.dropRetained(devices.map((device) => ({ project, device })))
    },

    /** Accepts the devices' messages again. */
    async accept(caller: RequestContext, project: string, devices: readonly string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (const device of new Set(devices)) {
          const { numDeletedRows } = await tx
            .deleteFrom('ignored_device')
            .where('project', '=', project)
            .where('device', '=', device)
            .executeTakeFirstOrThrow()
          if (numDeletedRows === 0n) throw new ApiError('object.missing')
          await audit(tx, caller, {
            object: `undeclaredDevice/${project}/${device}`,
            action: 'accept',
            content: { project },
          })
        }
      })
      gate.setIgnored(await readIgnored())
    },

    /** Deletes the devices' tags immediately and their history gradually. Returns the number of tags. */
    async remove(caller: RequestContext, project: string, devices: readonly string[]): Promise<number> {
      const { finish, count } = await db.transaction().execute(async (tx) => {
        await check(tx, project, devices)
        const tags = await readTags(tx, project, devices)
        const finishDeletion = await history.deleteTags(
          tx,
          tags.map(({ path }) => path),
        )
        for (const device of new Set(devices)) {
          await audit(tx, caller, {
            object: `undeclaredDevice/${project}/${device}`,
            action: 'remove',
            content: { project, tags: tags.filter((tag) => tag.device === device).length },
          })
        }
        return { finish: finishDeletion, count: tags.length }
      })
      finish()
      forgetDevices(devices.map((device) => ({ project, device })))
      await gate.reload()
      due.purge = clock.now()
      task.poke()
      return count
    },

    removeUnused,

    /** Deletes history and unused tags periodically. Returns a function that stops it. */
    start(): () => Promise<void> {
      task.poke()
      return async () => {
        isStopped = true
        await task.stop()
      }
    },
  }
}

export type UndeclaredDevices = ReturnType<typeof createUndeclaredDevices>
