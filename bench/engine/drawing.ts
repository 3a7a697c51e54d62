import { Application } from 'pixi.js'
import type { TagTable } from '../../engine/bindings/index.ts'
import { CommandBus } from '../../engine/commands/index.ts'
import { catalog } from '../../engine/components/catalog.ts'
import {
  DrawingDocument,
  makeComponent,
  newDrawing,
  ranksBetween,
  readDrawing,
  writeDrawing,
} from '../../engine/document/index.ts'
import type { Binding, Props } from '../../engine/document/index.ts'
import { createRunner } from '../../engine/running/index.ts'
import type { Runner } from '../../engine/running/index.ts'
import { createStage } from '../../engine/stage/index.ts'
import type { Stage } from '../../engine/stage/index.ts'
import type { Mode } from '../browser/engine.ts'
import { getFontSize, ink, layer, lineWidth, stateColors } from '../browser/workload.ts'
import type { Item } from '../browser/workload.ts'
import { getTag } from '../telemetry/names.ts'

/** 100,000 components exceed the product's limit for files. */
const limits = { textLength: 256 * 1024 * 1024 }

export interface OpenDrawing {
  readonly document: DrawingDocument
  readonly stage: Stage
  readonly bus: CommandBus
  /** Null for an edited drawing. */
  readonly runner: Runner | null
}

export async function startApplication(root: HTMLElement): Promise<Application> {
  const app = new Application()
  await app.init({
    ...layer,
    preference: 'webgl',
    background: '#ffffff',
    antialias: false,
    autoStart: false,
    sharedTicker: false,
  })
  root.append(app.canvas)
  return app
}

/** Opens a file on the stage through the product's own code, with the zoom and position used by the other engines. */
export function openDrawing(app: Application, text: string, mode: Mode, tags: TagTable): OpenDrawing {
  const read = readDrawing(text, catalog, limits)
  if (read.problems) throw new Error(`the drawing does not read: ${read.problems[0]?.message ?? ''}`)
  const document = new DrawingDocument(read.value.drawing)
  const stage = createStage(app, document, { catalog, pan: mode === 'run' ? 'drag' : 'space' })
  const runner = mode === 'run' ? createRunner(stage, document, tags, catalog) : null
  stage.camera.zoomTo(1)
  centerAt(stage, 0, 0)
  return { document, stage, bus: new CommandBus(document, catalog), runner }
}

/** Moves the drawing's origin to a screen position. */
export function centerAt({ camera }: Stage, x: number, y: number): void {
  const at = camera.toScreen({ x: 0, y: 0 })
  camera.moveBy(x - at.x, y - at.y)
}

/** Returns the workload as a drawing file, with a separate tag bound to each component. */
export function createDrawing(items: readonly Item[]): string {
  const ranks = ranksBetween(null, null, items.length)
  const components = items.map((item, index) => {
    const { type, props, binding } = getAppearance(item)
    return makeComponent({
      type,
      props,
      name: `${type}${index}`,
      rank: ranks[index] ?? '',
      x: item.x,
      y: item.y,
      width: item.width,
      height: item.height,
      bindings: [{ ...binding, tag: getTag(index) }],
    })
  })
  return writeDrawing({
    ...newDrawing('bench'),
    layer: { ...newDrawing().layer, ...layer, backColor: '#ffffff' },
    components,
  })
}

interface Appearance {
  readonly type: string
  readonly props: Props
  readonly binding: Omit<Binding, 'tag'>
}

function getAppearance(item: Item): Appearance {
  const [stopped] = stateColors
  switch (item.kind) {
    case 'rect':
      return { type: 'rect', props: { backgroundColor: stopped }, binding: stateBinding('backgroundColor') }
    case 'circle':
      return { type: 'circular', props: { backgroundColor: stopped }, binding: stateBinding('backgroundColor') }
    case 'line':
      return {
        type: 'line',
        props: { lineColor: stopped, lineWidth, points: [0, 0, 1, 1] },
        binding: stateBinding('lineColor'),
      }
    case 'text':
      return {
        type: 'text',
        props: { text: '0.0', fontSize: getFontSize(item), fontColor: ink },
        binding: { prop: 'text', via: { kind: 'value', decimals: 1 } },
      }
  }
}

const stateBinding = (prop: string): Omit<Binding, 'tag'> => ({
  prop,
  via: { kind: 'states', states: stateColors.map((value, state) => ({ min: state, max: state, value })) },
})
