import { ApiError } from '../../../contract/errors.ts'
import type { Tag } from '../../../contract/routes.ts'
import { linkageNumber } from '../../../contract/scada/linkageTrigger.ts'
import type { CommandValue } from '../../../contract/telemetry/index.ts'

interface CheckOptions {
  /** Whether texts such as `"5"` or `"true"` are accepted for a number. */
  readonly isNumericTextAllowed: boolean
}

/**
 * Returns the value of a command as the point declares it. The label of an option becomes its value. A value that is
 * out of range, of another type or not listed is rejected instead of converted: a device must not receive a value that
 * was not requested. Throws `tag.readOnly` or `tag.range`.
 */
export function checkCommandValue(
  tag: Pick<Tag, 'kind' | 'min' | 'max' | 'unit' | 'writable' | 'options'>,
  requested: CommandValue,
  { isNumericTextAllowed }: CheckOptions,
): CommandValue {
  if (!tag.writable)
    throw new ApiError('tag.readOnly', {
      problems: [{ path: 'tag', code: 'readOnly', message: 'this point is read-only' }],
    })
  const value = convert(tag, requested, isNumericTextAllowed)
  if (tag.options) {
    const { options } = tag
    if (options.some((option) => option.value === value)) return value
    const named = options.find((option) => option.label === requested)
    if (named) return named.value
    throw createRangeError(`must be one of ${options.map(({ label }) => label).join(', ')}`.slice(0, 500))
  }
  if (tag.kind === 'text') {
    if (typeof value !== 'string') throw createRangeError('must be a text')
    return value
  }
  if (typeof value === 'string') throw createRangeError('must be a number')
  const isInRange =
    tag.kind === 'flag'
      ? value === 0 || value === 1
      : (tag.min === null || value >= tag.min) && (tag.max === null || value <= tag.max)
  if (isInRange) return value
  throw createRangeError(
    tag.kind === 'flag'
      ? 'must be 0 or 1'
      : `must be ${tag.min ?? 'any'} to ${tag.max ?? 'any'}${tag.unit && ` ${tag.unit}`}`,
  )
}

function convert({ kind }: Pick<Tag, 'kind'>, value: CommandValue, isNumericTextAllowed: boolean): CommandValue {
  if (!isNumericTextAllowed) return value
  if (kind === 'text') return String(value)
  return linkageNumber(value) ?? value
}

const createRangeError = (message: string) =>
  new ApiError('tag.range', { problems: [{ path: 'value', code: 'range', message }] })
