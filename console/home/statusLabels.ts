import type { LiveCount } from '../stores/liveStates.ts'

type Word = 'online' | 'lit'

/** What each state of the two is called. */
const rest = { online: 'offline', lit: 'dark' } as const

/**
 * How many are in which state, as keys of words with their figures that add up to all there are: a number of which nothing is known is
 * not 0. The last part, where there is one, counts those of them in alarm, whatever their state.
 */
export function workingParts(word: Word, { on, off, unknown, alarmed }: LiveCount): readonly (readonly [key: Word | 'offline' | 'dark' | `${Word}Unknown` | 'unknownCount' | 'alarmed', figures: { readonly count: number }])[] {
  const isKnown = on + off > 0
  return [
    ...(isKnown ? [[word, { count: on }] as const] : [[`${word}Unknown`, { count: unknown }] as const]),
    ...(off > 0 ? [[rest[word], { count: off }] as const] : []),
    ...(isKnown && unknown > 0 ? [['unknownCount', { count: unknown }] as const] : []),
    ...(alarmed > 0 ? [['alarmed', { count: alarmed }] as const] : []),
  ]
}
