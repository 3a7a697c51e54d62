import { boxesWithout, type Box } from '../../geometry/index.ts'
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
  return computeClips(runs, whole, parts)
}

/**
 * Returns for each canvas, from the bottom, where its runs are painted: inside its box, except where a canvas above
 * paints the same run.
 */
export function clipsWithin(parts: readonly Part[]): readonly (readonly ClipRegion[])[] {
  return parts.map(({ runs, box }, index) => computeClips(runs, box, parts.slice(index + 1)))
}

function computeClips(runs: ReadonlySet<Run>, box: Box, above: readonly Part[]): readonly ClipRegion[] {
  const cache = new Map<string, readonly Box[]>()
  return [...runs].map((run) => {
    const holes = above.filter((part) => part.runs.has(run))
    const key = holes.map((part) => above.indexOf(part)).join()
    const boxes =
      cache.get(key) ??
      holes.reduce<readonly Box[]>((left, hole) => left.flatMap((one) => boxesWithout(one, hole.box)), [box])
    cache.set(key, boxes)
    return { run, boxes }
  })
}

/**
 * Combines clip regions into spans of slots, in order. Neighbours that share the same list of boxes form one span,
 * which keeps the number of draw calls low for thousands of small components over a video. Call it after the pages have
 * been laid out.
 */
export function toSpans(regions: readonly ClipRegion[]): readonly Span[] {
  const stretches: { page: Page; from: number; to: number; end: number; boxes: readonly Box[] }[] = []
  for (const {
    run: { page, start, count, capacity },
    boxes,
  } of regions) {
    // A removed run has no slots.
    if (count === 0) continue
    const last = stretches.at(-1)
    if (last?.page === page && last.boxes === boxes && last.end === start)
      Object.assign(last, { to: start + count, end: start + capacity })
    else stretches.push({ page, from: start, to: start + count, end: start + capacity, boxes })
  }
  return stretches
}

/** Groups the spans by page, in slot order. */
export function spansByPage(regions: readonly ClipRegion[]): ReadonlyMap<Page, readonly Span[]> {
  const pages = new Map<Page, ClipRegion[]>()
  for (const region of regions) {
    const list = pages.get(region.run.page)
    if (list) list.push(region)
    else pages.set(region.run.page, [region])
  }
  return new Map([...pages].map(([page, list]) => [page, toSpans(list.toSorted((a, b) => a.run.start - b.run.start))]))
}
