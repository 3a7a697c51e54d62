import type { FilesField } from '../entity/field.ts'
import { limits } from '../limits.ts'

/** Purpose of an upload. It determines the allowed types and sizes. */
export const filePurposes = ['file', 'picture', 'gallery', 'firmware'] as const
export type FilePurpose = (typeof filePurposes)[number]

/** Returns the upload purpose of a field: the first one that allows all extensions and the size of the field. */
export function purposeOf({ extensions, maxBytes }: Pick<FilesField, 'extensions' | 'maxBytes'>): FilePurpose {
  const taking = filePurposes.filter((purpose) => {
    const taken: readonly string[] = limits.files.purposes[purpose].extensions
    return extensions.every((each) => taken.includes(each))
  })
  return taking.find((purpose) => limits.files.purposes[purpose].bytes >= maxBytes) ?? taking[0] ?? 'file'
}

/** Returns the extension of a file name in lower case, without the dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
