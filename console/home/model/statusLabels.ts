import type { LiveCount } from '../../stores/live/liveStates.ts'

type Word = 'online' | 'lit'

/** Label of the opposite state. */
const rest = { online: 'offline', lit: 'dark' } as const

/**
 * Splits a count into label keys with numbers that add up to the total. If no state is known, "unknown" is returned
 * instead of 0. The last part, if present, counts devices in alarm whatever their state.
 */
export function formatStatusCounts(
  word: Word,
  { on, off, unknown, alarmed }: LiveCount,
): readonly (readonly [
  key: Word | 'offline' | 'dark' | `${Word}Unknown` | 'unknownCount' | 'alarmed',
  figures: { readonly count: number },
])[] {
  const isKnown = on + off > 0
  return [
    ...(isKnown ? [[word, { count: on }] as const] : [[`${word}Unknown`, { count: unknown }] as const]),
    ...(off > 0 ? [[rest[word], { count: off }] as const] : []),
    ...(isKnown && unknown > 0 ? [['unknownCount', { count: unknown }] as const] : []),
    ...(alarmed > 0 ? [['alarmed', { count: alarmed }] as const] : []),
  ]
}
