import type { LiveCount } from '../stores/liveBoard.ts'

type Word = 'online' | 'lit'

/** A number of which nothing is known is not 0, and one that is known of a part says of which. */
export function workingWords(word: Word, { on, known, of }: LiveCount): [Word | `${Word}Unknown` | `${Word}Of`, { readonly count: number; readonly known: number }] {
  return [known === 0 ? `${word}Unknown` : known < of ? `${word}Of` : word, { count: on, known }]
}
