import { copyOffset, isEffectivelyLocked, getStyle, type CommandBus, type Style } from '../commands/index.ts'
import type { Catalog } from '../components/catalog.ts'
import { excerpt, writeDrawing, type DrawingDocument, type Id } from '../document/index.ts'
import type { Point } from '../geometry/index.ts'
import type { Problem } from '../schema/index.ts'
import type { Selection } from './selection.ts'

/**
 * Drawing name that marks a clipboard text as Mimic content. The text is a complete drawing file, so no separate parser
 * is needed.
 */
const clipboardName = 'mimic-clipboard'

/** In-memory copy shared by all drawings of the page, because a browser may refuse access to the system clipboard. */
let copiedText = ''

/** The style copied last, shared by all drawings of the page. */
let copiedStyle: Style | null = null
const styleListeners = new Set<() => void>()

/**
 * Clipboard of the editor. Copied components are the text of a drawing file, so they can be pasted into any drawing.
 */
export interface Clipboard {
  /** Returns the selection as text and keeps it in memory; undefined if nothing is selected. */
  copy(): string | undefined
  /**
   * Copies the unlocked part of the selection and deletes it in one undo step. Returns undefined if nothing is selected
   * or everything is locked; in the latter case the refusal is reported by the bus.
   */
  cut(): string | undefined
  /**
   * Pastes a text (default: the last copy) after validating it like a drawing file. `middle` is the centre of the
   * pasted components in drawing pixels; without it they are offset from the original. `ours` is false if the text is
   * not Mimic content.
   */
  paste(text?: string, middle?: Point): { readonly ours: boolean; readonly problems: readonly Problem[] }
  /** Duplicates the selection with an offset of 25 px, without changing the clipboard. */
  duplicate(): void
  /** Deletes the unlocked part of the selection in one undo step, without changing the clipboard. */
  remove(): void
  /** Copies the style of the first selected component. Does nothing if the selection is empty. */
  copyStyle(): void
  /** Applies the copied style to the selection in one undo step, limited to the properties each component has. */
  pasteStyle(): void
  readonly hasStyle: boolean
  /** Subscribes to style copies in any drawing of the page. Returns a function that unsubscribes. */
  onStyle(listener: () => void): () => void
}

/** Creates the clipboard of a selection. Every change is one command of the bus. */
export function createClipboard(
  document: DrawingDocument,
  bus: Pick<CommandBus, 'run'>,
  selection: Selection,
  catalog: Catalog,
): Clipboard {
  let pastes = 0

  const serialize = (ids: readonly Id[]): string => writeDrawing({ ...excerpt(document, ids), name: clipboardName })
  const storeText = (text: string): string => {
    copiedText = text
    pastes = 0
    return copiedText
  }

  /**
   * Unlocked components of the selection. If all are locked, returns all of them, so that the command reports the
   * refusal.
   */
  const removable = (): readonly Id[] => {
    const free = selection
      .components()
      .filter((component) => !isEffectivelyLocked(document, component))
      .map((component) => component.id)
    return free.length > 0 ? free : selection.ids
  }

  return {
    copy: () => (selection.ids.length > 0 ? storeText(serialize(selection.ids)) : undefined),
    remove() {
      const ids = removable()
      if (ids.length > 0) bus.run('del', { ids })
    },
    cut() {
      const ids = removable()
      if (ids.length === 0) return undefined
      const text = serialize(ids)
      return bus.run('del', { ids }).ok ? storeText(text) : undefined
    },
    paste(text = copiedText, middle) {
      if (!text.includes(clipboardName)) return { ours: false, problems: [] }
      const shift = (text === copiedText ? pastes + 1 : 1) * copyOffset
      const result = bus.run('paste', { drawing: text, ...(middle ? { middle } : { dx: shift, dy: shift }) })
      if (!result.ok) return { ours: true, problems: result.problems }
      if (!middle) pastes = shift / copyOffset
      copiedText = text
      return { ours: true, problems: [] }
    },
    duplicate() {
      const { ids } = selection
      if (!ids.length) return
      bus.run('copy-add', { ids })
    },
    copyStyle() {
      const [first] = selection.components()
      if (!first) return
      copiedStyle = getStyle(first, catalog)
      for (const listener of styleListeners) listener()
    },
    pasteStyle() {
      const { ids } = selection
      if (copiedStyle && ids.length) bus.run('paste-style', { ids, style: copiedStyle })
    },
    get hasStyle() {
      return copiedStyle !== null
    },
    onStyle(listener) {
      styleListeners.add(listener)
      return () => void styleListeners.delete(listener)
    },
  }
}
