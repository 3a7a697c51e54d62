import type { FilesField } from '../entity/field.ts'
import { limits } from '../limits.ts'

/** What a file is uploaded for; it decides which types and sizes are taken. */
export const filePurposes = ['file', 'picture', 'gallery', 'firmware'] as const
export type FilePurpose = (typeof filePurposes)[number]

/** The purpose under which a field's files are uploaded: the smallest that takes all that the field does. */
export function purposeOf({ extensions, maxBytes }: Pick<FilesField, 'extensions' | 'maxBytes'>): FilePurpose {
  const taking = filePurposes.filter((purpose) => {
    const taken: readonly string[] = limits.files.purposes[purpose].extensions
    return extensions.every((each) => taken.includes(each))
  })
  return taking.find((purpose) => limits.files.purposes[purpose].bytes >= maxBytes) ?? taking[0] ?? 'file'
}

/** The last part of a name behind its dot, in small letters; empty where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
