import { drawingLimits } from '@mimic/engine/document'
import { decodeText } from '@mimic/engine/schema'
import type { Problem } from '@mimic/engine/schema'
import { useState } from 'react'
import { useDesigner } from '../context.ts'
import { insertInView } from './insertInView.ts'

/** State of an import. */
export type ImportStep =
  /** File of another program: a preview is shown first. */
  | { readonly kind: 'foreign'; readonly file: string; readonly text: string }
  /** Mimic drawing, while the current drawing is not empty: the user chooses to add or replace. */
  | { readonly kind: 'own'; readonly file: string; readonly text: string }
  | { readonly kind: 'refused' | 'warned'; readonly problems: readonly Problem[] }

export interface Importing {
  readonly step: ImportStep | null
  read(file: File): Promise<void>
  /** Imports the file of an `own` step. */
  apply(text: string, how: 'add' | 'replace'): void
  close(): void
}

/**
 * Imports a file as one undo step. A Mimic drawing is imported directly into an empty drawing and after a question
 * otherwise; files of other programs show a preview first.
 */
export function useImport(): Importing {
  const { drawing } = useDesigner()
  const [step, setStep] = useState<ImportStep | null>(null)
  const apply = (text: string, how: 'add' | 'replace'): void => {
    const result = how === 'add' ? insertInView(drawing, text) : drawing.runWithResult('import', { drawing: text })
    if (!result.ok) return setStep({ kind: 'refused', problems: result.problems })
    if (how === 'replace') drawing.editor?.view.fit()
    setStep(result.warnings?.length ? { kind: 'warned', problems: result.warnings } : null)
  }
  return {
    apply,
    step,
    close: () => setStep(null),
    async read(file) {
      if (file.size > drawingLimits.textLength * 4) {
        return setStep({
          kind: 'refused',
          problems: [{ path: file.name, code: 'drawing.tooLarge', message: 'larger than a drawing may be' }],
        })
      }
      const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
      if (decoded.problems) return setStep({ kind: 'refused', problems: decoded.problems })
      const { text } = decoded.value
      if (!isMimicFile(text)) return setStep({ kind: 'foreign', file: file.name, text })
      if (drawing.document.size > 0) return setStep({ kind: 'own', file: file.name, text })
      apply(text, 'replace')
    },
  }
}

/** Returns true if the text is a Mimic drawing, valid or not; its problems are then reported with positions. */
function isMimicFile(text: string): boolean {
  return /"components"\s*:/.test(text) && !/"pens"\s*:/.test(text) && !/^\ufeff?\s*</.test(text)
}
