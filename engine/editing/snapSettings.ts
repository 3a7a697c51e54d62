import type { SnapRules } from '../geometry/index.ts'

/** Alignment aids. A preference of the user for all drawings, never part of a drawing. */
export interface SnapSettingsState {
  readonly showGrid: boolean
  /** Distance of the grid lines in drawing pixels. */
  readonly gridSize: number
  readonly snapToGrid: boolean
  readonly snapToEdges: boolean
  readonly snapToCentres: boolean
  /** Equal gaps between neighbours. */
  readonly snapToGaps: boolean
  readonly showRulers: boolean
}

/** Grid, snapping and rulers of an editor. Not part of the drawing. */
export interface SnapSettings {
  readonly state: SnapSettingsState
  /** Changes the settings. The grid size is clamped to `gridLimits`. */
  set(change: Partial<SnapSettingsState>): void
  /** Called after each change. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

/** Limits of the grid size in drawing pixels. */
export const gridLimits = { min: 2, max: 1000 } as const

const usual: SnapSettingsState = {
  showGrid: false,
  gridSize: 10,
  snapToGrid: false,
  snapToEdges: true,
  snapToCentres: true,
  snapToGaps: true,
  showRulers: false,
}

/**
 * Creates the snap settings of an editor. Missing settings have their defaults: rulers, grid and grid snapping are off.
 */
export function createSnapSettings(start: Partial<SnapSettingsState> = {}): SnapSettings {
  const listeners = new Set<() => void>()
  let state = sound({ ...usual, ...start })
  return {
    get state() {
      return state
    },
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

/** Converts the settings to snap rules for a drag; `reach` is in drawing pixels. */
export function toSnapRules(aids: SnapSettingsState, reach: number): SnapRules {
  return {
    edges: aids.snapToEdges,
    centres: aids.snapToCentres,
    gaps: aids.snapToGaps,
    gridSize: aids.snapToGrid ? aids.gridSize : 0,
    reach,
  }
}

function sound(state: SnapSettingsState): SnapSettingsState {
  const size = Number.isFinite(state.gridSize) ? state.gridSize : usual.gridSize
  return { ...state, gridSize: Math.max(gridLimits.min, Math.min(gridLimits.max, size)) }
}
