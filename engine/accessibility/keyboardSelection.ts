import { groupType, type DrawingDocument, type Id } from '../document/index.ts'

/** The part of an editor's selection that the keyboard goes along. */
export interface TreeSelection {
  readonly ids: readonly Id[]
  readonly scope: Id | null
  /** Selects these and no others. */
  set(ids: readonly Id[]): void
  /** Goes into a group, or out of all with null. */
  enter(group: Id | null): void
  /** Called when selection or entered group is another; answers how to stop listening. */
  onChange(listener: () => void): () => void
}

/**
 * In an editor what is selected is what has the focus: Tab selects the next component of the entered group (or of the
 * drawing), Shift+Tab the one before, Enter goes into a group. Past the last one, Tab leaves the drawing: nobody is
 * caught. All else is the editor's own keys, which are heard on the same canvas.
 */
export function selectByKeys(canvas: HTMLCanvasElement, document: DrawingDocument, selection: TreeSelection): () => void {
  const stop = new AbortController()
  canvas.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const isDone = event.key === 'Tab' ? step(document, selection, event.shiftKey ? -1 : 1) : event.key === 'Enter' && enter(document, selection)
    if (isDone) event.preventDefault()
  }, { signal: stop.signal })
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
  // The members of a symbol's instance are the symbol's: they are not edited here.
  if (!group || group.type !== groupType || group.link !== null) return false
  selection.enter(group.id)
  const [first] = document.children(group.id)
  if (first) selection.set([first.id])
  return true
}
