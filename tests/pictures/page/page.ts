import '@fontsource-variable/noto-sans-sc'
import { Application } from 'pixi.js'
import {
  catalog,
  createEditor,
  createOverlays,
  createRunner,
  createStage,
  DrawingDocument,
  type Editor,
  newDrawing,
  readDrawing,
  type Runner,
  type Stage,
  renderSvg,
  TagTable,
} from '@mimic/engine'
import { makeComponent } from '@mimic/engine/document'
import { brushCatalog, brushDrawing } from './brushSample.ts'
import { openLive } from './liveSample.ts'
import type { Cell } from './sheet.ts'
import { symbolSheet } from './symbolSheet.ts'
import { typeSheet } from './typeSheet.ts'

export interface OpenedSheet {
  readonly width: number
  readonly height: number
  readonly cells: readonly Cell[]
}

export type Sent = readonly [tag: string, value: number, quality: 0 | 1 | 2 | 3]

/** API of the page for tests. Frames run only on request and show the given time. */
export interface StagePage {
  /** Opens and runs a drawing, optionally with its pinned overlays. Returns the required tags. */
  open(text: string, hasOverlays?: boolean): Promise<readonly string[]>
  /**
   * Opens a drawing in an editor, selects everything, runs and undoes some commands and runs one again. Returns their
   * number.
   */
  edit(text: string): number
  /**
   * Returns the number of objects from `open` and `edit` (documents, stages, runners, overlays, editors) still in memory.
   * Call it after a garbage collection.
   */
  alive(): number
  write(values: readonly Sent[]): void
  frame(nowMs: number): void
  /** Sets the canvas size of following drawings in CSS pixels. */
  resize(width: number, height: number): void
  zoom(scale: number, x: number, y: number): void
  /** Moves the drawing by screen pixels. */
  moveBy(x: number, y: number): void
  /** Events of the WebGL context since the page was opened. */
  readonly contexts: string[]
  close(): void
  /** Resolves when all pictures of the drawing are loaded. */
  waitUntilPainted(): Promise<void>
  /** Starts counting GPU objects. */
  countGpu(): void
  /** Number of textures, buffers, programs and framebuffers created since `countGpu` and not deleted. */
  gpuObjects(): Readonly<Record<string, number>>
  /**
   * Shows a component type in all its states, or a module of the symbol library, at a zoom and on a canvas of the
   * sheet's size. Returns its size and cells.
   */
  openSheet(kind: 'type' | 'symbols', name: string, zoom: number): Promise<OpenedSheet>
  /** Shows a group of two with a polygon, edited and moved by live values. Returns the stage's results step by step. */
  live(): Readonly<Record<string, unknown>>
  /** Shows a sample of all brush features. Returns the same as SVG. */
  openBrush(): Promise<string>
}

declare global {
  interface Window {
    stagePage: StagePage
  }
}

window.requestAnimationFrame = () => 0

const app = new Application()
await app.init({
  width: 1600,
  height: 900,
  preference: 'webgl',
  antialias: false,
  autoStart: false,
  background: '#ffffff',
  backgroundAlpha: location.search === '?alpha' ? 0 : 1,
})
app.renderer.background.alpha = 1
document.body.append(app.canvas)

let stage: Stage | null = null
let runner: Runner | null = null
let editor: Editor | null = null
let tags = new TagTable()
const contexts: string[] = []

window.stagePage = {
  contexts,
  async open(text, hasOverlays = false) {
    const drawing = readDocument(text)
    tags = new TagTable()
    stage = createStage(app, drawing, { catalog, pan: 'drag' })
    stage.onContext((state) => contexts.push(state))
    const overlays = hasOverlays ? createOverlays(stage, drawing.paintOrder(), catalog) : null
    runner = createRunner(stage, drawing, tags, catalog, { overlays })
    track(drawing, tags, stage, runner, ...(overlays ? [overlays] : []))
    stage.frame(0)
    await fontsArrived()
    return runner.requiredTags
  },
  edit(text) {
    const drawing = readDocument(text)
    stage = createStage(app, drawing, { catalog, pan: 'space' })
    editor = createEditor(stage, drawing, catalog)
    track(drawing, stage, editor)
    const { bus, selection } = editor
    const ids = drawing.children(null).map(({ id }) => id)
    selection.set(ids)
    stage.frame(0)
    const steps = [
      () => bus.run('move', { ids, dx: 10, dy: 5 }),
      () => bus.run('group', { ids: ids.slice(0, 5) }),
      () => bus.run('del', { ids: ids.slice(20) }),
    ]
    for (const [at, step] of steps.entries()) {
      const result = step()
      if (!result.ok) throw new Error(`step ${at}: ${JSON.stringify(result)}`)
      stage.frame(at * 16)
      if (!bus.history.undo()) throw new Error(`step ${at} was not undone`)
    }
    if (!bus.history.redo()) throw new Error('nothing was redone')
    stage.frame(100)
    return steps.length
  },
  alive() {
    opened = opened.filter((one) => one.deref() !== undefined)
    return opened.length
  },
  write(values) {
    for (const [tag, value, quality] of values) tags.write(tags.indexOf(tag), value, quality, 0)
  },
  frame(nowMs) {
    stage?.frame(nowMs)
  },
  resize(width, height) {
    app.renderer.resize(width, height)
  },
  zoom(scale, x, y) {
    stage?.camera.zoomTo(scale, { x, y })
  },
  moveBy(x, y) {
    stage?.camera.moveBy(x, y)
  },
  waitUntilPainted: async () => {
    await stage?.whenSettled()
  },
  countGpu() {
    for (const kind of ['Texture', 'Buffer', 'Program', 'Framebuffer', 'VertexArray', 'Shader'] as const) count(kind)
  },
  gpuObjects: () => ({ ...alive }),
  async openSheet(kind, name, zoom) {
    const { drawing, cells } = (kind === 'type' ? typeSheet : symbolSheet)(name, maxSheetWidth / zoom)
    const [width, height] = [Math.ceil(drawing.layer.width * zoom), Math.ceil(drawing.layer.height * zoom)]
    app.renderer.resize(width, height)
    stage = createStage(app, new DrawingDocument(drawing), { catalog, pan: 'drag' })
    stage.camera.zoomTo(zoom, { x: 0, y: 0 })
    const { x, y } = stage.camera.toScreen({ x: 0, y: 0 })
    stage.camera.moveBy(-x, -y)
    await fontsArrived()
    return {
      width,
      height,
      cells: cells.map((cell) => ({
        name: cell.name,
        x: cell.x * zoom,
        y: cell.y * zoom,
        width: cell.width * zoom,
        height: cell.height * zoom,
      })),
    }
  },
  live() {
    const shown = openLive(app)
    stage = shown.stage
    return shown.answers
  },
  async openBrush() {
    const drawing = {
      ...newDrawing('Brush'),
      components: brushDrawing((index, row, x, y) =>
        makeComponent({
          type: `cell-${index}`,
          x,
          y,
          width: 100,
          height: 80,
          angleDeg: row === 1 ? 25 : 0,
          flipX: row === 1,
          rank: createRank(row, index),
          extras: row === 2 ? { shadowLength: 10 } : {},
        }),
      ),
    }
    stage = createStage(app, new DrawingDocument(drawing), { catalog: brushCatalog, pan: 'drag' })
    stage.frame(0)
    await fontsArrived()
    return renderSvg(drawing, brushCatalog)
  },
  close() {
    runner?.destroy()
    editor?.destroy()
    stage?.destroy()
    runner = null
    editor = null
    stage = null
    tags = new TagTable()
  },
}

/** Screen pixels. */
const maxSheetWidth = 1560

let opened: readonly WeakRef<object>[] = []

function track(...objects: readonly object[]): void {
  opened = [...opened, ...objects.map((one) => new WeakRef(one))]
}

function readDocument(text: string): DrawingDocument {
  const read = readDrawing(text, catalog)
  if (!read.value) throw new Error(JSON.stringify(read.problems))
  return new DrawingDocument(read.value.drawing)
}

const alive: Record<string, number> = {}

/** Wraps the context's create and delete functions of one kind of object. */
function count(kind: 'Texture' | 'Buffer' | 'Program' | 'Framebuffer' | 'VertexArray' | 'Shader'): void {
  const gl = app.canvas.getContext('webgl2')
  if (!gl) throw new Error('no WebGL2')
  const tracked = new WeakSet<object>()
  const [make, take] = [`create${kind}`, `delete${kind}`] as const
  const [create, remove] = [Reflect.get(gl, make), Reflect.get(gl, take)]
  alive[kind] = 0
  Object.assign(gl, {
    [make]: (...args: readonly unknown[]) => {
      const object: unknown = Reflect.apply(create, gl, args)
      if (typeof object === 'object' && object) {
        tracked.add(object)
        alive[kind] += 1
      }
      return object
    },
    [take]: (object: unknown) => {
      if (typeof object === 'object' && object && tracked.delete(object)) alive[kind] -= 1
      Reflect.apply(remove, gl, [object])
    },
  })
}

const createRank = (row: number, index: number) => `a${row}${String.fromCharCode(97 + index)}`

/**
 * Waits for fonts. The atlas requests a font slice when a glyph is first painted, and the repaint may request more.
 * Nothing is drawn meanwhile, because software frames are slow.
 */
async function fontsArrived(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await stage?.whenSettled()
    await new Promise((done) => {
      setTimeout(done, 0)
    })
    await document.fonts.ready
  }
  await stage?.whenSettled()
}
