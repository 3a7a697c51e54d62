import type { Engine, EngineKind, Mode } from './engine.ts'
import type { Live, Watched } from '../engine/live.ts'
import type { MarqueeTimes } from '../engine/mixed.ts'
import * as measure from './measure.ts'
import type { Frames, Span } from './measure.ts'

const kinds: Readonly<Record<string, () => Promise<EngineKind>>> = {
  mimic: async () => (await import('../engine/mimic.ts')).mimic,
  meta2d: async () => (await import('../peers/meta2d.ts')).meta2d,
  konva: async () => (await import('../peers/konva.ts')).konva,
  svg: async () => (await import('../peers/svg.ts')).svg,
  pixi: async () => (await import('../peers/pixi.ts')).pixi,
  floor: async () => (await import('../peers/floor.ts')).floor,
}

/** API for the benchmark runner. Each page measures one engine once, so that no engine inherits another's heap. */
export interface Bench {
  load(name: string): Promise<void>
  /** Writes the file of a drawing with `count` items and releases the items. */
  prepare(count: number): number
  open(mode: Mode): Promise<number>
  goLive(count: number): Promise<void>
  changeFrames(count: number, changesAFrame: number, span: Span): Promise<Frames>
  panFrames(span: Span): Promise<Frames>
  zoomFrames(span: Span): Promise<Frames>
  commands(count: number, moved: number, span: Span): Promise<{ moveMs: number[]; undoMs: number[] }>
  /** Opens a drawing with `count` components whose values come from a broker. */
  openLive(count: number, url: string): Promise<void>
  watchLive(durationMs: number): Promise<Watched>
  /** Returns expression evaluations per second. */
  expressions(span: Span): Promise<number>
  /** Returns the milliseconds of each undo after deleting `count` components. */
  undoDeletes(count: number, span: Span): Promise<number[]>
  symbolFrames(count: number, changed: number, span: Span): Promise<number[]>
  motionFrames(count: number, span: Span): Promise<number[]>
  marqueeSteps(count: number, span: Span): Promise<MarqueeTimes>
}

let kind: EngineKind | undefined
let engine: Engine | undefined
let file = ''
let live: Live | undefined

function loaded(): EngineKind {
  if (!kind) throw new Error('no engine is loaded')
  return kind
}

function opened(): Engine {
  if (!engine) throw new Error('no drawing is open')
  return engine
}

function rootElement(): HTMLDivElement {
  const root = document.querySelector<HTMLDivElement>('#root')
  if (!root) throw new Error('the page has no root')
  return root
}

const bench: Bench = {
  async load(name) {
    kind = await kinds[name]?.()
    if (!kind) throw new Error(`there is no engine ${name}`)
  },
  prepare(count) {
    file = measure.written(loaded(), count)
    return file.length
  },
  async open(mode) {
    const text = file
    file = ''
    const first = await measure.open(loaded(), rootElement(), text, mode)
    engine = first.engine
    return first.ms
  },
  goLive: (count) => measure.goLive(opened(), count),
  changeFrames: (count, changesAFrame, span) => measure.changeFrames(opened(), count, changesAFrame, span),
  panFrames: (span) => measure.panFrames(opened(), span),
  zoomFrames: (span) => measure.zoomFrames(opened(), span),
  commands: (count, moved, span) => measure.commands(opened(), count, moved, span),
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
