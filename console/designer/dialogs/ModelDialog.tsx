import type { Row } from '../../../contract/entity/define.ts'
import { model } from '../../../contract/scada/gallery.ts'
import { type Choice, ChooserDialog, getFirstFile } from './ChooserDialog.tsx'

interface ModelDialogProps {
  /** Selected URL. */
  readonly chosen: string
  readonly onModel: (url: string) => void
  readonly onClose: () => void
}

const filter = { isAbandoned: 'false' }

/** Selects a model from the model list by name. Retired models are not offered. */
export function ModelDialog({ chosen, onModel, onClose }: ModelDialogProps) {
  return (
    <ChooserDialog
      entity={model}
      filter={filter}
      words="model"
      chosen={chosen}
      toChoice={toChoice}
      onChoose={onModel}
      onClose={onClose}
    />
  )
}

function toChoice(row: Row): Choice | undefined {
  const { name, url, cover }: Readonly<Record<string, unknown>> = { ...row }
  if (typeof url !== 'string' || typeof name !== 'string') return undefined
  return { value: url, name, picture: getFirstFile(cover), title: url }
}
