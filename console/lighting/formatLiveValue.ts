import { quality } from '@mimic/engine/bindings'
import type { Tag } from '../../contract/routes.ts'
import type { TagSample } from '../stores/live/tagSamples.ts'

/** A formatted value: current (`live`), outdated (`gone`), or never received (`none`). */
export type FormattedValue =
  | { readonly kind: 'live'; readonly value: string; readonly isSure: boolean }
  | { readonly kind: 'gone'; readonly value: string; readonly ageMs: number }
  | { readonly kind: 'none' }

export interface Wording {
  readonly on: string
  readonly off: string
}

/** Formats a sample. Bad and stale values are returned with their age in milliseconds instead of as current. */
export function formatLiveValue(
  tag: Pick<Tag, 'kind' | 'unit' | 'options'>,
  sample: TagSample,
  { on, off }: Wording,
  now: number,
  isReversed = false,
): FormattedValue {
  const { value, text, quality: valueQuality, atMs } = sample
  if (atMs === 0 || (Number.isNaN(value) && text === undefined))
    return atMs === 0 ? { kind: 'none' } : { kind: 'gone', value: '', ageMs: Math.max(0, now - atMs) }
  const figure =
    tag.kind === 'flag'
      ? value > 0 === isReversed
        ? off
        : on
      : (tag.options?.find((option) => option.value === (text ?? value))?.label ??
        text ??
        `${Math.round(value * 100) / 100}${tag.unit && ` ${tag.unit}`}`)
  if (valueQuality >= quality.bad) return { kind: 'gone', value: figure, ageMs: Math.max(0, now - atMs) }
  return { kind: 'live', value: figure, isSure: valueQuality === quality.good }
}

const steps = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1_000],
] as const

/** Splits an age into its largest whole unit. */
export function formatAge(ageMs: number): { readonly unit: (typeof steps)[number][0]; readonly count: number } {
  const [unit, ms] = steps.find(([, each]) => ageMs >= each) ?? ['seconds', 1_000]
  return { unit, count: Math.floor(ageMs / ms) }
}
