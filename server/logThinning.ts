import { monotonicNow } from './monotonicClock.ts'

export interface ThinnedLine<Level> {
  readonly level: Level
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

interface Group<Level> {
  readonly line: ThinnedLine<Level>
  readonly sinceMs: number
  /** Number of lines so far. */
  repeats: number
}

/** Number of identical lines that are written in full. `windowMs`: time for which further ones are only counted. */
const maxFullLines = 3
const windowMs = 60_000
const maxGroups = 1_000
/** Details that differ between otherwise identical lines. */
const ignoredDetails = new Set(['request', 'ms', 'at', 'pid'])

/**
 * Limits repeated log lines: three identical ones are written in full, then one line per minute with the number of
 * `repeats`. Lines are identical if level, message and details match, except request ids and numbers in error texts.
 */
export function createThinning<Level>(write: (line: ThinnedLine<Level>) => void, now: () => number = monotonicNow) {
  const groups = new Map<string, Group<Level>>()
  let timer: NodeJS.Timeout | undefined

  const summarise = (key: string, { line, repeats, sinceMs }: Group<Level>): void => {
    const left = repeats - maxFullLines
    if (left > 0)
      write({
        ...line,
        details: { ...withoutStack(line.details), repeats: left, seconds: Math.round((now() - sinceMs) / 1000) },
      })
    groups.delete(key)
  }
  const flushExpired = (): void => {
    timer = undefined
    for (const [key, group] of groups) if (now() - group.sinceMs >= windowMs) summarise(key, group)
    if (groups.size > 0) scheduleFlush()
  }
  const scheduleFlush = (): void => {
    timer ??= setTimeout(flushExpired, windowMs)
    timer.unref()
  }

  return (line: ThinnedLine<Level>): void => {
    const key = getKey(line)
    const existing = groups.get(key)
    if (existing && now() - existing.sinceMs >= windowMs) summarise(key, existing)
    const group = groups.get(key) ?? { line, sinceMs: now(), repeats: 0 }
    if (group.repeats === 0 && groups.size >= maxGroups)
      for (const [oldest, each] of groups) {
        summarise(oldest, each)
        break
      }
    groups.set(key, group)
    if (++group.repeats <= maxFullLines) write(line)
    scheduleFlush()
  }
}

const getKey = <Level>({ level, message, details }: ThinnedLine<Level>): string =>
  JSON.stringify([level, message, details], (name, value: unknown) => {
    if (ignoredDetails.has(name)) return undefined
    if (value instanceof Error)
      return [value.name, 'code' in value ? value.code : '', withoutNumbers(value.message), value.cause]
    return name === 'text' && typeof value === 'string' ? withoutNumbers(value) : value
  })

/** File names and process ids in error texts differ by their numbers. */
const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '0')

const withoutStack = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, value instanceof Error ? value.message : value]),
  )
