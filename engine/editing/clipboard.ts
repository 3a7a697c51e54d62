import { copyOffset, isHeld, styleOf, type CommandBus, type Style } from '../commands/index.ts'
import type { Catalog } from '../components/catalog.ts'
import { excerpt, writeDrawing, type DrawingDocument, type Id } from '../document/index.ts'
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
  /** Copies what of the selection is not locked and removes it in one undoable step; undefined, and told, when all of it is locked. */
  cut(): string | undefined
  /** Pastes a text (absent: what was copied last), checked like any drawing file, with its middle at a place where one is given. `ours` false: the text is something else. */
  paste(text?: string, middle?: Point): { readonly ours: boolean; readonly problems: readonly Problem[] }
  /** Copies in place, 25 px aside, without touching the clipboard. */
  duplicate(): void
  /** Removes what of the selection is not locked in one undoable step, the clipboard unchanged. */
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

  const textOf = (ids: readonly Id[]): string => writeDrawing({ ...excerpt(document, ids), name: clipboardName })
  const keep = (text: string): string => {
    kept = text
    pastes = 0
    return kept
  }

  /** Who is deleted: what is locked is passed over. Where that is all, all of it, so that the refusal is told. */
  const removable = (): readonly Id[] => {
    const free = selection.components().filter((component) => !isHeld(document, component)).map((component) => component.id)
    return free.length > 0 ? free : selection.ids
  }

  return {
    copy: () => (selection.ids.length > 0 ? keep(textOf(selection.ids)) : undefined),
    remove() {
      const ids = removable()
      if (ids.length > 0) bus.run('del', { ids })
    },
    cut() {
      const ids = removable()
      if (ids.length === 0) return undefined
      const text = textOf(ids)
      return bus.run('del', { ids }).ok ? keep(text) : undefined
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
