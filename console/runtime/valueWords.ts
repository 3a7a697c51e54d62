import type { Tag } from '../../contract/routes.ts'

/** A value as far as it is read: its text where it has one, else its number. */
interface Said {
  readonly value: number
  readonly text?: string | undefined
}

/** What stands for on and off: of a flag 1 and 0, of a switch what it sends. */
export interface States {
  readonly on: number
  readonly off: number
}

export type SayState = (key: 'state.on' | 'state.off') => string

/** A tag's value as it is read: on or off where it is a flag, else three decimals at most with its unit behind it. */
export function valueWords(sample: Said, facts: Pick<Tag, 'unit' | 'kind'> | null | undefined, say: SayState, states?: States): string {
  const switched = states ?? (facts?.kind === 'flag' ? flag : undefined)
  if (sample.text === undefined && switched && (sample.value === switched.on || sample.value === switched.off)) {
    const word = say(sample.value === switched.on ? 'state.on' : 'state.off')
    // A switch that sends 0 for on, or 5, had better be seen to.
    return switched.on === 1 && switched.off === 0 ? word : `${word} (${sample.value})`
  }
  const value = sample.text ?? String(Math.round(sample.value * 1000) / 1000)
  return facts?.unit ? `${value} ${facts.unit}` : value
}

/** The limits of a value that is to be entered, with its unit; undefined where there are none. */
export function rangeOf({ min, max, unit }: Pick<Tag, 'min' | 'max' | 'unit'>): { readonly min: string; readonly max: string } | undefined {
  if (min === null && max === null) return undefined
  return { min: String(min ?? '−∞'), max: `${max ?? '∞'}${unit && ` ${unit}`}` }
}

const flag: States = { on: 1, off: 0 }
