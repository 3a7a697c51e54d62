import type { Entity } from '../../contract/entity/define.ts'

interface ImportDialogProps {
  readonly entity: Entity
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Rows from a spreadsheet. */
export function ImportDialog(_props: ImportDialogProps) {
  return null
}
