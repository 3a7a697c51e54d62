import type { Words } from '@mimic/engine/schema'
import { findConflicts } from './mappingRules.ts'
import { mappingFields } from './schema.ts'
import type { Mapping } from './schema.ts'

/** Schema of a mapping: strict and bounded. Issues carry the Chinese text as `params.zh`. */
export const mappingSchema = mappingFields.superRefine((mapping, context) => {
  for (const { path: at, words } of findConflicts(mapping))
    context.addIssue({ code: 'custom', path: [...at], message: words.en, params: { zh: words.zh } })
})

/** A validation problem of a stored mapping. */
export interface MappingProblem {
  /** Where the problem is, such as `points.3.sources.0.path`. */
  readonly path: string
  readonly words: Words
}

/** A valid mapping, or what is wrong with it. */
export type ReadMapping =
  | { readonly mapping: Mapping; readonly problems?: undefined }
  | { readonly mapping?: undefined; readonly problems: readonly MappingProblem[] }

/** Checks a mapping from outside (form, file, request). Returns the mapping, or all problems in both languages. */
export function readMapping(input: unknown): ReadMapping {
  const read = mappingSchema.safeParse(input)
  if (read.success) return { mapping: read.data }
  return {
    problems: read.error.issues.slice(0, 100).map((issue) => {
      const zh: unknown = 'params' in issue && issue.params ? issue.params['zh'] : undefined
      return {
        path: issue.path.map(String).join('.'),
        words: { en: issue.message, zh: typeof zh === 'string' ? zh : `此处内容无效（${issue.message}）` },
      }
    }),
  }
}
