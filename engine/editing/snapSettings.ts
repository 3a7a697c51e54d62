import type { SnapRules } from '../geometry/index.ts'

/** What helps a hand to put things in line. A person's choice for the whole product, never part of a drawing. */
export interface SnapSettingsState {
  readonly showGrid: boolean
  /** Distance of the grid's lines in drawing pixels. */
  readonly gridSize: number
  readonly snapToGrid: boolean
  readonly snapToEdges: boolean
  readonly snapToCentres: boolean
  /** Equal spaces between neighbours. */
  readonly snapToGaps: boolean
  readonly showRulers: boolean
}

/** Grid, snapping and rulers of an editor; none of it is in the drawing. */
export interface SnapSettings {
  readonly state: SnapSettingsState
  /** A grid size out of its limits is brought within them. */
  set(change: Partial<SnapSettingsState>): void
  /** Called after each change; answers how to stop listening. */
  onChange(listener: () => void): () => void
}

/** The least and the greatest grid size, in drawing pixels. */
export const gridLimits = { min: 2, max: 1000 } as const

const usual: SnapSettingsState = {
  showGrid: false, gridSize: 10, snapToGrid: false, snapToEdges: true, snapToCentres: true, snapToGaps: true, showRulers: false,
}

export function createSnapSettings(start: Partial<SnapSettingsState> = {}): SnapSettings {
  const listeners = new Set<() => void>()
  let state = sound({ ...usual, ...start })
  return {
    get state() { return state },
    set(change) {
      state = sound({ ...state, ...change })
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** What the aids mean for a drag at a zoom: `reach` is in drawing pixels. */
export function snapRulesOf(aids: SnapSettingsState, reach: number): SnapRules {
  return { edges: aids.snapToEdges, centres: aids.snapToCentres, gaps: aids.snapToGaps, gridSize: aids.snapToGrid ? aids.gridSize : 0, reach }
}

function sound(state: SnapSettingsState): SnapSettingsState {
  const size = Number.isFinite(state.gridSize) ? state.gridSize : usual.gridSize
  return { ...state, gridSize: Math.max(gridLimits.min, Math.min(gridLimits.max, size)) }
}
