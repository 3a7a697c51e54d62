import type { Entity } from '../../../contract/entity/define.ts'
import type { Words } from '../../../contract/entity/field.ts'
import type { Fault } from '../../../contract/entity/read.ts'
import type { Problem } from '@mimic/engine/schema'
import { ApiError } from '../../../contract/errors.ts'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import { uniqueIndex } from '../../database/entities/entityTables.ts'

export const createFault = (path: string, code: string, words: Words): Fault => ({
  path,
  code,
  words,
  message: words.en,
})

/** Text of a problem in both languages, if it has both. */
export const getWords = (problem: Problem): Words =>
  isFault(problem) ? problem.words : { en: problem.message, zh: problem.message }
const isFault = (problem: Problem): problem is Fault => 'words' in problem

export const createInvalidInputError = (...problems: readonly Fault[]): ApiError =>
  new ApiError('input.invalid', { problems })

/** Errors for a duplicate combination of fields, one per field. */
export function duplicateErrors(entity: Entity, group: readonly string[]): Fault[] {
  const joinLabels = (language: 'en' | 'zh', and: string): string =>
    group.map((field) => entity.fields[field]?.words[language] ?? field).join(and)
  const words = { en: `${joinLabels('en', ' and ')}: already exists`, zh: `${joinLabels('zh', '、')}：已存在` }
  return group.map((field) => createFault(field, 'taken', words))
}

/** Maps a unique violation of PostgreSQL to an error with its fields; other errors are returned unchanged. */
export function toDuplicateError(cause: unknown, table: EntityTable): unknown {
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== '23505' || !('constraint' in cause))
    return cause
  const group = table.entity.unique.find((fields) => uniqueIndex(table, fields) === cause.constraint)
  return group ? new ApiError('entity.taken', { problems: duplicateErrors(table.entity, group) }) : cause
}
