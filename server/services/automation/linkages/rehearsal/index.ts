import { sql } from 'kysely'
import type { Words } from '../../../../../contract/entity/field.ts'
import { ApiError } from '../../../../../contract/errors.ts'
import type { LinkageRehearsal } from '../../../../../contract/routes/linkages.ts'
import type { RequestContext } from '../../../base/requestContext.ts'
import { type Mutable, Rehearsals } from '../../rehearsals.ts'
import { parseDevice, type Run } from '../actions.ts'
import { CycleGuard } from '../cycleGuard.ts'
import { type Linkage, readLinkages } from '../rows.ts'
import { formatTrigger } from '../runMessages.ts'
import type { Cause, Change } from '../triggers.ts'
import { LinkageWatch } from '../watch.ts'
import { planActions, type PlannedRun, type PlanParts, RehearsedAlarms, type StoredAlarm } from './plannedActions.ts'
import { readEvents, readInitialState, type StoredEvent } from './storedEvents.ts'

export interface LinkageRehearsalRequest {
  readonly linkage: string
  /** Time span in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

type State = Mutable<LinkageRehearsal>

/** Limits of one rehearsal. */
const maxEvents = 200_000
const maxFindings = 200
const maxEffects = 20
/** Events after which other work gets its turn. */
const eventsPerTurn = 50

/** Applies stored linkages to stored history. Nothing is sent, raised or stored. */
export function createLinkageRehearsals(parts: PlanParts) {
  const rehearsals = new Rehearsals<LinkageRehearsal>()
  return {
    /** Starts a rehearsal. Throws `object.missing` if the linkage does not exist. */
    async start(caller: RequestContext, { linkage: id, from, to }: LinkageRehearsalRequest): Promise<{ id: string }> {
      const [linkage] = await readLinkages(parts.db, id)
      if (!linkage) throw new ApiError('object.missing')
      return rehearsals.start(
        caller.session.accountId,
        (base) => ({
          ...base,
          events: 0,
          fired: 0,
          suppressed: 0,
          counts: {},
          findings: [],
          omitted: 0,
          notes: listNotes(linkage),
        }),
        (state, isCancelled) => rehearse(parts, linkage, { from, to }, state, isCancelled),
      )
    },
    read: ({ session }: RequestContext, id: string): LinkageRehearsal => rehearsals.read(id, session.accountId),
    cancel: ({ session }: RequestContext, id: string): LinkageRehearsal => rehearsals.cancel(id, session.accountId),
    stop: (): void => rehearsals.stop(),
  }
}

async function rehearse(
  parts: PlanParts,
  linkage: Linkage,
  { from, to }: { readonly from: number; readonly to: number },
  state: State,
  isCancelled: () => boolean,
): Promise<void> {
  const { id, project, watched } = linkage
  const pairs = await parts.findPairs(linkage)
  const isPaired = await parts.isPaired(linkage)
  const alarms = new RehearsedAlarms(await readAlarms(parts, project, pairs))
  const watch = new LinkageWatch()
  watch.put(watched, await readInitialState(parts.db, linkage, from))
  const cycleGuard = new CycleGuard()
  let lastAt = -Infinity
  let isOver = false

  const fire = async (cause: Cause, at: number): Promise<void> => {
    if (at < lastAt + linkage.silenceMs || isLoop(cycleGuard, id, cause, at)) {
      state.suppressed++
      return
    }
    lastAt = at
    isOver = linkage.isOnce
    state.fired++
    const message = formatTrigger(cause, (device) => linkage.names.get(device) ?? parseDevice(device))
    const run: Run = { linkage, account: linkage.owner, cause, message, at, key: `rehearsal/${id}/${at}` }
    addFinding(state, at, cause.device, message, 'fired', await planActions(parts, run, alarms))
  }
  const end = (cause: Cause, at: number): void => {
    if (isPaired) return
    const device = watched.condition === 'any' && cause.device !== null ? parseDevice(cause.device) : null
    const ended = alarms.list(project, id, at).filter((each) => device === null || each === device)
    for (const each of ended) alarms.clear({ project, device: each, fault: 'linkage', point: id })
    if (ended.length === 0) return
    const effects = ended.map((each) => ({ kind: 'clear' as const, target: `${project}/${each}`, content: '' }))
    addFinding(state, at, cause.device, conditionEnded, 'ended', { effects, refused: [] })
  }

  const handle = async (changes: readonly Change[], at: number): Promise<void> => {
    for (const change of changes) if (change.isOver) end(change.cause, at)
    // Several triggers of one device run the linkage once.
    const firing = new Map<string | null, Cause>()
    for (const { isOver: hasEnded, cause } of changes)
      if (!hasEnded && !firing.has(cause.device)) firing.set(cause.device, cause)
    for (const cause of firing.values()) if (!isOver) await fire(cause, at)
  }
  let tickedAt = from
  /** Completes hold times and opens and closes time windows until a time. */
  const advance = async (until: number): Promise<void> => {
    for (;;) {
      const at = Math.min(watch.dueMs, watch.getNextEdge(tickedAt))
      if (at > until || isOver) return
      tickedAt = Math.max(at, tickedAt)
      await handle(watch.tick(tickedAt, tickedAt), tickedAt)
    }
  }

  for await (const event of readEvents(parts.db, linkage, from, to)) {
    await advance(event.at)
    if (isCancelled() || isOver) return
    if (state.events >= maxEvents) {
      state.notes = [...state.notes, tooManyEvents]
      return
    }
    state.events++
    state.progress = (event.at - from) / Math.max(1, to - from)
    if (state.events % eventsPerTurn === 0) await new Promise((done) => setImmediate(done))
    await handle(apply(watch, id, event), event.at)
  }
  await advance(to)
}

function apply(watch: LinkageWatch, id: string, event: StoredEvent): readonly Change[] {
  switch (event.kind) {
    case 'frame':
      return watch.frame(event.frame)
    case 'executed':
      return watch.onExecuted(event.device, event.point, event.value, event.at)
    case 'timer':
      return watch.timer(id, event.at)
  }
}

function isLoop(guard: CycleGuard, id: string, { device }: Cause, at: number): boolean {
  return device !== null && guard.admit(id, device, 0, at) !== 'go'
}

function addFinding(
  state: State,
  at: number,
  device: string | null,
  cause: Words,
  kind: 'fired' | 'ended',
  { effects, refused }: PlannedRun,
): void {
  const counts = { ...state.counts }
  for (const effect of effects) counts[effect.kind] = (counts[effect.kind] ?? 0) + 1
  state.counts = counts
  if (state.findings.length >= maxFindings) {
    state.omitted++
    return
  }
  state.findings = [
    ...state.findings,
    {
      at,
      device,
      cause,
      kind,
      effects: effects.slice(0, maxEffects),
      omitted: Math.max(0, effects.length - maxEffects),
      refused: refused.map(({ what, reason }) => ({ what, reason })),
    },
  ]
}

/** Stored alarms of paired linkages, which a recovery clears. */
async function readAlarms({ db }: PlanParts, project: string, pairs: readonly string[]): Promise<StoredAlarm[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<{ device: string; point: string; at: Date; cleared: Date | null }>`
    select device, coalesce(source, point) as point, at, cleared_at as cleared from lighting_alarm
    where project = ${project} and fault = 'linkage' and point = any(${pairs}::text[]) order by at`.execute(db)
  return rows.map(({ device, point, at, cleared }) => ({
    project,
    device,
    fault: 'linkage',
    point,
    at: at.getTime(),
    clearedAt: cleared?.getTime() ?? null,
  }))
}

const conditionEnded: Words = { en: 'Condition ended', zh: '条件已解除' }
const tooManyEvents: Words = {
  en: `Stopped after ${maxEvents} events. Choose a shorter time span.`,
  zh: `已处理 ${maxEvents} 个事件并停止，请缩短时间段。`,
}

/** What the stored history cannot show. */
function listNotes({ watched, problems, delayMs }: Linkage): Words[] {
  const kinds = new Set(watched.triggers.map(({ kind }) => kind))
  return [
    ...(kinds.has('online') || kinds.has('offline')
      ? [
          {
            en: 'Online and offline times are not stored. These triggers are not rehearsed.',
            zh: '历史数据中没有上线、下线记录，相应触发器不参与预演。',
          },
        ]
      : []),
    ...(kinds.has('custom')
      ? [
          {
            en: 'Custom triggers are not part of the history. They are not rehearsed.',
            zh: '历史数据中没有自定义触发，相应触发器不参与预演。',
          },
        ]
      : []),
    ...(delayMs > 0
      ? [
          {
            en: `The actions would run ${delayMs / 1000} s after each time.`,
            zh: `动作将在各时间点之后 ${delayMs / 1000} 秒执行。`,
          },
        ]
      : []),
    ...problems,
  ]
}
