/** An item of the workload, shown by every engine. Its position depends only on its index. */
export interface Item {
  readonly kind: 'rect' | 'text' | 'circle' | 'line'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A new value of one item. Engines derive text and colour within the measured time. */
export interface Change {
  readonly index: number
  /** Reading of a text, or state number of a shape. */
  readonly value: number
}

export const layer = { width: 1600, height: 900 } as const
export const ink = '#1f2937'
export const lineWidth = 2
/** Colours by state of a shape: stopped, running, warning, fault. */
export const stateColors = ['#9ca3af', '#22c55e', '#f59e0b', '#ef4444'] as const

export const formatValue = (value: number): string => value.toFixed(1)
export const getColor = (state: number): string => stateColors[state] ?? ink

const cellShare = 0.8
const kinds = ['rect', 'rect', 'rect', 'rect', 'rect', 'text', 'text', 'text', 'circle', 'line'] as const

/** Half rectangles, 30 % value texts, 10 % circles, 10 % lines. */
export const getKind = (index: number): Item['kind'] => kinds[index % kinds.length] ?? 'rect'

export const getFontSize = (item: Item): number => Math.max(6, item.height * 0.6)

/** Creates the items in rows over the whole layer, in reading order. */
export function makeItems(count: number): Item[] {
  const columns = Math.ceil(Math.sqrt((count * layer.width) / layer.height))
  const rows = Math.ceil(count / columns)
  const cell = { width: layer.width / columns, height: layer.height / rows }
  return Array.from({ length: count }, (_, index) => {
    const kind = getKind(index)
    const height = cell.height * cellShare
    return {
      kind,
      x: (index % columns) * cell.width,
      y: Math.floor(index / columns) * cell.height,
      width: kind === 'circle' ? height : cell.width * cellShare,
      height,
    }
  })
}

/** Returns a deterministic generator of numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns one value per item, as after a new subscription. */
export const firstValues = (count: number): Change[] =>
  Array.from({ length: count }, (_, index) => ({
    index,
    value: getKind(index) === 'text' ? (index % 999) / 10 : index % stateColors.length,
  }))

/** Returns a generator of changes. A shape never gets its current state again. */
export function makeChanges(count: number, seed: number): (size: number) => Change[] {
  const random = seededRandom(seed)
  const states = Uint8Array.from({ length: count }, (_, index) => index % stateColors.length)
  const next = (): Change => {
    const index = Math.floor(random() * count)
    if (getKind(index) === 'text') return { index, value: Math.floor(random() * 999) / 10 }
    const value = ((states[index] ?? 0) + 1 + Math.floor(random() * 3)) % stateColors.length
    states[index] = value
    return { index, value }
  }
  return (size) => Array.from({ length: size }, next)
}
