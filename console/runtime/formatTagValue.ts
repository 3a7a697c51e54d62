import type { Tag } from '../../contract/routes.ts'

/** A value; its text takes precedence over its number. */
interface ValueSample {
  readonly value: number
  readonly text?: string | undefined
}

/** Values for on and off: 1 and 0 for a flag, the sent values for a switch. */
export interface States {
  readonly on: number
  readonly off: number
}

export type TranslateState = (key: 'state.on' | 'state.off') => string

/** Formats a value: on or off for flags, the name of an enumerated value, otherwise up to three decimals with unit. */
export function formatTagValue(
  sample: ValueSample,
  facts: Pick<Tag, 'unit' | 'kind' | 'options'> | null | undefined,
  translate: TranslateState,
  states?: States,
): string {
  const switched = states ?? (facts?.kind === 'flag' ? flag : undefined)
  if (sample.text === undefined && switched && (sample.value === switched.on || sample.value === switched.off)) {
    const word = translate(sample.value === switched.on ? 'state.on' : 'state.off')
    // Show unusual values, for example of a switch that sends 0 or 5 for on.
    return switched.on === 1 && switched.off === 0 ? word : `${word} (${sample.value})`
  }
  const label = facts?.options?.find((option) => option.value === (sample.text ?? sample.value))?.label
  if (label !== undefined) return label
  const value = sample.text ?? String(Math.round(sample.value * 1000) / 1000)
  return facts?.unit ? `${value} ${facts.unit}` : value
}

/** Formats the limits of an input with unit; undefined if there are none. */
export function formatRange({
  min,
  max,
  unit,
}: Pick<Tag, 'min' | 'max' | 'unit'>): { readonly min: string; readonly max: string } | undefined {
  if (min === null && max === null) return undefined
  return { min: String(min ?? '−∞'), max: `${max ?? '∞'}${unit && ` ${unit}`}` }
}

const flag: States = { on: 1, off: 0 }
