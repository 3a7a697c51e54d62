import type { Tag } from '../../contract/routes.ts'

/** A tag's value as it is read: three decimals at most, its unit behind it. */
export function valueWords(sample: { readonly value: number; readonly text?: string | undefined }, facts: Pick<Tag, 'unit'> | null | undefined): string {
  const value = sample.text ?? String(Math.round(sample.value * 1000) / 1000)
  return facts?.unit ? `${value} ${facts.unit}` : value
}
