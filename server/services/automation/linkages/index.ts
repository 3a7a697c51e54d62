import { encodeLocalized } from '../../../../contract/localizedText.ts'
import type { Words } from '../../../../contract/entity/field.ts'
import type { Broker } from '../../../broker/index.ts'
import type { History } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { AccountStatus } from '../../identity/apiTokens.ts'
import type { Notifications } from '../../operations/notifications/index.ts'
import type { Commands } from '../../devices/commands.ts'
import type { DevicePresence } from '../../devices/devicePresence.ts'
import type { EntityHooks, StoredEntityService } from '../../entities/index.ts'
import { isRunDue } from '../jobs/schedule.ts'
import type { AlarmStore } from '../../alarms/alarmStore.ts'
import type { Clock } from '../../base/scheduler.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import { createLease } from '../leaderLease.ts'
import { formatAlarm, parseDevice, runActions, type Run, type Step } from './actions.ts'
import { CycleGuard } from './cycleGuard.ts'
import { toReliableValue } from './conditions.ts'
import type { FindDenial } from './authorizeActions.ts'
import { createOwnerPermissions, ownerHooks } from './authorizeActions.ts'
import { createLinkageRehearsals } from './rehearsal/index.ts'
import { createRunLog } from './runLog.ts'
import type { Linkage } from './rows.ts'
import { findDevices, readLinkages } from './rows.ts'
import { formatTrigger } from './runMessages.ts'
import { getNextFire } from './timers.ts'
import type { Cause, Change } from './triggers.ts'
import type { InitialState } from './watch.ts'
import { LinkageWatch } from './watch.ts'

export interface LinkageParts {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
  readonly broker: Pick<Broker, 'onFrame'>
  readonly history: Pick<History, 'newest'>
  readonly presence: Pick<DevicePresence, 'onChanged' | 'isOnline'>
  readonly commands: Pick<Commands, 'placeSystemCommand' | 'waitUntilClosed' | 'onExecuted'>
  readonly alarmStore: AlarmStore
  readonly isGuarded: (tag: string) => Promise<boolean>
  readonly notifications: Pick<Notifications, 'notifyEvent' | 'previewEvent'>
  /** Current status and permissions of an account; undefined if it is disabled or deleted. */
  readonly readAccountStatus: (account: string) => Promise<AccountStatus | undefined>
  readonly log: Log
  /** True if no other server uses this database. */
  readonly isAlone: boolean
  readonly clock?: Clock
}

interface Entry {
  readonly linkage: Linkage
  /** Fingerprint of everything the watching depends on. A change restarts the watching. */
  readonly fingerprint: string
  nextAt: number | null
  /** Last run, monotonic clock. */
  lastMs: number
}

/** A linkage that scripts can start. */
export type CustomLinkage = Pick<Linkage, 'id' | 'project' | 'name'>

interface Delayed {
  readonly run: Run
  /** Monotonic clock. */
  readonly dueMs: number
  readonly depth: number
}

/** Maximum queued runs of one linkage. Further runs are dropped and logged. */
const maxQueued = 20
/** Interval in milliseconds for re-reading the rows, so that changes by other servers are noticed. */
const reloadIntervalMs = { alone: 60_000, shared: 2_000 } as const
/** Delay in milliseconds that groups several changes into one reload. */
const settleMs = 200
const leaseIntervalMs = 5_000

/**
 * Runs the linkages: passes broker events to `LinkageWatch` and executes the linkages that fire with their owners'
 * permissions.
 */
export function createLinkages({
  db,
  stored,
  broker,
  history,
  presence,
  commands,
  alarmStore,
  isGuarded,
  notifications,
  readAccountStatus,
  log,
  isAlone,
  clock = systemClock,
}: LinkageParts) {
  const watch = new LinkageWatch()
  const cycleGuard = new CycleGuard()
  const lease = isAlone ? undefined : createLease(db, 'linkages')
  const owners = createOwnerPermissions({ db, readAccountStatus: readAccountStatus })
  const runLog = createRunLog({ db, stored, log })
  const rehearsals = createLinkageRehearsals({
    db,
    isGuarded,
    previewNotification: (template, event) => notifications.previewEvent(template, event),
    getDenialReason: owners.getDenialReason,
    findPairs: (one) => runLog.findPairs(one),
    isPaired: (one) => runLog.isPaired(one),
  })
  const entries = new Map<string, Entry>()
  const delayed = new Map<string, Delayed[]>()
  const queues = new Map<string, { readonly work: Promise<void>; readonly waiting: number }>()
  /** One-time linkages that have fired but are not yet marked as disabled in the database. */
  const firedOnce = new Set<string>()
  /** Linkages that a reload in progress must not restore, because the row it read may be outdated. */
  const removed = new Set<string>()
  /** One-time linkages whose row could not be updated and that therefore have not run. */
  const notRun = new Set<string>()
  /** A server whose lease was not renewed stops acting before another server takes over. */
  const mayAct = (): boolean => lease === undefined || lease.isHeld
  let leasedMs = -Infinity
  let reloadedMs = -Infinity
  /** Next end of a hold time for which a round is scheduled, monotonic clock. */
  let scheduledMs = Infinity
  let isOwned = false
  let isStarted = false
  let isStopped = false
  let count = 0
  let stopWaiting: () => void = () => undefined
  const stopped = new Promise<void>((done) => {
    stopWaiting = done
  })

  const initialState: InitialState = {
    newest: (device, point) => {
      const reading = history.newest(`${device}/${point}`)
      return reading && toReliableValue(reading.value ?? undefined, reading.text ?? undefined, reading.quality)
    },
    isOnline: (device) => presence.isOnline(...splitDevice(device)),
    now: () => clock.now(),
  }
  const unknownState: InitialState = { ...initialState, newest: () => undefined, isOnline: () => undefined }

  // Load rows
  const reload = async (): Promise<void> => {
    const now = clock.now()
    reloadedMs = monotonicNow()
    isOwned ||= await owners.assignMissing()
    // On the first start no account exists yet, so every linkage would fail for lack of an owner.
    if (!isOwned) return
    removed.clear()
    for (const id of firedOnce) removed.add(id)
    const linkages = new Map((await readLinkages(db)).map((linkage) => [linkage.id, linkage] as const))
    for (const [id, { linkage }] of entries) {
      if (linkages.has(id)) continue
      entries.delete(id)
      watch.remove(id)
      if (!linkage.isOnce) delayed.delete(id)
    }
    const getDenialReason = owners.createCachedCheck()
    for (const linkage of linkages.values()) {
      const { id } = linkage
      if (removed.has(id)) continue
      const existing = entries.get(id)
      const fingerprint = createFingerprint(linkage)
      // If the row reports the same last run, keep the monotonic time. Recomputing it would lengthen the silence after
      // a clock change.
      const isSameRun = existing !== undefined && existing.linkage.lastAt === linkage.lastAt
      const lastMs = isSameRun
        ? existing.lastMs
        : Math.max(existing?.lastMs ?? -Infinity, toMonotonicTime(linkage, now))
      if (existing?.fingerprint === fingerprint) entries.set(id, { ...existing, linkage, lastMs })
      else {
        // Drop delayed runs after an edit. A device that was added or removed does not change the revision.
        if (existing && existing.linkage.revision !== linkage.revision) delayed.delete(id)
        watch.put(linkage.watched, notRun.delete(id) ? unknownState : initialState)
        entries.set(id, { linkage, fingerprint, lastMs, nextAt: getNextTime(linkage, now) })
      }
      await storeProblems(linkage, getDenialReason)
    }
    await clearObsoleteAlarms()
  }

  const storeProblems = async (linkage: Linkage, getDenialReason: FindDenial): Promise<void> => {
    const denial = await getDenialReason(linkage.owner, linkage.project, linkage.actions)
    const problems = denial ? [denial, ...linkage.problems] : linkage.problems
    const problem =
      problems.length === 0
        ? null
        : encodeLocalized({
            en: problems
              .map(({ en }) => en)
              .join('; ')
              .slice(0, 240),
            zh: problems
              .map(({ zh }) => zh)
              .join('；')
              .slice(0, 240),
          })
    if (problem === linkage.storedProblem) return
    await stored('linkage')
      .set(linkage.id, { problem })
      .catch((cause: unknown) => log.warn('could not store the problem of a linkage', { linkage: linkage.id, cause }))
  }

  // Fire
  const onEvents = (changes: readonly Change[]): void => {
    if (watch.dueMs < scheduledMs) {
      scheduledMs = watch.dueMs
      task.poke()
    }
    if (!mayAct() || isStopped) return
    const firing = new Map<string, Pick<Change, 'linkage' | 'cause'>>()
    for (const { linkage, isOver, cause } of changes) {
      const entry = entries.get(linkage)
      if (!entry) continue
      if (isOver)
        void endAlarms(entry.linkage, entry.linkage.watched.condition === 'any' ? cause.device : null).catch(
          (failure: unknown) => log.warn('could not clear the alarm of a linkage', { linkage, cause: failure }),
        )
      // Several triggers of one device run the linkage once.
      else if (!firing.has(`${linkage} ${cause.device}`)) firing.set(`${linkage} ${cause.device}`, { linkage, cause })
    }
    for (const { linkage, cause } of firing.values()) fire(linkage, cause)
  }

  /** `starter`: name of the script that fires a custom trigger. */
  const fire = (id: string, cause: Cause, starter?: string): void => {
    const entry = entries.get(id)
    const now = clock.now()
    const nowMs = monotonicNow()
    if (!entry || nowMs < entry.lastMs + entry.linkage.silenceMs) return
    const { linkage } = entry
    const depth = cycleGuard.getDepth(cause.device, nowMs)
    const verdict = cause.device === null ? 'go' : cycleGuard.admit(id, cause.device, depth, nowMs)
    if (verdict === 'held') return
    const message = formatTrigger(cause, (device) => linkage.names.get(device) ?? parseDevice(device), starter)
    const run: Run = { linkage, account: linkage.owner, cause, message, at: now, key: `${id}/${now}/${++count}` }
    if (verdict === 'cut') return rejectLoop(run, depth)
    entry.lastMs = nowMs
    if (linkage.isOnce) {
      firedOnce.add(id)
      removed.add(id)
      entries.delete(id)
      watch.remove(id)
    }
    enqueue(run, async () => {
      // Store the last run first, so that the silence and the end of a one-time linkage survive a restart.
      try {
        await stored('linkage').set(id, { lastAt: now })
        if (linkage.isOnce) await stored('linkage').move(systemContext, id, 'disable', {})
      } catch (failure) {
        if (!linkage.isOnce) throw failure
        // The linkage has not run and its row is unchanged: watch it again.
        notRun.add(id)
        firedOnce.delete(id)
        scheduleReload()
        throw failure
      }
      firedOnce.delete(id)
      if (linkage.delayMs === 0) return execute(run, depth)
      delayed.set(id, [...(delayed.get(id) ?? []), { run, depth, dueMs: nowMs + linkage.delayMs }])
      task.poke()
    })
  }

  const rejectLoop = (run: Run, depth: number): void => {
    const { linkage, message: said } = run
    const reason: Words = {
      en: 'it triggers itself through other linkages, or is triggered too often',
      zh: '与其他联动循环触发，或触发过于频繁',
    }
    log.warn('linkage loop stopped', { linkage: linkage.id, name: linkage.name, depth })
    const ref = {
      project: linkage.project,
      device: run.cause.device === null ? '' : parseDevice(run.cause.device),
      fault: 'linkage',
      point: `${linkage.id}.loop`,
    }
    alarmStore.raise([
      {
        ...ref,
        shownPoint: run.cause.point,
        owner: 'other',
        level: 2,
        at: run.at,
        message: formatAlarm(linkage.name, { en: `stopped: ${reason.en}`, zh: `已中止：${reason.zh}` }),
      },
    ])
    alarmStore.clear([ref], run.at)
    enqueue(run, () => runLog.write(run, 'cut', [{ what: said, outcome: 'skipped', reason }], 0))
  }

  /** Queues the runs of one linkage one after another. */
  const enqueue = (run: Run, work: () => Promise<void>): void => {
    const { id } = run.linkage
    const queue = queues.get(id) ?? { work: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= maxQueued)
      return log.warn('a linkage is triggered faster than it runs; run skipped', { linkage: id })
    const next = queue.work
      .then(work)
      .catch((cause: unknown) => log.error('linkage run failed', { linkage: id, cause }))
      .finally(() => {
        const now = queues.get(id)
        if (now && now.waiting > 1) queues.set(id, { ...now, waiting: now.waiting - 1 })
        else queues.delete(id)
      })
    queues.set(id, { work: next, waiting: queue.waiting + 1 })
  }

  const execute = async (run: Run, depth: number): Promise<void> => {
    const startedAt = performance.now()
    const steps = await Promise.race([
      runActions(
        {
          findDevices: (project, ids, products) => findDevices(db, [project], ids, products),
          monotonicNow: monotonicNow,
          commands,
          alarmStore: alarmStore,
          isGuarded,
          getDenialReason: owners.getDenialReason,
          findPairs: (one) => runLog.findPairs(one),
          isPaired: (one) => runLog.isPaired(one),
          notify: async (template, event) => {
            await notifications.notifyEvent(template, event)
            return null
          },
          onCommand: (device) => cycleGuard.onCommand(device, depth, monotonicNow()),
        },
        run,
      ),
      stopped,
    ])
    // On shutdown, commands still waiting for a result are recorded by the command log.
    if (!steps) return
    await runLog.write(run, getResult(steps), steps, Math.round(performance.now() - startedAt))
    if (run.linkage.actions.some(({ kind }) => kind === 'alarm')) await clearObsoleteAlarms()
  }

  /** Clears the alarms of a linkage when their cause ends, unless a paired linkage clears them. */
  const endAlarms = async (linkage: Linkage, device: string | null): Promise<void> => {
    const { id, project } = linkage
    const devices = alarmStore
      .listDevicesWithFault(project, 'linkage', id)
      .filter((each) => device === null || each === parseDevice(device))
    if (devices.length === 0 || (await runLog.isPaired(linkage))) return
    alarmStore.clear(
      devices.map((each) => ({ project, device: each, fault: 'linkage', point: id })),
      clock.now(),
    )
  }

  /**
   * Clears open alarms whose cause no longer exists: the condition was edited, the device is no longer watched, or the
   * cause ended before the run. Alarms cleared by an enabled paired linkage are left open.
   */
  const clearObsoleteAlarms = async (): Promise<void> => {
    if (!mayAct()) return
    const obsolete = alarmStore
      .listWithFault('linkage')
      .filter(
        ({ project, device, point }) =>
          typeof point === 'string' && watch.isCauseActive(point, `${project}/${device}`) === false,
      )
    if (obsolete.length === 0) return
    const paired = await runLog.filterPaired(obsolete.flatMap(({ point }) => point ?? []))
    alarmStore.clear(
      obsolete.filter(({ point }) => !paired.has(point ?? '')),
      clock.now(),
    )
  }

  // Timer
  const round = async (): Promise<number | undefined> => {
    const now = clock.now()
    const nowMs = monotonicNow()
    if (lease && nowMs - leasedMs >= leaseIntervalMs) {
      leasedMs = nowMs
      await lease.acquire()
    }
    cycleGuard.sweep(nowMs)
    const everyMs = isAlone && isOwned ? reloadIntervalMs.alone : reloadIntervalMs.shared
    if (nowMs - reloadedMs >= everyMs) await reload()
    // Before the timers: one that fires when a time window opens is within it.
    onEvents(watch.tick(now, nowMs))
    for (const [id, entry] of entries) {
      if (entry.nextAt === null || entry.nextAt > now) continue
      const dueAt = entry.nextAt
      entry.nextAt = getNextTime(entry.linkage, now)
      if (isRunDue({ dueAt, now, misfire: 'skip' })) onEvents(watch.timer(id, nowMs))
    }
    for (const [id, runs] of delayed) {
      const due = runs.filter(({ dueMs }) => dueMs <= nowMs)
      if (due.length === 0) continue
      delayed.set(
        id,
        runs.filter(({ dueMs }) => dueMs > nowMs),
      )
      if (delayed.get(id)?.length === 0) delayed.delete(id)
      for (const { run, depth } of due) enqueue(run, () => execute(run, depth))
    }
    scheduledMs = watch.dueMs
    const waitMs =
      Math.min(
        reloadedMs + everyMs,
        scheduledMs,
        ...(lease ? [leasedMs + leaseIntervalMs] : []),
        ...[...delayed.values()].flat().map(({ dueMs }) => dueMs),
      ) - nowMs
    return Math.min(
      now + waitMs,
      watch.getNextEdge(now),
      ...[...entries.values()].flatMap(({ nextAt }) => nextAt ?? []),
    )
  }
  const task = createPeriodicTask({ name: 'linkages', clock, log, round })

  let cancelReload: (() => void) | undefined
  const scheduleReload = (): void => {
    if (!isStarted) return
    cancelReload ??= clock.wakeAt(clock.now() + settleMs, () => {
      cancelReload = undefined
      reloadedMs = -Infinity
      task.poke()
    })
  }

  const runManually = async (id: string, { session }: RequestContext): Promise<void> => {
    const [linkage] = await readLinkages(db, id)
    if (!linkage) return
    const now = clock.now()
    const cause: Cause = {
      kind: 'hand',
      device: null,
      point: null,
      reported: null,
      isOfProduct: false,
      isLasting: false,
    }
    const run: Run = {
      linkage,
      account: session.accountId,
      cause,
      message: formatTrigger(cause, () => '', session.name),
      at: now,
      key: `${id}/${now}/${++count}`,
    }
    const entry = entries.get(id)
    if (entry) entry.lastMs = monotonicNow()
    enqueue(run, async () => {
      await stored('linkage').set(id, { lastAt: now })
      await execute(run, 0)
    })
  }

  const hooks: EntityHooks = {
    ...ownerHooks,
    afterWrite: async ({ action, id, author }) => {
      if ((action === 'runNow' || action === 'runOnce') && 'session' in author) return runManually(id, author)
      // Edited or disabled linkages stop immediately, including delayed runs.
      if ('session' in author) {
        delayed.delete(id)
        firedOnce.delete(id)
        if (action === 'disable' || action === 'remove') {
          removed.add(id)
          entries.delete(id)
          watch.remove(id)
        }
      }
      reloadedMs = -Infinity
      if (!isStarted) return
      task.poke()
      // Wait for the reload, so that an enabled linkage is active when the request returns.
      await task.settled()
    },
  }

  return {
    hooks,
    rehearsals,

    /** Returns the enabled linkage with a custom trigger that has this id, or this name in the project. */
    findCustom(idOrName: string, project: string | undefined): CustomLinkage | undefined {
      const candidates = [...entries.values()].map(({ linkage }) => linkage)
      const found =
        candidates.find(({ id }) => id === idOrName) ??
        candidates.find((linkage) => linkage.project === project && linkage.name === idOrName)
      return found?.watched.triggers.some(({ kind }) => kind === 'custom') ? found : undefined
    },

    /**
     * Fires the custom trigger of a linkage for a script. Its other conditions, its quiet period and the permissions of
     * its owner apply. `device`: device of the script's event as `project/device`.
     */
    startCustom(id: string, device: string | null, script: string): void {
      const project = entries.get(id)?.linkage.project
      const ownDevice = device !== null && splitDevice(device)[0] === project ? device : null
      for (const { cause } of watch.custom(id, ownDevice, monotonicNow())) fire(id, cause, script)
    },

    /** Hooks of devices and products, because they change the set of watched devices. */
    deviceHooks: { afterWrite: scheduleReload } satisfies EntityHooks,

    /**
     * Starts the linkages. Returns a function that stops them; a run in progress is recorded but not awaited to its
     * end.
     */
    async start(): Promise<() => Promise<void>> {
      await lease?.acquire()
      await reload()
      const unsubscribers = [
        broker.onFrame((frame) => onEvents(watch.frame(frame))),
        presence.onChanged(({ project, device, isOnline }) =>
          onEvents(watch.presence(`${project}/${device}`, isOnline, monotonicNow())),
        ),
        commands.onExecuted(({ project, device, point, value }) =>
          onEvents(watch.onExecuted(`${project}/${device}`, point, value, monotonicNow())),
        ),
      ]
      isStarted = true
      task.poke()
      return async () => {
        isStopped = true
        rehearsals.stop()
        for (const end of unsubscribers) end()
        cancelReload?.()
        stopWaiting()
        await task.stop()
        await Promise.all([...queues.values()].map(({ work }) => work))
        await lease?.release()
      }
    },
  }
}

export type Linkages = ReturnType<typeof createLinkages>
export type LinkageRehearsals = Linkages['rehearsals']

function getResult(steps: readonly Step[]): 'done' | 'failed' | 'idle' {
  if (steps.some(({ outcome }) => outcome === 'failed')) return 'failed'
  return steps.some(({ outcome }) => outcome === 'done') ? 'done' : 'idle'
}

const getNextTime = ({ timer, zone }: Linkage, now: number): number | null =>
  timer === null ? null : getNextFire(timer, zone, now)

/** Converts the stored time of the last run to the monotonic clock. A time in the future counts as never. */
const toMonotonicTime = ({ lastAt }: Linkage, now: number): number =>
  lastAt === null || lastAt > now ? -Infinity : monotonicNow() - (now - lastAt)

/** Fingerprint of the watched configuration. While it is unchanged, the observed state is kept. */
const createFingerprint = ({ watched, zone, actions, delayMs }: Linkage): string =>
  JSON.stringify([zone, watched, actions, delayMs], (_, value: unknown) =>
    value instanceof Set ? [...value].map(String).toSorted() : value,
  )

function splitDevice(device: string): [project: string, device: string] {
  const at = device.indexOf('/')
  return [device.slice(0, at), device.slice(at + 1)]
}
