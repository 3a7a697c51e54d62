import { coordinateLimit } from '../document/index.ts'
import type { Guide } from '../geometry/index.ts'

/** Lines that a person has laid over a drawing to line things up with: `axis` x is an upright line at an x, in drawing pixels. */
export interface GuidesState {
  readonly lines: readonly Guide[]
  /** They stay where they are: what is dragged is what lies under them. */
  readonly isLocked: boolean
}

/** The guides of an editor: a matter of the view, so they are in no drawing and in no history. They show, and catch, with the rulers. */
export interface Guides {
  readonly state: GuidesState
  /** Lines out of bounds, and more than `guidesAtMost`, are left out; equal ones are one. */
  set(change: Partial<GuidesState>): void
  /** Called after each change; answers how to stop listening. */
  onChange(listener: () => void): () => void
}

export const guidesAtMost = 200

export function createGuides(): Guides {
  const listeners = new Set<() => void>()
  let state: GuidesState = { lines: [], isLocked: false }
  return {
    get state() { return state },
    set(change) {
      const next = { ...state, ...change }
      state = { ...next, lines: sound(next.lines) }
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Puts an upright and a level line through a place, or takes them away where both are there. */
export function crossed(lines: readonly Guide[], at: { readonly x: number; readonly y: number }): readonly Guide[] {
  const cross: readonly Guide[] = [{ axis: 'x', at: at.x }, { axis: 'y', at: at.y }]
  const others = lines.filter((line) => !cross.some((one) => isSame(one, line)))
  return others.length === lines.length - cross.length ? others : [...others, ...cross]
}

const isSame = (a: Guide, b: Guide): boolean => a.axis === b.axis && a.at === b.at

function sound(lines: readonly Guide[]): readonly Guide[] {
  const fine = lines.filter(({ at }) => Math.abs(at) <= coordinateLimit)
  return fine.filter((line, i) => fine.findIndex((one) => isSame(one, line)) === i).slice(0, guidesAtMost)
}
