/**
 * One step of a delta. The steps move a cursor through the lines of the old text:
 * - a positive number copies that number of old lines, a negative one skips them,
 * - `[line]` moves the cursor to that old line,
 * - a string is a new line,
 * - `[prefix, suffix, middle]` replaces the middle of the old line at the cursor and keeps that number of characters at
 *   both ends.
 */
type Step = number | string | readonly [line: number] | readonly [prefix: number, suffix: number, middle: string]
export type LineDelta = readonly Step[]

/** Splits a text into lines. A drawing file has one component per line, so lines are the unit of change. */
export const splitLines = (text: string): string[] => text.split('\n')
export const joinLines = (lines: readonly string[]): string => lines.join('\n')

/** Minimum share of a line that must be unchanged to store it as an edit. */
const minEditOverlap = 0.5

/**
 * Computes the delta from old to new lines in linear time. Equal lines are copied, even when moved. Lines in between
 * are compared with the old lines at the same position, so moving every component stores coordinates only.
 */
export function diffLines(before: readonly string[], after: readonly string[]): LineDelta {
  const start = countCommonStart(before, after)
  const end = countCommonEnd(before, after, start)
  const steps = createSteps()
  steps.copy(start)
  const lastBefore = before.length - end
  const lastAfter = after.length - end
  const places = indexLines(before, start, lastBefore)
  let cursor = start
  for (let at = start; at < lastAfter;) {
    // Lines up to the next one that also exists in the old text.
    let next = at
    let place: number | undefined
    while (next < lastAfter && (place = findPlace(places, after[next], cursor)) === undefined) next++
    const gapEnd = place === undefined ? lastBefore : place
    for (; at < next; at++) {
      const line = after[at] ?? ''
      const edit = cursor < gapEnd ? createEdit(before[cursor] ?? '', line) : undefined
      if (edit) cursor++
      steps.add(edit ?? line)
    }
    if (place === undefined) break
    if (place > cursor) steps.skip(place - cursor)
    else if (place < cursor) steps.add([place])
    cursor = place
    let count = 0
    while (at < lastAfter && cursor < lastBefore && before[cursor] === after[at]) {
      cursor++
      at++
      count++
    }
    steps.copy(count)
  }
  if (cursor < lastBefore) steps.skip(lastBefore - cursor)
  else if (cursor > lastBefore) steps.add([lastBefore])
  steps.copy(end)
  return steps.all()
}

/** Applies a delta to the old lines. Throws if it does not fit them. */
export function applyDelta(before: readonly string[], delta: LineDelta): string[] {
  const after: string[] = []
  let cursor = 0
  const nextLine = (): string => {
    const line = before[cursor++]
    if (line === undefined) throw new Error('the delta does not match the text')
    return line
  }
  for (const step of delta) {
    if (typeof step === 'string') after.push(step)
    else if (typeof step === 'number') {
      if (step < 0) cursor -= step
      else for (let count = 0; count < step; count++) after.push(nextLine())
    } else if (step.length === 1) cursor = step[0]
    else {
      const [prefix, suffix, middle] = step
      const line = nextLine()
      after.push(line.slice(0, prefix) + middle + line.slice(line.length - suffix))
    }
  }
  return after
}

/** Returns the lines added or changed by a delta, used to find newly referenced files. */
export function changedLines(before: readonly string[], delta: LineDelta): string[] {
  const changed: string[] = []
  let cursor = 0
  for (const step of delta) {
    if (typeof step === 'string') changed.push(step)
    else if (typeof step === 'number') cursor += Math.abs(step)
    else if (step.length === 1) cursor = step[0]
    else {
      const line = before[cursor++] ?? ''
      changed.push(line.slice(0, step[0]) + step[2] + line.slice(line.length - step[1]))
    }
  }
  return changed
}

function createSteps() {
  const steps: Step[] = []
  return {
    add: (step: Step): void => void steps.push(step),
    copy: (count: number): void => {
      if (count > 0) steps.push(count)
    },
    skip: (count: number): void => {
      if (count > 0) steps.push(-count)
    },
    all: (): LineDelta => steps,
  }
}

function countCommonStart(before: readonly string[], after: readonly string[]): number {
  const max = Math.min(before.length, after.length)
  let count = 0
  while (count < max && before[count] === after[count]) count++
  return count
}

function countCommonEnd(before: readonly string[], after: readonly string[], start: number): number {
  const max = Math.min(before.length, after.length) - start
  let count = 0
  while (count < max && before[before.length - 1 - count] === after[after.length - 1 - count]) count++
  return count
}

/** Positions of each line in a range, in order. */
function indexLines(lines: readonly string[], from: number, to: number): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>()
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? ''
    const positions = places.get(line)
    if (positions) positions.push(at)
    else places.set(line, [at])
  }
  return places
}

/** Position of a line in the old text, preferably at or after the cursor. */
function findPlace(
  places: ReadonlyMap<string, readonly number[]>,
  line: string | undefined,
  cursor: number,
): number | undefined {
  const positions = line === undefined ? undefined : places.get(line)
  if (!positions) return undefined
  // Binary search for the first position at or after the cursor.
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] ?? 0) < cursor) low = middle + 1
    else high = middle
  }
  return positions[low] ?? positions[0]
}

function createEdit(before: string, after: string): Step | undefined {
  const max = Math.min(before.length, after.length)
  let prefix = 0
  while (prefix < max && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix++
  let suffix = 0
  while (
    suffix < max - prefix &&
    before.charCodeAt(before.length - 1 - suffix) === after.charCodeAt(after.length - 1 - suffix)
  )
    suffix++
  if (prefix + suffix < after.length * minEditOverlap) return undefined
  return [prefix, suffix, after.slice(prefix, after.length - suffix)]
}
