import { Application } from 'pixi.js'
import {
  catalog,
  createEditor,
  createRunner,
  createStage,
  createTree,
  DrawingDocument,
  newDrawing,
  TagTable,
  type AccessTree,
  type Component,
  type Id,
  type Language,
  type Quality,
} from '@mimic/engine'
import { makeComponent, ranksBetween, type ComponentPatch } from '@mimic/engine/document'

export type ComponentFixture = Partial<ComponentPatch> & {
  readonly type: string
  readonly name: string
  readonly members?: readonly ComponentFixture[]
}

/** API of the page for tests. */
export interface AccessPage {
  run(fixtures: readonly ComponentFixture[], language?: Language): void
  edit(fixtures: readonly ComponentFixture[]): void
  write(tag: string, value: number, quality: Quality): void
  /** Updates picture and tree. Returns the milliseconds spent on the tree. */
  settle(): number
  /** Milliseconds spent on creating the tree. */
  createMs: number
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
await app.init({
  width: 800,
  height: 500,
  preference: 'webgl',
  antialias: false,
  autoStart: false,
  background: '#ffffff',
})
document.body.append(app.canvas)

let tags = new TagTable()
let tree: AccessTree | null = null
let drawing = new DrawingDocument(newDrawing())
let endings: (() => void)[] = []
let frame: (nowMs: number) => void = () => undefined
const actions: string[] = []
const visits: string[] = []

function open(fixtures: readonly ComponentFixture[], pan: 'drag' | 'space') {
  window.access.close()
  const components: Component[] = []
  const add = (list: readonly ComponentFixture[], parent: Id | null): void => {
    const ranks = ranksBetween(null, null, list.length)
    for (const [index, { members, ...rest }] of list.entries()) {
      const component = makeComponent({ rank: ranks[index] ?? '', ...rest, parent })
      components.push(component)
      if (members) add(members, component.id)
    }
  }
  add(fixtures, null)
  drawing = new DrawingDocument({
    ...newDrawing('test'),
    layer: { ...newDrawing().layer, width: 800, height: 500 },
    components,
  })
  tags = new TagTable()
  const stage = createStage(app, drawing, { catalog, pan })
  endings = [() => stage.destroy()]
  frame = (nowMs) => stage.frame(nowMs)
  return stage
}

window.access = {
  actions,
  visits,
  createMs: 0,
  run(fixtures, language = 'en') {
    const stage = open(fixtures, 'drag')
    const runner = createRunner(stage, drawing, tags, catalog)
    runner.onAction((action, { name }) => actions.push(`${action.kind} ${name}`))
    const accessTree = createTree(stage, drawing, catalog, {
      language,
      runner,
      onFocus: (component) => visits.push(component?.name ?? ''),
    })
    tree = accessTree
    endings = [() => accessTree.destroy(), () => runner.destroy(), ...endings]
    frame(0)
    const start = performance.now()
    accessTree.flush()
    window.access.createMs = performance.now() - start
  },
  edit(fixtures) {
    const stage = open(fixtures, 'space')
    const editor = createEditor(stage, drawing, catalog)
    app.canvas.setAttribute('role', 'application')
    const accessTree = createTree(stage, drawing, catalog, { language: 'en', selection: editor.selection })
    tree = accessTree
    endings = [() => accessTree.destroy(), () => editor.destroy(), ...endings]
    accessTree.flush()
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
