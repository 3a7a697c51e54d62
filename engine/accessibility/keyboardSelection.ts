import { groupType, type DrawingDocument, type Id } from '../document/index.ts'

/** The part of the editor's `Selection` that keyboard navigation uses. */
export interface TreeSelection {
  readonly ids: readonly Id[]
  readonly scope: Id | null
  /** Replaces the selection. */
  set(ids: readonly Id[]): void
  /** Enters a group; null leaves all groups. */
  enter(group: Id | null): void
  /** Subscribes to changes of the selection or the entered group. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

/**
 * Makes the selection follow the keyboard in an editor. Tab selects the next component of the entered group (or of the
 * drawing), Shift+Tab the previous one, Enter enters a group. Tab on the last component moves the focus out of the
 * drawing, so there is no keyboard trap. All other keys are handled by the editor, which listens on the same canvas.
 */
export function selectByKeys(
  canvas: HTMLCanvasElement,
  document: DrawingDocument,
  selection: TreeSelection,
): () => void {
  const stop = new AbortController()
  canvas.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const isDone =
        event.key === 'Tab'
          ? step(document, selection, event.shiftKey ? -1 : 1)
          : event.key === 'Enter' && enter(document, selection)
      if (isDone) event.preventDefault()
    },
    { signal: stop.signal },
  )
  return () => stop.abort()
}

function step(document: DrawingDocument, selection: TreeSelection, by: 1 | -1): boolean {
  const family = document.children(selection.scope).filter((component) => component.visible)
  const last = selection.ids.at(-1)
  const at = last === undefined ? (by === 1 ? -1 : family.length) : family.findIndex(({ id }) => id === last)
  const next = family[at + by]
  if (!next) return false
  selection.set([next.id])
  return true
}

function enter(document: DrawingDocument, selection: TreeSelection): boolean {
  const [id] = selection.ids
  const group = id === undefined || selection.ids.length > 1 ? undefined : document.get(id)
  // Members of a symbol instance cannot be edited here.
  if (!group || group.type !== groupType || group.link !== null) return false
  selection.enter(group.id)
  const [first] = document.children(group.id)
  if (first) selection.set([first.id])
  return true
}
