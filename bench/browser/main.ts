import type { Engine, EngineFactory, Mode } from './engine.ts'
import type { Live, Watched } from '../engine/live.ts'
import type { MarqueeTimes } from '../engine/mixed.ts'
import * as measure from './measure.ts'
import type { Frames, Span } from './measure.ts'

const factories: Readonly<Record<string, () => Promise<(root: HTMLDivElement) => Engine>>> = {
  mimic: async () => (await import('../engine/mimic.ts')).createMimic,
  meta2d: async () => (await import('../peers/meta2d.ts')).createMeta2d,
  konva: async () => (await import('../peers/konva.ts')).createKonva,
  svg: async () => (await import('../peers/svg.ts')).createSvg,
  pixi: async () => (await import('../peers/pixi.ts')).createPixi,
  floor: async () => (await import('../peers/floor.ts')).createFloor,
} satisfies Record<string, () => Promise<EngineFactory | ((root: HTMLDivElement) => Engine)>>

/** What the runner outside calls: one page measures one engine once, so that none inherits another's heap. */
export interface Bench {
  load(name: string): Promise<void>
  /** Writes the file of a drawing of so many items and forgets the items. */
  prepare(count: number): number
  open(mode: Mode): Promise<number>
  goLive(count: number): Promise<void>
  changeFrames(count: number, changesAFrame: number, span: Span): Promise<Frames>
  panFrames(span: Span): Promise<Frames>
  zoomFrames(span: Span): Promise<Frames>
  commands(count: number, moved: number, span: Span): Promise<{ moveMs: number[]; undoMs: number[] }>
  /** Opens a drawing of so many components whose values come from a broker. */
  openLive(count: number, url: string): Promise<void>
  watchLive(durationMs: number): Promise<Watched>
  /** Evaluations of expressions a second. */
  expressions(span: Span): Promise<number>
  /** Milliseconds of each undo of a deletion of so many components. */
  undoDeletes(count: number, span: Span): Promise<number[]>
  symbolFrames(count: number, changed: number, span: Span): Promise<number[]>
  motionFrames(count: number, span: Span): Promise<number[]>
  marqueeSteps(count: number, span: Span): Promise<MarqueeTimes>
}

let engine: Engine | undefined
let file = ''
let live: Live | undefined

function loaded(): Engine {
  if (!engine) throw new Error('no engine is loaded')
  return engine
}

function rootElement(): HTMLDivElement {
  const root = document.querySelector<HTMLDivElement>('#root')
  if (!root) throw new Error('the page has no root')
  return root
}

const bench: Bench = {
  async load(name) {
    const factory = await factories[name]?.()
    if (!factory) throw new Error(`there is no engine ${name}`)
    engine = factory(rootElement())
  },
  prepare(count) {
    file = measure.written(loaded(), count)
    return file.length
  },
  async open(mode) {
    const text = file
    file = ''
    return measure.open(loaded(), text, mode)
  },
  goLive: (count) => measure.goLive(loaded(), count),
  changeFrames: (count, changesAFrame, span) => measure.changeFrames(loaded(), count, changesAFrame, span),
  panFrames: (span) => measure.panFrames(loaded(), span),
  zoomFrames: (span) => measure.zoomFrames(loaded(), span),
  commands: (count, moved, span) => measure.commands(loaded(), count, moved, span),
  async openLive(count, url) {
    const { openLive } = await import('../engine/live.ts')
    live = await openLive(rootElement(), count, url)
  },
  watchLive(durationMs) {
    if (!live) throw new Error('no live drawing is open')
    return live.watch(durationMs)
  },
  async expressions(span) {
    const { evaluationsPerSecond } = await import('../engine/expressions.ts')
    return evaluationsPerSecond(span)
  },
  async undoDeletes(count, span) {
    const { undoDeletes } = await import('../engine/undoDelete.ts')
    return undoDeletes(rootElement(), count, span)
  },
  async symbolFrames(count, changed, span) {
    const { symbolFrames } = await import('../engine/mixed.ts')
    return symbolFrames(rootElement(), count, changed, span)
  },
  async motionFrames(count, span) {
    const { motionFrames } = await import('../engine/mixed.ts')
    return motionFrames(rootElement(), count, span)
  },
  async marqueeSteps(count, span) {
    const { marqueeSteps } = await import('../engine/mixed.ts')
    return marqueeSteps(rootElement(), count, span)
  },
}

Object.assign(globalThis, { bench })
