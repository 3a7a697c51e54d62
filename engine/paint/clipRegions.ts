import { boxesWithout, type Box } from '../geometry/index.ts'
import type { Page, Run } from './primitivePages.ts'

/** Runs that are painted within some boxes only, in device pixels from the target's upper left corner. */
export interface ClipRegion {
  readonly run: Run
  readonly boxes: readonly Box[]
}

/** Slots of a page, [from, to), that are painted within some boxes only. */
export interface Span {
  readonly page: Page
  readonly from: number
  readonly to: number
  readonly boxes: readonly Box[]
}

/** What is painted on a canvas of its own, within a box, and nowhere else there. */
export interface Part {
  readonly runs: ReadonlySet<Run>
  readonly box: Box
}

/** Where runs are still painted on a target, that lie on canvases above it as well: beside those. */
export function clipsBeside(parts: readonly Part[], whole: Box): readonly ClipRegion[] {
  const runs = new Set(parts.flatMap((part) => [...part.runs]))
  return cutsOf(runs, whole, parts)
}

/** What each of some canvases, from below, shows of its runs: all within its box that none of those above it shows. */
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
 * Cuts as stretches of slots, in their order: neighbours within the same boxes (the very same list of them) are one, so that a thousand small
 * components over a film are not a thousand times a box to be drawn. To be asked when pages are laid out.
 */
export function spansOf(cuts: readonly ClipRegion[]): readonly Span[] {
  const stretches: { page: Page; from: number; to: number; end: number; boxes: readonly Box[] }[] = []
  for (const { run: { page, start, count, capacity }, boxes } of cuts) {
    // One that was removed has no place any more.
    if (count === 0) continue
    const last = stretches.at(-1)
    if (last?.page === page && last.boxes === boxes && last.end === start) Object.assign(last, { to: start + count, end: start + capacity })
    else stretches.push({ page, from: start, to: start + count, end: start + capacity, boxes })
  }
  return stretches
}

/** The same by the page that they are on, in the order of its slots. */
export function spansByPage(cuts: readonly ClipRegion[]): ReadonlyMap<Page, readonly Span[]> {
  const pages = new Map<Page, ClipRegion[]>()
  for (const cut of cuts) {
    const list = pages.get(cut.run.page)
    if (list) list.push(cut)
    else pages.set(cut.run.page, [cut])
  }
  return new Map([...pages].map(([page, list]) => [page, spansOf(list.toSorted((a, b) => a.run.start - b.run.start))]))
}
