import { formatNumber } from '../bindings/index.ts'
import type { AnyComponentType } from '../components/define.ts'
import { dataWords, limitWords } from '../components/words.ts'
import { isAbove, isBelow, withUnit } from '../components/scale.ts'
import type { Component } from '../document/index.ts'
import type { Field, FieldValue } from '../schema/index.ts'
import { treeWords, type Language } from './words.ts'

type Props = Readonly<Record<string, FieldValue>>

const maxTextLength = 200

/**
 * Describes a component in words. Uses the type's own `describe` if it returns a text; otherwise the value with unit
 * and limits, the text, and every other bound property. Colours and geometry are omitted, so a type that shows a state
 * only by colour needs its own `describe`.
 */
export function describeProps(
  component: Component,
  type: AnyComponentType | undefined,
  props: Props,
  language: Language,
): string {
  if (!type) return ''
  const own = type.describe?.(props, language)
  if (own !== undefined) return own
  const bound = component.bindings.map(({ prop }) => prop).filter((prop) => prop !== 'value' && prop !== 'text')
  return ['value', 'text', ...new Set(bound)]
    .flatMap((name) => {
      const field = type.fields[name]
      const formatted = field ? formatField(field, props[name], name === 'value' ? props : {}, language) : ''
      if (formatted === '') return []
      return [name === 'value' || name === 'text' ? formatted : `${field?.words[language] ?? ''} ${formatted}`]
    })
    .concat(formatLimitViolation(props, language))
    .join(language === 'zh' ? '，' : ', ')
}

/** For `value` the decimals and unit are taken from the fields `decimals` and `unit` if the type has them. */
function formatField(
  field: Field,
  value: FieldValue | undefined,
  { decimals, unit }: Props,
  language: Language,
): string {
  switch (field.kind) {
    case 'number':
      return field.group !== 'geometry' && typeof value === 'number'
        ? formatQuantity(value, decimals, typeof unit === 'string' ? unit : field.unit, language)
        : ''
    case 'text':
      return typeof value === 'string' && field.format.startsWith('line') ? value.trim().slice(0, maxTextLength) : ''
    case 'flag':
      return treeWords[value === true ? 'on' : 'off'][language]
    case 'choice':
      return field.options.find((option) => option.value === value)?.words[language] ?? ''
    default:
      return ''
  }
}

function formatQuantity(value: number, decimals: FieldValue | undefined, unit: string, language: Language): string {
  return Number.isFinite(value)
    ? withUnit(formatNumber(value, typeof decimals === 'number' ? decimals : undefined), unit)
    : dataWords.none[language]
}

/** Limit violations in words, because screen reader users cannot see the alarm colour. */
function formatLimitViolation({ value, min, max, lowLimit, highLimit }: Props, language: Language): string[] {
  if (typeof value !== 'number' || typeof min !== 'number' || typeof max !== 'number') return []
  if (typeof highLimit === 'number' && isAbove(value, highLimit, { min, max })) return [limitWords.above[language]]
  if (typeof lowLimit === 'number' && isBelow(value, lowLimit, { min, max })) return [limitWords.below[language]]
  return []
}
