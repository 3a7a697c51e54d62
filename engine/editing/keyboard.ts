import { instanceAround, isEffectivelyLocked } from '../commands/index.ts'
import type { CommandBus } from '../commands/index.ts'
import { getAncestors, groupType, type Component, type DrawingDocument, type Id } from '../document/index.ts'
import type { SnapSettings } from './snapSettings.ts'
import type { Clipboard } from './clipboard.ts'
import type { Nudge } from './nudge.ts'
import { selectAll, selectCopies, selectInverse, selectType, type Selection } from './selection.ts'
import { findShortcut, type Press, type Shortcut } from './shortcuts.ts'

/** Parts of the editor that the shortcuts use. */
export interface KeyParts {
  readonly bus: Pick<CommandBus, 'run' | 'history'>
  readonly document: DrawingDocument
  readonly selection: Selection
  readonly clipboard: Clipboard
  readonly nudge: Nudge
  readonly aids: Pick<SnapSettings, 'state'>
  /** Cancels the current tool action. Returns true if there was one. */
  readonly cancelTool: () => boolean
}

/**
 * Listens for the editor's shortcuts on the canvas, so they do not apply while the user types in a panel. Copy, cut and
 * paste use the browser's clipboard events, which need no permission. Returns a function that removes the listeners.
 */
export function listenToKeys({ canvas, ...parts }: KeyParts & { readonly canvas: HTMLCanvasElement }): () => void {
  const { clipboard, nudge } = parts
  const stop = new AbortController()
  const { signal } = stop

  canvas.addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && pressKey(event, parts)) event.preventDefault()
    },
    { signal },
  )
  canvas.addEventListener(
    'keyup',
    (event) => {
      if (event.key in arrows) nudge.end()
    },
    { signal },
  )
  canvas.addEventListener('blur', () => nudge.end(), { signal })

  const toClipboard = (event: ClipboardEvent, text: string | undefined): void => {
    if (text === undefined) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  canvas.addEventListener('copy', (event) => toClipboard(event, clipboard.copy()), { signal })
  canvas.addEventListener('cut', (event) => toClipboard(event, clipboard.cut()), { signal })
  canvas.addEventListener(
    'paste',
    (event) => {
      const text = event.clipboardData?.getData('text/plain')
      clipboard.paste(text ? text : undefined)
      event.preventDefault()
    },
    { signal },
  )

  return () => stop.abort()
}

const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Runs the shortcut of a key press. Returns false if there is none, so that the browser handles the key. Most shortcuts
 * ignore key repeat.
 */
export function pressKey(press: Press, parts: KeyParts): boolean {
  const shortcut = findShortcut(press)
  if (!shortcut) return false
  if (press.repeat && !shortcut.repeats) return true
  if (shortcut.command === 'nudge') {
    const [dx, dy] = arrows[press.code] ?? arrows[press.key] ?? [0, 0]
    const { snapToGrid, gridSize } = parts.aids.state
    const stepPx = Number(shortcut.args?.['px'] ?? 1)
    const px = stepPx > 1 && snapToGrid ? gridSize : stepPx
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
    // Left to the browser's clipboard events, the only way to the system clipboard without a permission.
    case 'copy':
    case 'cut':
    case 'paste':
      return false
    case 'undo':
      return done(bus.history.undo())
    case 'redo':
      return done(bus.history.redo())
    case 'copy-style':
      return done(clipboard.copyStyle())
    case 'paste-style':
      return done(clipboard.pasteStyle())
    case 'duplicate':
      return done(clipboard.duplicate())
    case 'remove':
      return done(clipboard.remove())
    case 'select-all':
      return done(selection.set(selectAll(document, scope)))
    case 'select-inverse':
      return done(selection.set(selectInverse(document, ids, scope)))
    case 'select-type':
      return done(
        selection.set(
          selectType(
            document,
            selection.components().map(({ type }) => type),
            scope,
          ),
        ),
      )
    case 'select-copies':
      return done(selection.set(selectCopies(document, selection.components(), scope)))
    case 'enter-group':
      return enterGroup(document, selection)
    case 'leave-group':
      return done(cancelTool() || leaveGroup(document, selection))
    case 'toggle-lock':
      return done(
        ids.length > 0 && bus.run(selection.components().every(({ locked }) => locked) ? 'unlock' : 'lock', { ids }),
      )
    case 'same-size':
      return run(getUnlockedIds(document, selection), { reference: ids[0] })
    case 'group':
    case 'ungroup':
      return run(
        selection
          .components()
          .filter((each) => !isFixed(document, each))
          .map(({ id }) => id),
      )
    case 'align':
    case 'distribute':
    case 'rotate':
    case 'mirror':
      return run(getUnlockedIds(document, selection))
    case 'reset-route':
      return run(getRoutedIds(document, getUnlockedIds(document, selection)))
    default:
      return run(ids)
  }
}

const done = (_: unknown): true => true

/** Selected components that are not locked. The others are skipped, as in nudge and delete. */
function getUnlockedIds(document: DrawingDocument, selection: Selection): Id[] {
  return selection
    .components()
    .filter((component) => !isEffectivelyLocked(document, component))
    .map(({ id }) => id)
}

/**
 * Excludes connectors in symbol instances, which are controlled by the symbol. If none remain, returns all, so that the
 * command reports the refusal.
 */
function getRoutedIds(document: DrawingDocument, ids: readonly Id[]): readonly Id[] {
  const routed = ids.filter((id) => {
    const component = document.get(id)
    return component && !instanceAround(document, component)
  })
  return routed.length > 0 ? routed : ids
}

function isFixed(document: DrawingDocument, component: Component): boolean {
  return component.locked || getAncestors(document, component).some(({ locked }) => locked)
}

/** Enters the selected group and selects its first member. */
function enterGroup(document: DrawingDocument, selection: Selection): boolean {
  const [group, second] = selection.components()
  if (group?.type !== groupType || second) return false
  const first = document.children(group.id).find(({ visible }) => visible)
  selection.enter(group.id)
  if (first) selection.set([first.id])
  return true
}

/** Leaves the entered group and selects it. Outside all groups clears the selection. */
function leaveGroup(document: DrawingDocument, selection: Selection): void {
  const left = selection.scope === null ? undefined : document.get(selection.scope)
  selection.enter(left?.parent ?? null)
  if (left) selection.set([left.id])
}
