import type { Words } from '../schema/index.ts'
import { isAbove, isBelow, withUnit, writeNumber, type Limits } from './scale.ts'

/** Language of built-in texts: `en` or `zh`. */
export type Language = keyof Words

/** Returns a built-in text in the given language, or in both if the language is unknown. */
export function wordsFor({ en, zh }: Words, language: Language | undefined): string {
  if (language === 'en') return en
  return language === 'zh' || en === zh ? zh : `${en} / ${zh}`
}

/** Texts shown instead of missing data, because an empty component would look like an idle plant. */
export const dataWords = {
  none: { en: 'no data', zh: '无数据' },
  invalid: { en: 'invalid data', zh: '数据无效' },
} as const satisfies Readonly<Record<string, Words>>

export const limitWords = {
  above: { en: 'above the limit', zh: '超上限' },
  below: { en: 'below the limit', zh: '低于下限' },
} as const satisfies Readonly<Record<string, Words>>

/** Joins the non-empty parts of a description. */
export function sentence(parts: readonly string[], language: Language): string {
  return parts.filter((part) => part !== '').join(language === 'zh' ? '，' : ', ')
}

/** Returns the first parts and the number of omitted ones, to keep descriptions short. */
export function truncateList(parts: readonly string[], maxCount: number, language: Language): readonly string[] {
  if (parts.length <= maxCount) return parts
  const left = parts.length - maxCount
  return [...parts.slice(0, maxCount), language === 'zh' ? `另有 ${left} 项` : `${left} more`]
}

/**
 * Formats a timestamp in local time as `MM-DD hh:mm:ss`. Invalid text is returned unchanged, an invalid number as ''.
 */
export function writeTime(at: number | string): string {
  const date = new Date(at)
  if (!Number.isFinite(date.getTime())) return typeof at === 'string' ? at : ''
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** A measured value with its unit, decimal places and limits, as described by `describeReading`. */
export interface ReadingProps extends Limits {
  readonly value: number
  readonly decimals: number
  readonly unit: string
}

/** Describes a value with its unit and the exceeded limit, which is otherwise shown only by the alarm colour. */
export function describeReading(props: ReadingProps, language: Language): string {
  const { value } = props
  if (Number.isNaN(value)) return dataWords.none[language]
  const limit = isAbove(value, props.highLimit, props)
    ? limitWords.above[language]
    : isBelow(value, props.lowLimit, props)
      ? limitWords.below[language]
      : ''
  return sentence([withUnit(writeNumber(value, props.decimals), props.unit), limit], language)
}
