import { sql } from 'kysely'
import { parseTag } from '../../../../../contract/telemetry/tags.ts'
import type { Db } from '../../../../database/index.ts'
import type { Linkage } from '../rows.ts'
import { getNextFire } from '../timers.ts'
import { listTags } from '../triggers.ts'
import type { InitialState, ReceivedFrame } from '../watch.ts'
import { toReliableValue } from '../conditions.ts'

/** A stored event. Times are in milliseconds since 1970; a rehearsal uses them as its monotonic clock, too. */
export type StoredEvent =
  | { readonly kind: 'frame'; readonly at: number; readonly frame: ReceivedFrame }
  | {
      readonly kind: 'executed'
      readonly at: number
      readonly device: string
      readonly point: string
      readonly value: number
    }
  | { readonly kind: 'timer'; readonly at: number }

interface StoredValue {
  readonly at: Date
  readonly path: string
  readonly value: number
  readonly text: string | null
  readonly quality: number
}

const pageRows = 2_000
const maxCommands = 20_000
/** Reporting interval assumed for stored values; a value counts for three intervals. */
const intervalMs = 100_000
/** Milliseconds before the time span in which the values at its start are searched. */
const beforeMs = 86_400_000

/** Tags whose values the triggers compare. */
const listPaths = ({ watched: { triggers } }: Linkage): string[] => [...new Set(triggers.flatMap(listTags))]

/** Returns the values at a time, as the state before a linkage is watched. */
export async function readInitialState(db: Db, linkage: Linkage, at: number): Promise<InitialState> {
  const { rows } = await sql<StoredValue>`select distinct on (t.path) t.path, h.at, h.value, h.text, h.quality
    from tag_history h join tag t on t.id = h.tag where t.path = any(${listPaths(linkage)}::text[])
    and h.at > ${new Date(at - beforeMs)} and h.at <= ${new Date(at)} order by t.path, h.at desc`.execute(db)
  const values = new Map(
    rows.map(({ path, value, text, quality }) => [path, toReliableValue(value, text ?? undefined, quality)]),
  )
  return { newest: (device, point) => values.get(`${device}/${point}`), isOnline: () => undefined, now: () => at }
}

/** Yields the events of a time span, oldest first. */
export async function* readEvents(db: Db, linkage: Linkage, from: number, to: number): AsyncGenerator<StoredEvent> {
  const moments = merge(await readCommands(db, linkage, from, to), listTimes(linkage, from, to))
  let moment = moments.next()
  for await (const event of readFrames(db, listPaths(linkage), from, to)) {
    for (; !moment.done && moment.value.at < event.at; moment = moments.next()) yield moment.value
    yield event
  }
  for (; !moment.done; moment = moments.next()) yield moment.value
}

/** Merges commands and timer events by time. Timer events are computed one by one, because that takes long. */
function* merge(commands: readonly StoredEvent[], times: Iterator<StoredEvent>): Generator<StoredEvent, undefined> {
  let time = times.next()
  for (const command of commands) {
    for (; !time.done && time.value.at < command.at; time = times.next()) yield time.value
    yield command
  }
  for (; !time.done; time = times.next()) yield time.value
  return undefined
}

/** Commands that devices have carried out on the points of function triggers. */
async function readCommands(db: Db, { watched }: Linkage, from: number, to: number): Promise<StoredEvent[]> {
  const tags = watched.triggers.flatMap((trigger) =>
    trigger.kind === 'function' ? [...trigger.devices].map((device) => `${device}/${trigger.point}`) : [],
  )
  if (tags.length === 0) return []
  const { rows } = await sql<{ at: Date; tag: string; value: number }>`select created_at as at, tag, value from command
    where tag = any(${tags}::text[]) and state = 'succeeded' and created_at > ${new Date(from)} and created_at <= ${new Date(to)}
    order by created_at limit ${maxCommands}`.execute(db)
  return rows.flatMap(({ at, tag, value }) => {
    const parsed = parseTag(tag)
    return parsed
      ? [
          {
            kind: 'executed',
            at: at.getTime(),
            device: `${parsed.project}/${parsed.device}`,
            point: parsed.point,
            value,
          } as const,
        ]
      : []
  })
}

function* listTimes({ timer, zone }: Linkage, from: number, to: number): Generator<StoredEvent, undefined> {
  if (timer === null) return undefined
  for (let at = getNextFire(timer, zone, from); at !== null && at <= to; at = getNextFire(timer, zone, at))
    yield { kind: 'timer', at }
  return undefined
}

/** Yields the values that a device reported at one time as one frame. */
async function* readFrames(
  db: Db,
  paths: readonly string[],
  from: number,
  to: number,
): AsyncGenerator<Extract<StoredEvent, { kind: 'frame' }>> {
  if (paths.length === 0) return
  let after = new Date(from)
  for (let limit = pageRows; ;) {
    const { rows } =
      await sql<StoredValue>`select t.path, h.at, h.value, h.text, h.quality from tag_history h join tag t on t.id = h.tag
      where t.path = any(${paths}::text[]) and h.at > ${after} and h.at <= ${new Date(to)} order by h.at, t.path limit ${limit}`.execute(
        db,
      )
    const isLast = rows.length < limit
    const lastAt = rows.at(-1)?.at.getTime() ?? 0
    // The rows of the last time of a full page may be incomplete. They are read again with the next page.
    const complete = isLast ? rows : rows.filter(({ at }) => at.getTime() !== lastAt)
    if (!isLast && complete.length === 0) {
      limit *= 2
      continue
    }
    limit = pageRows
    const groups = new Map<string, StoredValue[]>()
    for (const row of complete) {
      const key = `${row.at.getTime()} ${getDevice(row.path)}`
      groups.set(key, [...(groups.get(key) ?? []), row])
    }
    for (const values of groups.values()) {
      const at = values[0]?.at.getTime() ?? 0
      after = new Date(at)
      yield { kind: 'frame', at, frame: toFrame(at, values) }
    }
    if (isLast) return
  }
}

const getDevice = (path: string): string => path.slice(0, path.lastIndexOf('/'))

function toFrame(at: number, values: readonly StoredValue[]): ReceivedFrame {
  const tags = values.flatMap(({ path }) => parseTag(path) ?? [])
  return {
    project: tags[0]?.project ?? '',
    device: tags[0]?.device ?? '',
    at,
    receivedAt: at,
    arrivedMs: at,
    every: intervalMs,
    points: tags.map(({ point }) => point),
    values: Float64Array.from(values, ({ value }) => value),
    qualities: Uint8Array.from(values, ({ quality }) => quality),
    texts: values.map(({ text }) => text ?? undefined),
  }
}
