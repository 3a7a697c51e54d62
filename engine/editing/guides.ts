import { coordinateLimit } from '../document/index.ts'
import type { Guide } from '../geometry/index.ts'

/** Guide lines placed by the user. A guide with `axis` x is a vertical line at x in drawing pixels. */
export interface GuidesState {
  readonly lines: readonly Guide[]
  /** Locked guides cannot be dragged; a drag acts on the component below. */
  readonly isLocked: boolean
}

/**
 * Guides of an editor. They belong to the view, not to the drawing or its history, and are shown and snapped to only
 * while the rulers are visible.
 */
export interface Guides {
  readonly state: GuidesState
  /** Changes the guides. Drops duplicates, lines out of bounds and lines beyond `maxGuides`. */
  set(change: Partial<GuidesState>): void
  /** Called after each change. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

export const maxGuides = 200

/** Creates the guides of an editor: no lines, unlocked. */
export function createGuides(): Guides {
  const listeners = new Set<() => void>()
  let state: GuidesState = { lines: [], isLocked: false }
  return {
    get state() {
      return state
    },
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

/** Adds a vertical and a horizontal guide through a point, or removes them if both exist. */
export function toggleCross(lines: readonly Guide[], at: { readonly x: number; readonly y: number }): readonly Guide[] {
  const cross: readonly Guide[] = [
    { axis: 'x', at: at.x },
    { axis: 'y', at: at.y },
  ]
  const others = lines.filter((line) => !cross.some((one) => isSame(one, line)))
  return others.length === lines.length - cross.length ? others : [...others, ...cross]
}

const isSame = (a: Guide, b: Guide): boolean => a.axis === b.axis && a.at === b.at

function sound(lines: readonly Guide[]): readonly Guide[] {
  const fine = lines.filter(({ at }) => Math.abs(at) <= coordinateLimit)
  return fine.filter((line, i) => fine.findIndex((one) => isSame(one, line)) === i).slice(0, maxGuides)
}
