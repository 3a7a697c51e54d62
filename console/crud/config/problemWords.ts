import type { Words } from '../../../contract/entity/field.ts'
import type { CallFailure } from '../../net/failure.ts'

/** Error messages of a rejected request by field, in both languages where the server provides both. */
export function problemWords({ problems }: CallFailure): Readonly<Record<string, Words>> {
  return Object.fromEntries(
    problems.map(({ path, message, words }) => [path.replace(/^values\./, ''), words ?? { en: message, zh: message }]),
  )
}
