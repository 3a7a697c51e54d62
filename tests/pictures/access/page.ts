import { Application } from 'pixi.js'
import {
  catalog, createEditor, createRunner, createStage, createTree, DrawingDocument, newDrawing, TagTable, type AccessTree, type Component, type Id, type Language, type Quality,
} from '@mimic/engine'
import { makeComponent, ranksBetween, type ComponentPatch } from '@mimic/engine/document'

export type Given = Partial<ComponentPatch> & { readonly type: string; readonly name: string; readonly members?: readonly Given[] }

/** API of the page for tests. */
export interface AccessPage {
  run(given: readonly Given[], language?: Language): void
  edit(given: readonly Given[]): void
  write(tag: string, value: number, quality: Quality): void
  /** Updates picture and tree. Returns the milliseconds spent on the tree. */
  settle(): number
  /** Milliseconds spent on creating the tree. */
  madeMs: number
  /** Requested operations in order. */
  readonly actions: readonly string[]
  /** Names of the components that got the keyboard focus; '' when it left. */
  readonly visits: readonly string[]
  names(): readonly string[]
  close(): void
}

declare global {
  interface Window {
    access: AccessPage
  }
}

const app = new Application()
await app.init({ width: 800, height: 500, preference: 'webgl', antialias: false, autoStart: false, background: '#ffffff' })
document.body.append(app.canvas)

let tags = new TagTable()
let tree: AccessTree | null = null
let drawing = new DrawingDocument(newDrawing())
let endings: (() => void)[] = []
let frame: (nowMs: number) => void = () => undefined
const actions: string[] = []
const visits: string[] = []

function open(given: readonly Given[], pan: 'drag' | 'space') {
  window.access.close()
  const components: Component[] = []
  const add = (list: readonly Given[], parent: Id | null): void => {
    const ranks = ranksBetween(null, null, list.length)
    for (const [index, { members, ...rest }] of list.entries()) {
      const component = makeComponent({ rank: ranks[index] ?? '', ...rest, parent })
      components.push(component)
      if (members) add(members, component.id)
    }
  }
  add(given, null)
  drawing = new DrawingDocument({ ...newDrawing('test'), layer: { ...newDrawing().layer, width: 800, height: 500 }, components })
  tags = new TagTable()
  const stage = createStage(app, drawing, { catalog, pan })
  endings = [() => stage.destroy()]
  frame = (nowMs) => stage.frame(nowMs)
  return stage
}

window.access = {
  actions,
  visits,
  madeMs: 0,
  run(given, language = 'en') {
    const stage = open(given, 'drag')
    const runner = createRunner(stage, drawing, tags, catalog)
    runner.onAction((action, { name }) => actions.push(`${action.kind} ${name}`))
    const made = createTree(stage, drawing, catalog, { language, runner, onFocus: (component) => visits.push(component?.name ?? '') })
    tree = made
    endings = [() => made.destroy(), () => runner.destroy(), ...endings]
    frame(0)
    const start = performance.now()
    made.flush()
    window.access.madeMs = performance.now() - start
  },
  edit(given) {
    const stage = open(given, 'space')
    const editor = createEditor(stage, drawing, catalog)
    app.canvas.setAttribute('role', 'application')
    const made = createTree(stage, drawing, catalog, { language: 'en', selection: editor.selection })
    tree = made
    endings = [() => made.destroy(), () => editor.destroy(), ...endings]
    made.flush()
  },
  write: (tag, value, quality) => tags.write(tags.indexOf(tag), value, quality, 1),
  settle() {
    frame(1000)
    const start = performance.now()
    tree?.flush()
    return performance.now() - start
  },
  names: () => drawing.paintOrder().map(({ name, x, y }) => `${name} ${x} ${y}`),
  close() {
    for (const end of endings) end()
    endings = []
    actions.length = 0
    visits.length = 0
  },
}
