import { copyOffset, type CommandBus } from '../commands/index.ts'
import { excerpt, writeDrawing, type DrawingDocument } from '../document/index.ts'
import type { Point } from '../geometry/index.ts'
import type { Problem } from '../schema/index.ts'
import { isHeld } from './members.ts'
import type { Selection } from './selection.ts'

/** Says on the system clipboard that a text is ours; the text itself is a whole drawing file, so nothing new is to be read. */
const clipboardName = 'mimic-clipboard'

/** Kept beside the system clipboard, which a browser may refuse, and shared by all drawings opened in this page. */
let kept = ''

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
}

/** Copy, cut, paste, duplicate and delete over the selection; each change is one command of the bus. */
export function createClipboard(
  document: DrawingDocument,
  bus: Pick<CommandBus, 'run'>,
  selection: Selection,
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
  }
}
