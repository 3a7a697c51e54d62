import type { StoredFile } from '../../contract/entity/field.ts'

interface StoredPicturesProps {
  readonly files: readonly StoredFile[]
  readonly pictures: boolean
}

/** Uploaded files by their names. */
export function StoredPictures({ files }: StoredPicturesProps) {
  return <span className="cell-files">{files.map(({ name }) => name).join(', ')}</span>
}
