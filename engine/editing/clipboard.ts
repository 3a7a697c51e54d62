import { copyOffset, isHeld, styleOf, type CommandBus, type Style } from '../commands/index.ts'
import type { Catalog } from '../components/catalog.ts'
import { excerpt, writeDrawing, type DrawingDocument } from '../document/index.ts'
import type { Point } from '../geometry/index.ts'
import type { Problem } from '../schema/index.ts'
import type { Selection } from './selection.ts'

/** Says on the system clipboard that a text is ours; the text itself is a whole drawing file, so nothing new is to be read. */
const clipboardName = 'mimic-clipboard'

/** Kept beside the system clipboard, which a browser may refuse, and shared by all drawings opened in this page. */
let kept = ''

/** The look that was copied last, likewise. */
let keptStyle: Style | null = null
const styleListeners = new Set<() => void>()

/** Copying within and between drawings, as text that any reader of drawings takes. */
export interface Clipboard {
  /** The selection as text, or undefined when nothing is selected. Also kept in memory. */
  copy(): string | undefined
  /** Like `copy`, then removes the selection in one undoable step; undefined when nothing is selected. */
  cut(): string | undefined
  /** Pastes a text (absent: what was copied last), checked like any drawing file, with its middle at a place where one is given. `ours` false: the text is something else. */
  paste(text?: string, middle?: Point): { readonly ours: boolean; readonly problems: readonly Problem[] }
  /** Copies in place, 25 px aside, without touching the clipboard. */
  duplicate(): void
  /** Removes the selection in one undoable step, the clipboard unchanged. */
  remove(): void
  /** Keeps what the first selected component looks like; nothing selected: nothing happens. Clipboard and drawing stay as they are. */
  copyStyle(): void
  /** Gives what is selected the look that was copied last, as far as each can have it, in one undoable step. */
  pasteStyle(): void
  readonly hasStyle: boolean
  /** Called when a look was copied, in whichever drawing of the page; answers how to stop listening. */
  onStyle(listener: () => void): () => void
}

/** Copy, cut, paste, duplicate and delete over the selection; each change is one command of the bus. */
export function createClipboard(
  document: DrawingDocument,
  bus: Pick<CommandBus, 'run'>,
  selection: Selection,
  catalog: Catalog,
): Clipboard {
  let pastes = 0

  const copy = (): string | undefined => {
    if (!selection.ids.length) return undefined
    kept = writeDrawing({ ...excerpt(document, selection.ids), name: clipboardName })
    pastes = 0
    return kept
  }

  const remove = (): void => {
    const ids = selection.components().filter((component) => !isHeld(document, component)).map((component) => component.id)
    if (ids.length) bus.run('del', { ids })
  }

  return {
    copy,
    remove,
    cut() {
      const text = copy()
      remove()
      return text
    },
    paste(text = kept, middle) {
      if (!text.includes(clipboardName)) return { ours: false, problems: [] }
      const shift = (text === kept ? pastes + 1 : 1) * copyOffset
      const result = bus.run('paste', { drawing: text, ...middle ? { middle } : { dx: shift, dy: shift } })
      if (!result.ok) return { ours: true, problems: result.problems }
      if (!middle) pastes = shift / copyOffset
      kept = text
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
      keptStyle = styleOf(first, catalog)
      for (const listener of styleListeners) listener()
    },
    pasteStyle() {
      const { ids } = selection
      if (keptStyle && ids.length) bus.run('paste-style', { ids, style: keptStyle })
    },
    get hasStyle() {
      return keptStyle !== null
    },
    onStyle(listener) {
      styleListeners.add(listener)
      return () => void styleListeners.delete(listener)
    },
  }
}
