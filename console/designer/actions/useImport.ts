import { drawingLimits } from '@mimic/engine/document'
import type { Problem } from '@mimic/engine/schema'
import { useState } from 'react'
import { useDesigner } from '../context.ts'
import { insertInView } from './insertInView.ts'

/** A file chosen to be imported, and what it came to so far. */
export type ImportStep =
  /** Drawn by another program: what will become of it is shown before it is taken. */
  | { readonly kind: 'foreign'; readonly file: string; readonly text: string }
  /** One of ours, for a drawing that is not empty: whether it comes beside what is there or in its place. */
  | { readonly kind: 'own'; readonly file: string; readonly text: string }
  | { readonly kind: 'refused' | 'warned'; readonly problems: readonly Problem[] }

export interface Importing {
  readonly step: ImportStep | null
  take(file: File): Promise<void>
  /** Brings in what `own` asks about. */
  bring(text: string, how: 'add' | 'replace'): void
  close(): void
}

/** Brings a file in, as one undo step: one of ours at once where the drawing is empty, after a question where it is not; another's by way of a preview. */
export function useImport(): Importing {
  const { drawing } = useDesigner()
  const [step, setStep] = useState<ImportStep | null>(null)
  const bring = (text: string, how: 'add' | 'replace'): void => {
    const result = how === 'add' ? insertInView(drawing, text) : drawing.ask('import', { drawing: text })
    if (!result.ok) return setStep({ kind: 'refused', problems: result.problems })
    if (how === 'replace') drawing.editor?.view.fit()
    setStep(result.warnings?.length ? { kind: 'warned', problems: result.warnings } : null)
  }
  return {
    bring,
    step,
    close: () => setStep(null),
    async take(file) {
      if (file.size > drawingLimits.textLength * 4) {
        return setStep({ kind: 'refused', problems: [{ path: file.name, code: 'drawing.tooLarge', message: 'larger than a drawing may be' }] })
      }
      const text = await file.text()
      if (!isOurs(text)) return setStep({ kind: 'foreign', file: file.name, text })
      if (drawing.document.size > 0) return setStep({ kind: 'own', file: file.name, text })
      bring(text, 'replace')
    },
  }
}

/** Whether a text is to be read as a drawing of ours, whole or broken: then its problems are told with their places. */
function isOurs(text: string): boolean {
  return /"components"\s*:/.test(text) && !/"pens"\s*:/.test(text) && !/^\ufeff?\s*</.test(text)
}
