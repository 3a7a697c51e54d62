import type { SnapSettingsState, GuidesState } from '@mimic/engine'
import { lastingStorage } from '../../stores/session/browserStorage.ts'

const aidsKey = 'designer.aids'
const minimapKey = 'designer.minimap'

/** Loads the stored settings of grid, snapping and rulers. Unreadable values are ignored. */
export function loadAids(store: Storage = lastingStorage()): Partial<SnapSettingsState> {
  const read = readJson(store.getItem(aidsKey))
  const flags = ['showGrid', 'snapToGrid', 'snapToEdges', 'snapToCentres', 'snapToGaps', 'showRulers'] as const
  const validFlags = Object.fromEntries(
    flags.flatMap((name) => (typeof read[name] === 'boolean' ? [[name, read[name]] as const] : [])),
  )
  return { ...validFlags, ...(typeof read['gridSize'] === 'number' && { gridSize: read['gridSize'] }) }
}

export function saveAids(aids: SnapSettingsState, store: Storage = lastingStorage()): void {
  store.setItem(aidsKey, JSON.stringify(aids))
}

/** Loads the guides of the drawing or edited symbol `of`. */
export function loadGuides(of: string, store: Storage = lastingStorage()): Partial<GuidesState> {
  const { lines, isLocked } = readJson(store.getItem(guidesKey(of)))
  return {
    ...(Array.isArray(lines) && { lines: lines.flatMap((line: unknown) => readGuides(line)) }),
    ...(typeof isLocked === 'boolean' && { isLocked }),
  }
}

export function saveGuides(of: string, { lines, isLocked }: GuidesState, store: Storage = lastingStorage()): void {
  if (lines.length === 0 && !isLocked) store.removeItem(guidesKey(of))
  else store.setItem(guidesKey(of), JSON.stringify({ lines, isLocked }))
}

const guidesKey = (of: string): string => `designer.guides.${of}`

function readGuides(line: unknown): GuidesState['lines'] {
  if (typeof line !== 'object' || line === null || !('axis' in line) || !('at' in line)) return []
  const { axis, at } = line
  return (axis === 'x' || axis === 'y') && typeof at === 'number' ? [{ axis, at }] : []
}

export function loadMinimap(store: Storage = lastingStorage()): boolean {
  return store.getItem(minimapKey) === 'shown'
}

export function saveMinimap(isShown: boolean, store: Storage = lastingStorage()): void {
  store.setItem(minimapKey, isShown ? 'shown' : 'hidden')
}

function readJson(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Written by another version or edited manually: use the defaults.
    return {}
  }
}
