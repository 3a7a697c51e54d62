import type { Application } from 'pixi.js'
import { quality, TagTable } from '../../engine/bindings/index.ts'
import { catalog } from '../../engine/components/catalog.ts'
import { makeComponent, newDrawing, ranksBetween, writeDrawing } from '../../engine/document/index.ts'
import type { Animation, Binding, Props } from '../../engine/document/index.ts'
import { createEditor } from '../../engine/editing/index.ts'
import type { Span } from '../browser/measure.ts'
import { layer, makeItems, seededRandom } from '../browser/workload.ts'
import { getTag } from '../telemetry/names.ts'
import { createDrawing, openDrawing, startApplication, type OpenDrawing } from './drawing.ts'

const seed = 20_261_121
const states = 4

/**
 * Returns the script time per frame in milliseconds for `count` mixed library symbols, `changed` of which get a new
 * state before each frame.
 */
export async function symbolFrames(root: HTMLElement, count: number, changed: number, span: Span): Promise<number[]> {
  const tags = new TagTable()
  const variants = catalog.list
    .filter(({ fields }) => 'state' in fields)
    .flatMap(({ type, variants: list = [] }) => list.map((variant) => ({ type, variant })))
  const opened = await openRunning(root, tags, count, (index) => {
    const { type, variant } = variants[index % variants.length]
    return { type, props: variant.props, bindings: [{ prop: 'state', tag: getTag(index), via: { kind: 'value' } }] }
  })
  const random = seededRandom(seed)
  for (let index = 0; index < count; index++) tags.write(tags.indexOf(getTag(index)), index % states, quality.good, 0)
  return frames(span, opened, () => {
    for (let i = 0; i < changed; i++)
      tags.write(tags.indexOf(getTag(Math.floor(random() * count))), Math.floor(random() * states), quality.good, 0)
  })
}

const motions: readonly Animation[] = [
  { kind: 'blink', periodMs: 1000 },
  { kind: 'rotate', periodMs: 4000, direction: 1 },
  { kind: 'slide', periodMs: 3000, dx: 20, dy: 0 },
]

/**
 * Returns the script time per frame in milliseconds for `count` components with blink, rotation, slide or flow
 * animations.
 */
export async function motionFrames(root: HTMLElement, count: number, span: Span): Promise<number[]> {
  const flowing = catalog.list.filter(({ fields }) => 'flow' in fields).map(({ type }) => type)
  const still = catalog.list.filter(({ palette }) => palette === 'shape').map(({ type }) => type)
  const opened = await openRunning(root, new TagTable(), count, (index): Part =>
    index % 4 === 3
      ? { type: flowing[index % flowing.length], props: { flow: 'forward' }, bindings: [] }
      : { type: still[index % still.length], props: {}, bindings: [], animation: motions[index % 4] },
  )
  return frames(span, opened, () => undefined)
}

/**
 * Returns the milliseconds of each step of a marquee that grows over a drawing of `count` components, and of each
 * release, which selects them and draws their handles.
 */
export async function marqueeSteps(
  root: HTMLElement,
  count: number,
  { durationMs, warmUpMs }: Span,
): Promise<MarqueeTimes> {
  const { document, stage, bus } = openDrawing(
    await startApplication(root),
    createDrawing(makeItems(count)),
    'edit',
    new TagTable(),
  )
  const editor = createEditor(stage, document, catalog, bus)
  const { tools } = editor
  stage.camera.fit()
  const { width, height } = stage.canvas.getBoundingClientRect()
  const at = (share: number) => {
    const screen = { x: 2 + share * (width - 4), y: 2 + share * (height - 4) }
    return { screen, world: stage.camera.toWorld(screen), shift: false, alt: false, free: true }
  }
  const times: MarqueeTimes = { stepMs: [], releaseMs: [] }
  const start = performance.now()
  do {
    tools.active.press(at(0))
    for (let step = 1; step <= 40; step++) {
      const pointer = at(step / 40)
      const startedAt = performance.now()
      tools.active.move(pointer, true)
      if (startedAt - start > warmUpMs) times.stepMs.push(performance.now() - startedAt)
      stage.frame(performance.now())
      await new Promise<number>((resolve) => {
        requestAnimationFrame(resolve)
      })
    }
    const releasedAt = performance.now()
    tools.active.release(at(1))
    stage.frame(performance.now())
    if (releasedAt - start > warmUpMs) times.releaseMs.push(performance.now() - releasedAt)
    if (editor.selection.ids.length !== count) throw new Error('not everything was selected')
    await new Promise<number>((resolve) => {
      requestAnimationFrame(resolve)
    })
  } while (performance.now() - start < warmUpMs + durationMs)
  return times
}

export interface MarqueeTimes {
  readonly stepMs: number[]
  readonly releaseMs: number[]
}

interface Part {
  readonly type: string
  readonly props: Props
  readonly bindings: readonly Binding[]
  readonly animation?: Animation
}

async function openRunning(
  root: HTMLElement,
  tags: TagTable,
  count: number,
  getPart: (index: number) => Part,
): Promise<OpenDrawing> {
  const columns = Math.ceil(Math.sqrt((count * layer.width) / layer.height))
  const side = layer.width / columns
  const ranks = ranksBetween(null, null, count)
  const components = Array.from({ length: count }, (_, index) =>
    makeComponent({
      ...getPart(index),
      rank: ranks[index] ?? '',
      x: (index % columns) * side,
      y: Math.floor(index / columns) * side,
      width: side * 0.9,
      height: side * 0.9,
    }),
  )
  const app: Application = await startApplication(root)
  return openDrawing(
    app,
    writeDrawing({ ...newDrawing('bench'), layer: { ...newDrawing().layer, ...layer }, components }),
    'run',
    tags,
  )
}

async function frames({ durationMs, warmUpMs }: Span, { stage }: OpenDrawing, change: () => void): Promise<number[]> {
  const times: number[] = []
  const start = performance.now()
  do {
    await new Promise<number>((resolve) => {
      requestAnimationFrame(resolve)
    })
    change()
    const startedAt = performance.now()
    stage.frame(startedAt)
    if (startedAt - start > warmUpMs) times.push(performance.now() - startedAt)
  } while (performance.now() - start < warmUpMs + durationMs)
  return times
}
