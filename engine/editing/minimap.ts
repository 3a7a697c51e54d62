import { groupType, type Component, type Diff, type DrawingDocument } from '../document/index.ts'
import { getBounds, type Box, type Point } from '../geometry/index.ts'
import type { Camera } from '../stage/index.ts'

/** Overview of a drawing, in pixels of the minimap: component areas and the visible part. */
export interface Minimap {
  /** Boxes of the components; above 400 components, runs of occupied cells. Cached until the drawing changes. */
  readonly boxes: readonly Box[]
  readonly page: Box
  /** The camera's view, clipped to the minimap. */
  readonly view: Box
  /** Converts a point of the minimap to drawing coordinates. */
  toWorld(point: Point): Point
  /** Centres the camera on a point of the minimap. */
  lookAt(point: Point): void
  /**
   * Called when the boxes or the view changed, at most once until they are read again. Returns a function that
   * unsubscribes.
   */
  onChange(listener: () => void): () => void
  /** Stops following the document and the camera. */
  destroy(): void
}

/** Above this number of components, occupied cells are shown instead of single boxes. */
const maxSingleBoxes = 400
/** Side of a cell in minimap pixels. */
const cellSize = 2
const margin = 2

/**
 * Creates a minimap of `size` pixels. Keeps a count of components per cell of a coarse raster and updates it from
 * document changes, so it remains fast with 100,000 components.
 */
export function createMinimap(
  document: DrawingDocument,
  camera: Pick<Camera, 'visible' | 'scale' | 'toScreen' | 'moveBy' | 'onMoved'>,
  size: { readonly width: number; readonly height: number },
): Minimap {
  const listeners = new Set<() => void>()
  const columns = Math.max(1, Math.ceil(size.width / cellSize))
  const rows = Math.max(1, Math.ceil(size.height / cellSize))
  const counts = new Uint32Array(columns * rows)
  let placing = fitPage(document, size)
  let boxes: readonly Box[] | null = null
  let isNotified = false

  const toMap = (box: Box): Box => ({
    x: placing.x + box.x * placing.scale,
    y: placing.y + box.y * placing.scale,
    width: box.width * placing.scale,
    height: box.height * placing.scale,
  })
  const count = (component: Component, by: 1 | -1): void => {
    if (component.type === groupType) return
    const { x, y, width, height } = toMap(getBounds(component))
    const left = cellAt(x, columns)
    const right = cellAt(x + width, columns)
    const bottom = cellAt(y + height, rows)
    for (let row = cellAt(y, rows); row <= bottom; row++) {
      for (let cell = row * columns + left; cell <= row * columns + right; cell++)
        counts[cell] = (counts[cell] ?? 0) + by
    }
  }
  const recount = (): void => {
    placing = fitPage(document, size)
    counts.fill(0)
    for (const component of document.all()) count(component, 1)
  }
  const notify = (): void => {
    if (isNotified) return
    isNotified = true
    for (const listener of listeners) listener()
  }
  const note = (diff: Diff): void => {
    boxes = null
    if (diff.layer) recount()
    else {
      for (const component of diff.removed) count(component, -1)
      for (const [before, after] of diff.updated) {
        if (isSamePlace(before, after)) continue
        count(before, -1)
        count(after, 1)
      }
      for (const component of diff.added) count(component, 1)
    }
    notify()
  }
  const toWorld = (point: Point): Point => ({
    x: (point.x - placing.x) / placing.scale,
    y: (point.y - placing.y) / placing.scale,
  })
  recount()
  const endings = [document.onChange(note), camera.onMoved(notify)]

  return {
    get boxes() {
      isNotified = false
      boxes ??= document.size <= maxSingleBoxes ? singleBoxes(document, toMap) : mergeRuns(counts, columns, rows)
      return boxes
    },
    get page() {
      return toMap({ x: 0, y: 0, width: document.layer.width, height: document.layer.height })
    },
    get view() {
      isNotified = false
      return clipTo(toMap(camera.visible), size)
    },
    toWorld,
    lookAt(point) {
      const at = camera.toScreen(toWorld(point))
      const { width, height } = camera.visible
      camera.moveBy((width * camera.scale) / 2 - at.x, (height * camera.scale) / 2 - at.y)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    destroy() {
      for (const end of endings) end()
      listeners.clear()
    },
  }
}

interface Placing {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** Fits the page into the minimap, centred. */
function fitPage({ layer }: DrawingDocument, size: { readonly width: number; readonly height: number }): Placing {
  const scale = Math.max(
    1e-6,
    Math.min((size.width - 2 * margin) / layer.width, (size.height - 2 * margin) / layer.height),
  )
  return { scale, x: (size.width - layer.width * scale) / 2, y: (size.height - layer.height * scale) / 2 }
}

/** Positions outside the minimap count in the edge cells. */
function cellAt(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(place / cellSize)))
}

function singleBoxes(document: DrawingDocument, toMap: (box: Box) => Box): Box[] {
  const found: Box[] = []
  for (const component of document.all()) if (component.type !== groupType) found.push(toMap(getBounds(component)))
  return found
}

/** Merges occupied neighbouring cells of a row into boxes. */
function mergeRuns(counts: Uint32Array, columns: number, rows: number): Box[] {
  const runs: Box[] = []
  for (let row = 0; row < rows; row++) {
    let start = -1
    for (let column = 0; column <= columns; column++) {
      const isFull = column < columns && (counts[row * columns + column] ?? 0) > 0
      if (isFull && start < 0) start = column
      if (isFull || start < 0) continue
      runs.push({ x: start * cellSize, y: row * cellSize, width: (column - start) * cellSize, height: cellSize })
      start = -1
    }
  }
  return runs
}

function clipTo(box: Box, size: { readonly width: number; readonly height: number }): Box {
  const left = Math.max(0, Math.min(size.width, box.x))
  const top = Math.max(0, Math.min(size.height, box.y))
  const right = Math.max(left, Math.min(size.width, box.x + box.width))
  const bottom = Math.max(top, Math.min(size.height, box.y + box.height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function isSamePlace(a: Component, b: Component): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.angleDeg === b.angleDeg
}
