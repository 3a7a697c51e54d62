import { createCatalog, type Catalog } from '../components/catalog.ts'
import { defineComponent } from '../components/define.ts'
import { CommandBus } from '../commands/index.ts'
import {
  DrawingDocument,
  makeComponent,
  newDrawing,
  type Component,
  type ComponentPatch,
  type Id,
} from '../document/index.ts'
import { containsPoint, intersects, type Box, type Point } from '../geometry/index.ts'
import { choice, color, number, points, text } from '../schema/index.ts'
import { isHitAt, getPaintedBounds, getHitSlack } from '../stage/pathHitTest.ts'
import { createSnapSettings, type SnapSettings } from './snapSettings.ts'
import { createClipboard, type Clipboard } from './clipboard.ts'
import { createFeedback, type Feedback } from './feedback.ts'
import { createGuides, type Guides } from './guides.ts'
import { createHandleKeys, type HandleKeys } from './handleKeys.ts'
import { createNudge, type Nudge } from './nudge.ts'
import { createPathPoints, type PathPoints } from './pathPoints.ts'
import { createSelectionCache, type SelectionCache } from './selectionCache.ts'
import { createSelection, type Selection } from './selection.ts'
import { guideTool } from './tools/guide.ts'
import type { ToolPointer } from './tools/tool.ts'
import { createToolbox, type Toolbox } from './tools/toolbox.ts'

/** An editor without a canvas, for tests. Screen and drawing coordinates are identical. */
export interface Workbench {
  readonly document: DrawingDocument
  readonly bus: CommandBus
  readonly selection: Selection
  readonly selected: SelectionCache
  readonly feedback: Feedback
  readonly aids: SnapSettings
  readonly guides: Guides
  readonly points: PathPoints
  readonly handles: HandleKeys
  readonly tools: Toolbox
  readonly clipboard: Clipboard
  readonly nudge: Nudge
  /** Recorded camera movements. */
  readonly moves: Point[]
  at(name: string): Component
  id(name: string): Id
  /** Presses at `from`, moves through the points and releases at the last one. */
  drag(from: Point, ...through: (Point & Keys)[]): void
  click(at: Point & Keys): void
  doubleClick(at: Point): void
}

/** Modifier keys of a simulated pointer event in tests. `free` (Ctrl or Cmd) disables snapping. */
export interface Keys {
  readonly shift?: boolean
  readonly alt?: boolean
  readonly free?: boolean
}

const box = defineComponent({
  type: 'box',
  words: { en: 'Box', zh: '盒' },
  palette: 'basic',
  size: { width: 100, height: 50 },
  miniatureColor: 'fill',
  fields: { fill: color({ en: 'Fill', zh: '填充' }, { default: '#ccccccff' }) },
  draw(brush, props, size) {
    brush.rect(0, 0, size.width, size.height, { fill: props.fill })
  },
})

const cable = defineComponent({
  type: 'cable',
  words: { en: 'Cable', zh: '电缆' },
  palette: 'basic',
  size: { width: 100, height: 20 },
  miniatureColor: 'stroke',
  fields: {
    corners: points({ en: 'Points', zh: '节点' }, { default: [0, 0.5, 1, 0.5] }),
    stroke: color({ en: 'Stroke', zh: '线' }, { default: '#000000ff' }),
  },
  draw: () => undefined,
})

/** A cable with curves. */
const hose = defineComponent({
  type: 'hose',
  words: { en: 'Hose', zh: '软管' },
  palette: 'basic',
  size: { width: 100, height: 20 },
  miniatureColor: 'stroke',
  fields: {
    ...cable.fields,
    joined: choice(
      { en: 'Joined', zh: '连接' },
      {
        default: 'straight',
        options: ['straight', 'rounded', 'smooth'].map((value) => ({ value, words: { en: value, zh: value } })),
      },
    ),
    radius: number({ en: 'Radius', zh: '半径' }, { default: 20, min: 0, max: 100 }),
    breadth: number({ en: 'Breadth', zh: '宽度' }, { default: 0, min: 0, max: 100 }),
  },
  curve: { points: 'corners', corners: 'joined', radius: 'radius', breadth: 'breadth' },
  draw: () => undefined,
})

const routingOptions = ['orthogonal', 'straight'].map((value) => ({ value, words: { en: value, zh: value } }))

const joint = defineComponent({
  type: 'joint',
  words: { en: 'Joint', zh: '接线' },
  palette: 'basic',
  size: cable.size,
  miniatureColor: 'stroke',
  ends: { from: 'from', to: 'to', points: 'corners', routing: 'routing', bends: 'bends' },
  fields: {
    ...cable.fields,
    bends: points({ en: 'Bends', zh: '弯' }, { default: [0, 0, 1, 1] }),
    from: text({ en: 'From', zh: '起' }, { bindable: false }),
    to: text({ en: 'To', zh: '止' }, { bindable: false }),
    routing: choice({ en: 'Routing', zh: '走线' }, { default: 'orthogonal', options: routingOptions }),
  },
  draw: () => undefined,
})

/** An area with a closed outline. */
const plot = defineComponent({
  ...cable,
  type: 'plot',
  isArea: true,
  size: { width: 100, height: 90 },
  fields: { ...cable.fields, corners: points({ en: 'Points', zh: '节点' }, { default: [0.5, 0, 1, 1, 0, 1] }) },
  draw: () => undefined,
})

/** A type with at most one component per drawing. */
const lone = defineComponent({ ...box, type: 'lone', isSingle: true, draw: () => undefined })

const testCatalog: Catalog = createCatalog([
  { ...box, draw: () => undefined },
  { ...lone, draw: () => undefined },
  { ...cable, draw: () => undefined },
  { ...plot, draw: () => undefined },
  { ...joint, draw: () => undefined },
  { ...hose, draw: () => undefined },
])

/** An initial component; `in` is the name of its group. */
export type ComponentSpec = Partial<ComponentPatch> & { readonly name: string; readonly in?: string }

/** Creates a workbench with the given components, back to front. */
export function workbench(...specs: readonly ComponentSpec[]): Workbench {
  const createdByName = new Map<string, Component>()
  for (const [index, { in: group, ...rest }] of specs.entries()) {
    const parent = group === undefined ? null : (createdByName.get(group)?.id ?? null)
    createdByName.set(
      rest.name,
      makeComponent({ type: 'box', width: 100, height: 50, rank: `a${index}`, x: 0, y: 0, ...rest, parent }),
    )
  }
  const document = new DrawingDocument({ ...newDrawing('test'), components: [...createdByName.values()] })
  const bus = new CommandBus(document, testCatalog)
  const selection = createSelection(document)
  bus.trackSelection(
    () => selection.ids,
    (ids) => selection.set(ids),
  )
  const feedback = createFeedback()
  const aids = createSnapSettings()
  const guides = createGuides()
  const pathPoints = createPathPoints(document, testCatalog, bus, selection)
  const moves: Point[] = []
  const seen = (): Component[] => document.paintOrder().filter((one) => one.visible && one.type !== 'group')
  const context = {
    document,
    catalog: testCatalog,
    bus,
    selection,
    selected: createSelectionCache(document, selection),
    feedback,
    aids,
    guides,
    points: pathPoints,
    view: {
      hitTest: (world: Point) =>
        seen().findLast(
          (one) => containsPoint(one, world, getHitSlack(one, testCatalog, 8)) && isHitAt(one, world, testCatalog, 8),
        ) ?? null,
      within: (area: Box) => seen().filter((one) => intersects(getPaintedBounds(one, testCatalog), area)),
      camera: {
        scale: 1,
        visible: { x: 0, y: 0, width: 1600, height: 900 },
        toScreen: (point: Point) => point,
        toWorld: (point: Point) => point,
        moveBy: (x: number, y: number) => void moves.push({ x, y }),
      },
    },
  }
  const tools = createToolbox(context)
  const lines = guideTool({ ...context, finish: () => tools.use('select') }, guides)
  const pointer = ({ x, y, shift = false, alt = false, free = false }: Point & Keys): ToolPointer => ({
    world: { x, y },
    screen: { x, y },
    shift,
    alt,
    free,
  })
  const at = (name: string): Component => {
    const found = document.paintOrder().find((one) => one.name === name)
    if (!found) throw new Error(`no component is called ${name}`)
    return found
  }
  const press = (from: Point & Keys, through: readonly (Point & Keys)[]): void => {
    const tool = tools.current === 'select' && lines.accepts(pointer(from)) ? lines : tools.active
    tool.press(pointer(from))
    for (const point of through) tool.move(pointer(point), true)
    tool.release(pointer(through.at(-1) ?? from))
  }

  return {
    document,
    bus,
    selection,
    selected: context.selected,
    feedback,
    aids,
    guides,
    points: pathPoints,
    tools,
    moves,
    at,
    clipboard: createClipboard(document, bus, selection, testCatalog),
    nudge: createNudge(document, bus, selection),
    handles: createHandleKeys({ ...context, finish: () => tools.use('select') }),
    id: (name) => at(name).id,
    drag: (from, ...through) => press({ ...from, ...toKeys(through[0]) }, through),
    click: (point) => press(point, []),
    doubleClick(point) {
      press(point, [])
      press(point, [])
      tools.active.doubleClick?.(pointer(point))
    },
  }
}

function toKeys(point: Keys | undefined): Keys {
  return { shift: point?.shift ?? false, alt: point?.alt ?? false, free: point?.free ?? false }
}
