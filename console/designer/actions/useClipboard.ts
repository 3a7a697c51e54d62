import { useCallback, type ClipboardEvent } from 'react'
import type { Point } from '@mimic/engine'
import { useStores } from '../../stores/root.ts'
import { useDesigner } from '../context.ts'
import { lastCopied, noteCopied, noteNothingCopied } from '../session/clipboardMarker.ts'
import { haveTags, isForeign } from '../session/pasteSource.ts'
import { wordsOfProblem } from '../session/refusalWords.ts'

/** Copy, cut and paste for the menus, and event handlers for copying and pasting by keyboard on the canvas. */
export function useClipboard() {
  const { session, desk } = useDesigner()
  const { notices } = useStores()

  const share = (text: string | undefined): void => {
    if (text === undefined) return
    noteCopied(text)
    // The editor has its own copy. If the browser denies access to the system clipboard, only other windows cannot
    // paste it.
    void navigator.clipboard?.writeText(text).catch(() => undefined)
  }
  /** Offers to map the tags of components pasted from another drawing. */
  const offerTags = useCallback((text: string): void => {
    const ids = session.selectedIds
    if (isForeign(text, session) && haveTags(session.document, ids)) desk.ask({ kind: 'rebind', ids, isPasted: true })
  }, [session, desk])

  const paste = async (middle?: Point): Promise<void> => {
    const { editor } = session
    const text = await navigator.clipboard?.readText().catch(() => undefined)
    const first = editor?.clipboard.paste(text || undefined, middle)
    const pasted = first?.ours === false ? editor?.clipboard.paste(undefined, middle) : first
    const [problem] = pasted?.problems ?? []
    if (pasted?.ours === false) {
      noteNothingCopied()
      notices.post({ manner: 'warning', words: nothingWords })
    } else if (problem) notices.post({ manner: 'warning', words: wordsOfProblem(problem) })
    else offerTags(first?.ours && text ? text : lastCopied())
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

const nothingWords = { en: 'There are no components on the clipboard', zh: '剪贴板中没有组件' }
