import type { FilesField, StoredFile } from '../../contract/entity/field.ts'
import { StoredPictures } from './StoredPictures.tsx'

interface FilesEditorProps {
  readonly field: FilesField
  readonly value: readonly StoredFile[]
  readonly isDisabled: boolean
  readonly onChange: (value: readonly StoredFile[]) => void
}

/** The uploaded files of a field. */
export function FilesEditor({ field, value }: FilesEditorProps) {
  return <StoredPictures files={value} pictures={field.pictures} />
}
