import type { CommandBus } from '../commands/index.ts'
import type { DrawingDocument } from '../document/index.ts'
import type { Clipboard } from './clipboard.ts'
import type { Nudge } from './nudge.ts'
import type { Selection } from './selection.ts'

interface KeyWiring {
  readonly canvas: HTMLCanvasElement
  readonly bus: CommandBus
  readonly document: DrawingDocument
  readonly selection: Selection
  readonly clipboard: Clipboard
  readonly nudge: Nudge
  /** Stops what a tool is doing; true: it was doing something. */
  readonly cancelTool: () => boolean
}

const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}
const nudgePx = 1
const bigNudgePx = 10

/**
 * The editor's keys. They are listened for on the canvas, so they work when the drawing has the focus and never while
 * somebody types into a panel. Copy, cut and paste are the browser's own events: they reach the system clipboard
 * without asking for a permission.
 */
export function listenToKeys(wiring: KeyWiring): () => void {
  const { canvas, clipboard, nudge } = wiring
  const stop = new AbortController()
  const { signal } = stop

  canvas.addEventListener('keydown', (event) => {
    const done = event.ctrlKey || event.metaKey ? chord(event, wiring) : plain(event, wiring)
    if (done) event.preventDefault()
  }, { signal })
  canvas.addEventListener('keyup', (event) => { if (event.key in arrows) nudge.end() }, { signal })
  canvas.addEventListener('blur', () => nudge.end(), { signal })

  const toClipboard = (event: ClipboardEvent, text: string | undefined): void => {
    if (text === undefined) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  canvas.addEventListener('copy', (event) => toClipboard(event, clipboard.copy()), { signal })
  canvas.addEventListener('cut', (event) => toClipboard(event, clipboard.cut()), { signal })
  canvas.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain')
    clipboard.paste(text ? text : undefined)
    event.preventDefault()
  }, { signal })

  return () => stop.abort()
}

function plain(event: KeyboardEvent, { selection, clipboard, nudge, cancelTool }: KeyWiring): boolean {
  const arrow = arrows[event.key]
  if (arrow) {
    const px = event.shiftKey ? bigNudgePx : nudgePx
    nudge.by(arrow[0] * px, arrow[1] * px)
    return true
  }
  switch (event.key) {
    case 'Delete':
    case 'Backspace':
      clipboard.remove()
      return true
    case 'Escape':
      if (!cancelTool()) leave(selection)
      return true
    default:
      return false
  }
}

function chord(event: KeyboardEvent, { bus, document, selection, clipboard }: KeyWiring): boolean {
  switch (event.code) {
    case 'KeyZ':
      if (event.shiftKey) bus.history.redo()
      else bus.history.undo()
      return true
    case 'KeyY':
      bus.history.redo()
      return true
    case 'KeyD':
      clipboard.duplicate()
      return true
    case 'KeyA':
      selection.set(document.children(selection.scope).filter((one) => one.visible && !one.locked).map((one) => one.id))
      return true
    case 'BracketRight':
      return reorder(bus, selection, event.shiftKey ? 'front' : 'forward')
    case 'BracketLeft':
      return reorder(bus, selection, event.shiftKey ? 'back' : 'backward')
    default:
      return false
  }
}

function reorder(bus: CommandBus, selection: Selection, to: 'front' | 'back' | 'forward' | 'backward'): boolean {
  if (selection.ids.length) bus.run('reorder', { ids: selection.ids, to })
  return true
}

/** Escape goes out one step at a time: nothing selected, then out of the entered group. */
function leave(selection: Selection): void {
  if (selection.ids.length || selection.scope === null) selection.clear()
  else selection.enter(null)
}
