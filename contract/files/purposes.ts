import type { FilesField } from '../entity/field.ts'
import { limits } from '../limits.ts'

/** Purpose of an upload. It determines the allowed types and sizes. */
export const filePurposes = ['file', 'picture', 'gallery', 'firmware'] as const
/** Purpose of an upload, an entry of `filePurposes`. */
export type FilePurpose = (typeof filePurposes)[number]

/** Returns the upload purpose of a field: the first one that allows all extensions and the size of the field. */
export function findPurpose({ extensions, maxBytes }: Pick<FilesField, 'extensions' | 'maxBytes'>): FilePurpose {
  const candidates = filePurposes.filter((purpose) => {
    const allowed: readonly string[] = limits.files.purposes[purpose].extensions
    return extensions.every((each) => allowed.includes(each))
  })
  return candidates.find((purpose) => limits.files.purposes[purpose].bytes >= maxBytes) ?? candidates[0] ?? 'file'
}

/** Returns the extension of a file name in lower case, without the dot; empty if there is none. */
export function getExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
