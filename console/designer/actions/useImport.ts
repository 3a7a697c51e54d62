import { drawingLimits } from '@mimic/engine/document'
import type { Problem } from '@mimic/engine/schema'
import { useState } from 'react'
import { useDesigner } from '../context.ts'

/** A file chosen to be imported, and what it came to so far. */
export type ImportStep =
  /** Drawn by another program: what will become of it is shown before it is taken. */
  | { readonly kind: 'foreign'; readonly file: string; readonly text: string }
  | { readonly kind: 'refused' | 'warned'; readonly problems: readonly Problem[] }

export interface Importing {
  readonly step: ImportStep | null
  take(file: File): Promise<void>
  close(): void
}

/** Brings a file in: one of ours at once, as one undo step; another's by way of a preview. */
export function useImport(): Importing {
  const { drawing } = useDesigner()
  const [step, setStep] = useState<ImportStep | null>(null)
  return {
    step,
    close: () => setStep(null),
    async take(file) {
      if (file.size > drawingLimits.textLength * 4) {
        return setStep({ kind: 'refused', problems: [{ path: file.name, code: 'drawing.tooLarge', message: 'larger than a drawing may be' }] })
      }
      const text = await file.text()
      if (!isOurs(text)) return setStep({ kind: 'foreign', file: file.name, text })
      const result = drawing.ask('import', { drawing: text })
      if (!result.ok) return setStep({ kind: 'refused', problems: result.problems })
      drawing.editor?.view.fit()
      if (result.warnings?.length) setStep({ kind: 'warned', problems: result.warnings })
    },
  }
}

/** Whether a text is to be read as a drawing of ours, whole or broken: then its problems are told with their places. */
function isOurs(text: string): boolean {
  return /"components"\s*:/.test(text) && !/"pens"\s*:/.test(text) && !/^\ufeff?\s*</.test(text)
}
