import { instanceAround, isHeld } from '../commands/index.ts'
import type { CommandBus } from '../commands/index.ts'
import { ancestorsOf, groupType, type Component, type DrawingDocument, type Id } from '../document/index.ts'
import type { SnapSettings } from './snapSettings.ts'
import type { Clipboard } from './clipboard.ts'
import type { Nudge } from './nudge.ts'
import { selectAll, selectCopies, selectInverse, selectType, type Selection } from './selection.ts'
import { shortcutOf, type Press, type Shortcut } from './shortcuts.ts'

/** What the keys of the commands reach. */
export interface KeyParts {
  readonly bus: Pick<CommandBus, 'run' | 'history'>
  readonly document: DrawingDocument
  readonly selection: Selection
  readonly clipboard: Clipboard
  readonly nudge: Nudge
  readonly aids: Pick<SnapSettings, 'state'>
  /** Stops what a tool is doing; true: it was doing something. */
  readonly cancelTool: () => boolean
}

/**
 * The editor's keys. They are listened for on the canvas, so they work when the drawing has the focus and never while
 * somebody types into a panel. Copy, cut and paste are the browser's own events: they reach the system clipboard
 * without asking for a permission.
 */
export function listenToKeys({ canvas, ...parts }: KeyParts & { readonly canvas: HTMLCanvasElement }): () => void {
  const { clipboard, nudge } = parts
  const stop = new AbortController()
  const { signal } = stop

  canvas.addEventListener('keydown', (event) => {
    if (!event.isComposing && pressKey(event, parts)) event.preventDefault()
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

const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}

/** Does what a key means; false: nothing, so that the browser may have it. A key held down does most things once. */
export function pressKey(press: Press, parts: KeyParts): boolean {
  const shortcut = shortcutOf(press)
  if (!shortcut) return false
  if (press.repeat && !shortcut.repeats) return true
  if (shortcut.command === 'nudge') {
    const [dx, dy] = arrows[press.code] ?? arrows[press.key] ?? [0, 0]
    const { snapToGrid, gridSize } = parts.aids.state
    const wished = Number(shortcut.args?.['px'] ?? 1)
    const px = wished > 1 && snapToGrid ? gridSize : wished
    parts.nudge.by(dx * px, dy * px)
    return true
  }
  parts.nudge.end()
  return perform(shortcut, parts)
}

function perform({ command, args }: Shortcut, { bus, document, selection, clipboard, cancelTool }: KeyParts): boolean {
  const { ids, scope } = selection
  const run = (chosen: readonly Id[], more: object = {}): true => {
    if (chosen.length > 0) bus.run(command, { ids: chosen, ...args, ...more })
    return true
  }
  switch (command) {
    // The browser's own events do these, or there would be no way to the system's clipboard.
    case 'copy': case 'cut': case 'paste': return false
    case 'undo': return done(bus.history.undo())
    case 'redo': return done(bus.history.redo())
    case 'copy-style': return done(clipboard.copyStyle())
    case 'paste-style': return done(clipboard.pasteStyle())
    case 'duplicate': return done(clipboard.duplicate())
    case 'remove': return done(clipboard.remove())
    case 'select-all': return done(selection.set(selectAll(document, scope)))
    case 'select-inverse': return done(selection.set(selectInverse(document, ids, scope)))
    case 'select-type': return done(selection.set(selectType(document, selection.components().map(({ type }) => type), scope)))
    case 'select-copies': return done(selection.set(selectCopies(document, selection.components(), scope)))
    case 'enter-group': return enterGroup(document, selection)
    case 'leave-group': return done(cancelTool() || leaveGroup(document, selection))
    case 'toggle-lock': return done(ids.length > 0 && bus.run(selection.components().every(({ locked }) => locked) ? 'unlock' : 'lock', { ids }))
    case 'same-size': return run(freeOf(document, selection), { reference: ids[0] })
    case 'group': case 'ungroup': return run(selection.components().filter((each) => !isFixed(document, each)).map(({ id }) => id))
    case 'align': case 'distribute': case 'rotate': case 'mirror': return run(freeOf(document, selection))
    case 'reset-route': return run(routedOf(document, freeOf(document, selection)))
    default: return run(ids)
  }
}

const done = (_: unknown): true => true

/** What is locked stays where it is, and the rest is arranged without it: as with nudging and deleting. */
function freeOf(document: DrawingDocument, selection: Selection): Id[] {
  return selection.components().filter((component) => !isHeld(document, component)).map(({ id }) => id)
}

/** Without those in instances, whose symbols lead them; a command for nothing else is refused, and says so. */
function routedOf(document: DrawingDocument, ids: readonly Id[]): readonly Id[] {
  const routed = ids.filter((id) => {
    const component = document.get(id)
    return component && !instanceAround(document, component)
  })
  return routed.length > 0 ? routed : ids
}

function isFixed(document: DrawingDocument, component: Component): boolean {
  return component.locked || ancestorsOf(document, component).some(({ locked }) => locked)
}

/** Into the one selected group, on its first member. */
function enterGroup(document: DrawingDocument, selection: Selection): boolean {
  const [group, second] = selection.components()
  if (group?.type !== groupType || second) return false
  const first = document.children(group.id).find(({ visible }) => visible)
  selection.enter(group.id)
  if (first) selection.set([first.id])
  return true
}

/** One group outwards, which is then selected; outside all groups nothing is. */
function leaveGroup(document: DrawingDocument, selection: Selection): void {
  const left = selection.scope === null ? undefined : document.get(selection.scope)
  selection.enter(left?.parent ?? null)
  if (left) selection.set([left.id])
}
