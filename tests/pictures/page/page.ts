import '@fontsource-variable/noto-sans-sc'
import { Application } from 'pixi.js'
import { catalog, createRunner, createStage, DrawingDocument, readDrawing, type Runner, type Stage, TagTable } from '@mimic/engine'

export type Sent = readonly [tag: string, value: number, quality: 0 | 1 | 2 | 3]

/** What a test asks of the page. Frames happen when it says so and show the time it says. */
export interface StagePage {
  /** Opens a drawing and runs it; answers the tags it needs. */
  open(text: string): Promise<readonly string[]>
  write(values: readonly Sent[]): void
  frame(nowMs: number): void
  zoom(scale: number, x: number, y: number): void
  /** What has happened to the WebGL context since the page was opened. */
  readonly contexts: string[]
  close(): void
}

declare global {
  interface Window {
    stagePage: StagePage
  }
}

window.requestAnimationFrame = () => 0

const app = new Application()
await app.init({ width: 1600, height: 900, preference: 'webgl', antialias: false, autoStart: false, background: '#ffffff' })
document.body.append(app.canvas)

let stage: Stage | null = null
let runner: Runner | null = null
let tags = new TagTable()
const contexts: string[] = []

window.stagePage = {
  contexts,
  async open(text) {
    const read = readDrawing(text, catalog)
    if (!read.value) throw new Error(JSON.stringify(read.problems))
    const drawing = new DrawingDocument(read.value.drawing)
    tags = new TagTable()
    stage = createStage(app, drawing, { catalog, pan: 'drag' })
    stage.onContext((state) => contexts.push(state))
    runner = createRunner(stage, drawing, tags, catalog)
    stage.frame(0)
    await fontsArrived()
    return runner.needed
  },
  write(values) {
    for (const [tag, value, quality] of values) tags.write(tags.indexOf(tag), value, quality, 0)
  },
  frame(nowMs) {
    stage?.frame(nowMs)
  },
  zoom(scale, x, y) {
    stage?.camera.zoomTo(scale, { x, y })
  },
  close() {
    runner?.destroy()
    stage?.destroy()
    runner = null
    stage = null
  },
}

/** The atlas asks for a font slice when a glyph is first drawn; its answer repaints, which may ask for more. */
async function fontsArrived(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await new Promise((done) => { setTimeout(done, 0) })
    await document.fonts.ready
    stage?.frame(0)
  }
}
