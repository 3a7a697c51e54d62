import { boxesWithout, type Box } from '../geometry/index.ts'
import type { Page, Run } from './primitivePages.ts'

/** A run that is painted only inside some boxes, in device pixels from the top left corner of the target. */
export interface ClipRegion {
  readonly run: Run
  readonly boxes: readonly Box[]
}

/** Slots [from, to) of a page that are painted only inside some boxes. */
export interface Span {
  readonly page: Page
  readonly from: number
  readonly to: number
  readonly boxes: readonly Box[]
}

/** Runs that are painted on a separate canvas, and the box that this canvas covers. */
export interface Part {
  readonly runs: ReadonlySet<Run>
  readonly box: Box
}

/**
 * Returns where runs that are painted on canvases above the target are still painted on the target: outside the boxes
 * of these canvases.
 */
export function clipsBeside(parts: readonly Part[], whole: Box): readonly ClipRegion[] {
  const runs = new Set(parts.flatMap((part) => [...part.runs]))
  return cutsOf(runs, whole, parts)
}

/**
 * Returns for each canvas, from the bottom, where its runs are painted: inside its box, except where a canvas above
 * paints the same run.
 */
export function clipsWithin(parts: readonly Part[]): readonly (readonly ClipRegion[])[] {
  return parts.map(({ runs, box }, index) => cutsOf(runs, box, parts.slice(index + 1)))
}

function cutsOf(runs: ReadonlySet<Run>, box: Box, above: readonly Part[]): readonly ClipRegion[] {
  const known = new Map<string, readonly Box[]>()
  return [...runs].map((run) => {
    const holes = above.filter((part) => part.runs.has(run))
    const key = holes.map((part) => above.indexOf(part)).join()
    const boxes = known.get(key) ?? holes.reduce<readonly Box[]>((left, hole) => left.flatMap((one) => boxesWithout(one, hole.box)), [box])
    known.set(key, boxes)
    return { run, boxes }
  })
}

/**
 * Combines clip regions into spans of slots, in order. Neighbours that share the same list of boxes form one span,
 * which keeps the number of draw calls low for thousands of small components over a video. Call it after the pages have
 * been laid out.
 */
export function spansOf(cuts: readonly ClipRegion[]): readonly Span[] {
  const stretches: { page: Page; from: number; to: number; end: number; boxes: readonly Box[] }[] = []
  for (const { run: { page, start, count, capacity }, boxes } of cuts) {
    // A removed run has no slots.
    if (count === 0) continue
    const last = stretches.at(-1)
    if (last?.page === page && last.boxes === boxes && last.end === start) Object.assign(last, { to: start + count, end: start + capacity })
    else stretches.push({ page, from: start, to: start + count, end: start + capacity, boxes })
  }
  return stretches
}

/** Groups the spans by page, in slot order. */
export function spansByPage(cuts: readonly ClipRegion[]): ReadonlyMap<Page, readonly Span[]> {
  const pages = new Map<Page, ClipRegion[]>()
  for (const cut of cuts) {
    const list = pages.get(cut.run.page)
    if (list) list.push(cut)
    else pages.set(cut.run.page, [cut])
  }
  return new Map([...pages].map(([page, list]) => [page, spansOf(list.toSorted((a, b) => a.run.start - b.run.start))]))
}
