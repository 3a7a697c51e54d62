import { useCallback, type ClipboardEvent } from 'react'
import type { Point } from '@mimic/engine'
import { useStores } from '../../stores/root.ts'
import { useDesigner } from '../context.ts'
import { getLastCopied, noteCopied, clearCopied } from '../session/clipboardMarker.ts'
import { usesTags, isForeign } from '../session/pasteSource.ts'
import { formatProblem } from '../session/rejectionMessages.ts'

/** Copy, cut and paste for the menus, and event handlers for copying and pasting by keyboard on the canvas. */
export function useClipboard() {
  const { session, dialogState } = useDesigner()
  const { notices } = useStores()

  const share = (text: string | undefined): void => {
    if (text === undefined) return
    noteCopied(text)
    // The editor has its own copy. If the browser denies access to the system clipboard, only other windows cannot
    // paste it.
    void navigator.clipboard?.writeText(text).catch(() => undefined)
  }
  /** Offers to map the tags of components pasted from another drawing. */
  const offerTags = useCallback(
    (text: string): void => {
      const ids = session.selectedIds
      if (isForeign(text, session) && usesTags(session.document, ids))
        dialogState.openDialog({ kind: 'rebind', ids, isPasted: true })
    },
    [session, dialogState],
  )

  const paste = async (middle?: Point): Promise<void> => {
    const { editor } = session
    const text = await navigator.clipboard?.readText().catch(() => undefined)
    const first = editor?.clipboard.paste(text || undefined, middle)
    const pasted = first?.ours === false ? editor?.clipboard.paste(undefined, middle) : first
    const [problem] = pasted?.problems ?? []
    if (pasted?.ours === false) {
      clearCopied()
      notices.post({ manner: 'warning', words: emptyText })
    } else if (problem) notices.post({ manner: 'warning', words: formatProblem(problem) })
    else offerTags(first?.ours && text ? text : getLastCopied())
  }

  return {
    copy: () => share(session.editor?.clipboard.copy()),
    cut: () => share(session.editor?.clipboard.cut()),
    paste,
    handleCopied: (event: ClipboardEvent): void => {
      const text = event.clipboardData.getData('text/plain')
      if (text !== '') noteCopied(text)
    },
    handlePasted: (event: ClipboardEvent): void => offerTags(event.clipboardData.getData('text/plain')),
  }
}

const emptyText = { en: 'There are no components on the clipboard', zh: '剪贴板中没有组件' }
