import type { Component, DrawingDocument } from '../document/index.ts'
import { getBounds, unionBoxes } from '../geometry/index.ts'
import type { Words } from '../schema/index.ts'
import type { SnapSettings } from './snapSettings.ts'
import { toggleCross, type Guides } from './guides.ts'
import type { HandleKeys } from './handleKeys.ts'
import { getOutline, type PathPoints } from './pathPoints.ts'
import type { Selection } from './selection.ts'
import type { Toolbox } from './tools/toolbox.ts'
import type { EditorView } from './view.ts'

/** Parts of the editor that the tool keys use. */
export interface ToolKeyParts {
  readonly tools: Toolbox
  readonly points: PathPoints
  readonly handles: HandleKeys
  readonly aids: SnapSettings
  readonly guides: Guides
  readonly view: EditorView
  readonly selection: Selection
  readonly document: DrawingDocument
}

/**
 * A key of the tools with its description. `run` returns false if the key has no function now, so that other handlers
 * can use it.
 */
export interface ToolKey {
  /** Display text of the key. */
  readonly keys: string
  readonly words: Words
  readonly codes: readonly string[]
  readonly shift?: boolean
  readonly alt?: boolean
  /** Runs the key. Returns false if it has no function now. */
  run(parts: ToolKeyParts): boolean
}

const done = (_: void): true => true
const zoomStep = 1.25
const panStep = 40
const bigPanStep = 200
const bigStep = 10

/** All keys of the tools. Ctrl and Cmd are reserved for commands. */
export const toolKeys: readonly ToolKey[] = [
  {
    keys: 'V',
    codes: ['KeyV'],
    words: { en: 'Select', zh: '选择工具' },
    run: ({ tools }) => done(tools.use('select')),
  },
  { keys: 'H', codes: ['KeyH'], words: { en: 'Pan', zh: '平移工具' }, run: ({ tools }) => done(tools.use('pan')) },
  {
    keys: 'C',
    codes: ['KeyC'],
    words: { en: 'Connect', zh: '连线工具' },
    run: ({ tools }) => done(tools.use('connect')),
  },
  {
    keys: 'Enter',
    codes: ['Enter', 'NumpadEnter'],
    words: { en: 'Place in the centre of the view; connect the selection', zh: '放置到视图中央；连接所选组件' },
    run: ({ tools }) => tools.active.confirm?.() ?? false,
  },
  {
    keys: 'PageDown',
    codes: ['PageDown'],
    words: { en: 'Select the next component', zh: '选择下一个组件' },
    run: (parts) => selectNext(parts, 1),
  },
  {
    keys: 'PageUp',
    codes: ['PageUp'],
    words: { en: 'Select the previous component', zh: '选择上一个组件' },
    run: (parts) => selectNext(parts, -1),
  },
  {
    keys: 'Shift+PageDown',
    codes: ['PageDown'],
    shift: true,
    words: { en: 'Add the next component to the selection', zh: '加选下一个组件' },
    run: (parts) => selectMore(parts, 1),
  },
  {
    keys: 'Shift+PageUp',
    codes: ['PageUp'],
    shift: true,
    words: { en: 'Add the previous component to the selection', zh: '加选上一个组件' },
    run: (parts) => selectMore(parts, -1),
  },
  {
    keys: 'Alt+PageDown',
    codes: ['PageDown'],
    alt: true,
    words: { en: 'Replace the last selected with the next component', zh: '将最后选中的换为下一个组件' },
    run: (parts) => replaceLastSelected(parts, 1),
  },
  {
    keys: 'Alt+PageUp',
    codes: ['PageUp'],
    alt: true,
    words: { en: 'Replace the last selected with the previous component', zh: '将最后选中的换为上一个组件' },
    run: (parts) => replaceLastSelected(parts, -1),
  },
  { keys: 'N', codes: ['KeyN'], words: { en: 'Next point', zh: '下一个节点' }, run: ({ points }) => points.step(1) },
  {
    keys: 'Shift+N',
    codes: ['KeyN'],
    shift: true,
    words: { en: 'Previous point', zh: '上一个节点' },
    run: ({ points }) => points.step(-1),
  },
  {
    keys: 'I',
    codes: ['KeyI', 'Insert'],
    words: { en: 'Add point after the selected one', zh: '在所选节点后添加节点' },
    run: ({ points }) => insertPoint(points),
  },
  {
    keys: 'Delete',
    codes: ['Delete', 'Backspace'],
    words: { en: 'Delete selected point', zh: '删除所选节点' },
    // Returns true even if the point cannot be removed, so that the key does not delete the whole line.
    run: ({ points }) => points.chosen !== null && (points.remove() || true),
  },
  {
    keys: 'Escape',
    codes: ['Escape'],
    words: { en: 'Deselect point', zh: '取消选择节点' },
    run: ({ points }) => points.chosen !== null && done(points.choose(null)),
  },
  ...arrowKeys('ArrowLeft', '←', -1, 0),
  ...arrowKeys('ArrowRight', '→', 1, 0),
  ...arrowKeys('ArrowUp', '↑', 0, -1),
  ...arrowKeys('ArrowDown', '↓', 0, 1),
  {
    keys: '.',
    codes: ['Period'],
    words: { en: 'Rotate 1° clockwise', zh: '顺时针旋转 1°' },
    run: ({ handles }) => handles.rotate(1),
  },
  {
    keys: ',',
    codes: ['Comma'],
    words: { en: 'Rotate 1° anticlockwise', zh: '逆时针旋转 1°' },
    run: ({ handles }) => handles.rotate(-1),
  },
  {
    keys: 'Shift+.',
    codes: ['Period'],
    shift: true,
    words: { en: 'Rotate 15° clockwise', zh: '顺时针旋转 15°' },
    run: ({ handles }) => handles.rotate(15),
  },
  {
    keys: 'Shift+,',
    codes: ['Comma'],
    shift: true,
    words: { en: 'Rotate 15° anticlockwise', zh: '逆时针旋转 15°' },
    run: ({ handles }) => handles.rotate(-15),
  },
  {
    keys: '+',
    codes: ['Equal', 'NumpadAdd'],
    words: { en: 'Zoom in', zh: '放大' },
    run: ({ view }) => done(view.zoomBy(zoomStep)),
  },
  {
    keys: 'Shift++',
    codes: ['Equal'],
    shift: true,
    words: { en: 'Zoom in', zh: '放大' },
    run: ({ view }) => done(view.zoomBy(zoomStep)),
  },
  {
    keys: '-',
    codes: ['Minus', 'NumpadSubtract'],
    words: { en: 'Zoom out', zh: '缩小' },
    run: ({ view }) => done(view.zoomBy(1 / zoomStep)),
  },
  {
    keys: '0',
    codes: ['Digit0', 'Numpad0'],
    words: { en: 'Actual size', zh: '实际大小' },
    run: ({ view }) => done(view.actualSize()),
  },
  {
    keys: '1',
    codes: ['Digit1', 'Numpad1'],
    words: { en: 'Fit the page', zh: '适应页面' },
    run: ({ view }) => done(view.fit()),
  },
  {
    keys: '2',
    codes: ['Digit2', 'Numpad2'],
    words: { en: 'Zoom to the selection', zh: '缩放到所选' },
    run: ({ view }) => done(view.toSelection()),
  },
  {
    keys: 'G',
    codes: ['KeyG'],
    words: { en: 'Show the grid', zh: '显示网格' },
    run: ({ aids }) => done(aids.set({ showGrid: !aids.state.showGrid })),
  },
  {
    keys: 'Shift+G',
    codes: ['KeyG'],
    shift: true,
    words: { en: 'Snap to the grid', zh: '对齐到网格' },
    run: ({ aids }) => done(aids.set({ snapToGrid: !aids.state.snapToGrid })),
  },
  {
    keys: 'Shift+U',
    codes: ['KeyU'],
    shift: true,
    words: { en: 'Show the rulers', zh: '显示标尺' },
    run: ({ aids }) => done(aids.set({ showRulers: !aids.state.showRulers })),
  },
  {
    keys: 'U',
    codes: ['KeyU'],
    words: { en: 'Add or remove guides through the centre of the selection', zh: '过所选中心添加或移除参考线' },
    run: (parts) => done(crossGuides(parts)),
  },
]

/**
 * Toggles guides through the centre of the selection, or of the page if nothing is selected. Also shows the rulers,
 * because guides are only visible with them.
 */
function crossGuides({ aids, guides, selection, document: { layer } }: ToolKeyParts): void {
  const box = unionBoxes(selection.components().map(getBounds)) ?? {
    x: 0,
    y: 0,
    width: layer.width,
    height: layer.height,
  }
  const areRulersVisible = aids.state.showRulers
  if (!areRulersVisible) aids.set({ showRulers: true })
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const lines = toggleCross(guides.state.lines, middle)
  // If the guides were only invisible, keep them instead of removing them.
  if (areRulersVisible || lines.length > guides.state.lines.length) guides.set({ lines })
}

/** The fields of a keyboard event that are used, so that tests need no browser. */
export interface KeyPress {
  readonly code: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly isComposing?: boolean
}

/** Runs the key of a press. Returns false if there is none or it has no function now. */
export function pressToolKey(press: KeyPress, parts: ToolKeyParts): boolean {
  if (press.ctrlKey || press.metaKey || press.isComposing) return false
  const key = toolKeys.find(
    (one) =>
      one.codes.includes(press.code) && (one.shift ?? false) === press.shiftKey && (one.alt ?? false) === press.altKey,
  )
  return key?.run(parts) ?? false
}

/**
 * Listens for tool keys on the canvas, before the command shortcuts: an arrow moves the chosen point rather than its
 * line. Rotating or resizing becomes one undo step when the key is released. Returns a function that removes the
 * listeners.
 */
export function listenToToolKeys(canvas: HTMLCanvasElement, parts: ToolKeyParts): () => void {
  const stop = new AbortController()
  const { signal } = stop
  canvas.addEventListener(
    'keydown',
    (event) => {
      if (!pressToolKey(event, parts)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { signal },
  )
  canvas.addEventListener('keyup', () => parts.handles.end(), { signal })
  canvas.addEventListener('blur', () => parts.handles.end(), { signal })
  return () => stop.abort()
}

/**
 * Arrow keys move the chosen point; with Alt a side of the selection; without a selection, or with the pan tool, the
 * view.
 */
function arrowKeys(code: string, sign: string, dx: number, dy: number): ToolKey[] {
  const move = (shift: boolean): ToolKey => ({
    keys: shift ? `Shift+${sign}` : sign,
    codes: [code],
    shift,
    words: { en: 'Move the selected point, or the view', zh: '移动所选节点或视图' },
    run({ points, tools, selection, view }) {
      const step = shift ? bigStep : 1
      if (points.chosen !== null) return points.nudge(dx * step, dy * step)
      if (tools.current !== 'pan' && selection.ids.length > 0) return false
      const pan = shift ? bigPanStep : panStep
      return done(view.panBy(-dx * pan, -dy * pan))
    },
  })
  const resize = (shift: boolean): ToolKey => ({
    keys: shift ? `Alt+Shift+${sign}` : `Alt+${sign}`,
    codes: [code],
    shift,
    alt: true,
    words: { en: 'Move the right or bottom edge', zh: '调整右边或下边' },
    run: ({ handles }) => handles.resize(dx * (shift ? bigStep : 1), dy * (shift ? bigStep : 1)),
  })
  return [move(false), move(true), resize(false), resize(true)]
}

function insertPoint(points: PathPoints): boolean {
  const { path, chosen } = points
  return path !== null && points.insert(Math.min(chosen ?? 0, getOutline(path).length - 2))
}

/** Selects the next or previous visible sibling in paint order, wrapping around. */
function selectNext({ selection, document }: ToolKeyParts, by: 1 | -1): boolean {
  const last = selection.components().at(-1)
  const family = document.children(last ? last.parent : selection.scope).filter((one) => one.visible)
  const at = last ? family.findIndex((one) => one.id === last.id) : -1
  const next = family[at < 0 ? (by > 0 ? 0 : family.length - 1) : (at + by + family.length) % family.length]
  if (!next) return false
  selection.set([next.id])
  return true
}

/**
 * Adds the next unselected sibling. Reversing direction removes the last added one. Does not wrap around. No Ctrl key,
 * because Ctrl+Space switches Chinese input methods.
 */
function selectMore(parts: ToolKeyParts, by: 1 | -1): boolean {
  const { selection } = parts
  const last = selection.ids.at(-1)
  if (last === undefined) return selectNext(parts, by)
  const [beside] = siblingsBeyond(parts, by)
  const next = nextOpen(parts, by)
  if (beside && beside.id === selection.ids.at(-2)) selection.toggle(last)
  else if (next) selection.toggle(next.id)
  return true
}

/** Replaces the last selected component by its next unselected sibling, to select components that are not adjacent. */
function replaceLastSelected(parts: ToolKeyParts, by: 1 | -1): boolean {
  const { selection } = parts
  if (selection.ids.length === 0) return selectNext(parts, by)
  const next = nextOpen(parts, by)
  if (next) selection.set([...selection.ids.slice(0, -1), next.id])
  return true
}

function nextOpen(parts: ToolKeyParts, by: 1 | -1): Component | undefined {
  return siblingsBeyond(parts, by).find(({ id }) => !parts.selection.has(id))
}

/** Visible siblings beyond the last selected component, nearest first. */
function siblingsBeyond({ selection, document }: ToolKeyParts, by: 1 | -1): readonly Component[] {
  const last = selection.components().at(-1)
  if (!last) return []
  const family = document.children(last.parent)
  const at = family.findIndex(({ id }) => id === last.id)
  return (by > 0 ? family.slice(at + 1) : family.slice(0, at).reverse()).filter(({ visible }) => visible)
}
