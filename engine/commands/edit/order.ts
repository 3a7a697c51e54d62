import * as z from 'zod'
import { groupByParent, maxRankLength, getSiblingIndex, ranksBetween, getRoots } from '../../document/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { idsSchema, getTargets } from '../transaction/targets.ts'
import type { Component, Id } from '../../document/index.ts'
import type { Transaction } from '../transaction/transaction.ts'

const directions = ['front', 'back', 'forward', 'backward'] as const
type Direction = (typeof directions)[number]

/**
 * Moves components forward or backward among their siblings. The moved components keep their relative order; other
 * siblings keep their ranks.
 */
export const reorder = defineCommand(
  'reorder',
  z.strictObject({ ids: idsSchema, to: z.enum(directions) }),
  (tx, args) => {
    const targets = getTargets(tx, args.ids)
    if (targets.refused) return targets.refused
    for (const [parent, moved] of groupByParent(getRoots(tx.view, targets.components))) {
      let isLong = false
      for (const { run, after, before } of planRuns(tx.view.children(parent), moved, args.to)) {
        for (const [i, rank] of ranksBetween(after?.rank ?? null, before?.rank ?? null, run.length).entries()) {
          const component = run[i]
          if (component) tx.patch(component.id, { rank })
          isLong ||= isLongRank(rank)
        }
      }
      if (isLong) spreadFamily(tx, parent)
    }
    return { ok: true }
  },
)

/** True if a rank has grown long through thousands of insertions at one place. */
export function isLongRank(rank: string): boolean {
  return rank.length > maxRankLength / 2
}

/** Reassigns short ranks to all siblings in their current order. */
export function spreadFamily(tx: Transaction, parent: Id | null): void {
  const family = tx.view.children(parent)
  for (const [i, rank] of ranksBetween(null, null, family.length).entries()) {
    const component = family[i]
    if (component) tx.patch(component.id, { rank })
  }
}

/** Components to place consecutively between the siblings `after` and `before`. */
interface PlannedRun {
  readonly run: readonly Component[]
  readonly after: Component | undefined
  readonly before: Component | undefined
}

/**
 * Plans the moves from the places of the moved components only, so the cost does not depend on the number of siblings.
 */
function planRuns(family: readonly Component[], moved: readonly Component[], to: Direction): PlannedRun[] {
  const places = moved.map((component) => getSiblingIndex(family, component))
  const chosen = new Set(places)
  const nextFree = (from: number, by: 1 | -1): number => {
    let at = from
    while (chosen.has(at)) at += by
    return at
  }
  const last = family.length - 1
  const isAtEnd = to === 'front' ? nextFree(last, -1) < (places[0] ?? 0) : nextFree(0, 1) > (places.at(-1) ?? last)
  switch (to) {
    case 'front':
      return isAtEnd ? [] : [{ run: moved, after: family[nextFree(last, -1)], before: undefined }]
    case 'back':
      return isAtEnd ? [] : [{ run: moved, after: undefined, before: family[nextFree(0, 1)] }]
    case 'forward':
      return findRuns(places)
        .filter(([, end]) => end < last)
        .map(([start, end]) => {
          const above = nextFree(end + 2, 1)
          return {
            run: family.slice(start, end + 1),
            after: family[end + 1],
            before: family[above > last ? end + 2 : above],
          }
        })
    case 'backward':
      return findRuns(places)
        .filter(([start]) => start > 0)
        .map(([start, end]) => {
          const below = nextFree(start - 2, -1)
          return {
            run: family.slice(start, end + 1),
            after: family[below < 0 ? start - 2 : below],
            before: family[start - 1],
          }
        })
  }
}

/** Returns start and end (inclusive) of each run of consecutive places. */
function findRuns(places: readonly number[]): (readonly [start: number, end: number])[] {
  const runs: [number, number][] = []
  for (const place of places) {
    const run = runs.at(-1)
    if (run && run[1] === place - 1) run[1] = place
    else runs.push([place, place])
  }
  return runs
}
