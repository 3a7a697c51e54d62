import { expect, it } from 'vitest'
import type { Words } from '../../contract/entity/field.ts'
import type { Guide, Piece } from './guide.ts'
import { guides } from './guides.ts'

/** Both languages share the structure of a piece, so only the texts are compared. */
const wordsIn = (piece: Piece): readonly Words[] => {
  switch (piece.kind) {
    case 'text':
    case 'note':
    case 'figure':
    case 'link':
      return [piece.words]
    case 'steps':
      return piece.steps
    case 'terms':
      return piece.terms.flatMap(({ name, meaning }) => [name, meaning])
    case 'errors':
      return []
  }
}
const allWords = ({ title, lead, sections }: Guide): readonly Words[] => [
  title,
  lead,
  ...sections.flatMap(({ heading, pieces }) => [heading, ...pieces.flatMap(wordsIn)]),
]
const pages = guides.map((guide) => [guide.path, allWords(guide)] as const)

/** Text that is identical in every language: commands, settings, placeholders, file names and numbers. */
const fixed = /npm run [a-z:-]+|[A-Z]+_[A-Z_]+|\{\w+\}|<[^>]*>|[\w-]+\.(?:json|tar\.gz|xlsx)|\d+(?:[.,]\d+)*/g
const fixedIn = (text: string): readonly string[] =>
  [...text.matchAll(fixed)].map(([part]) => (part.startsWith('<') ? '<>' : part))

it.each(pages)(
  '%s names in Chinese each command, setting, file and figure that it names in English',
  (_path, words) => {
    const lost = words.flatMap(({ en, zh }) => {
      const chineseTexts = new Set(fixedIn(zh))
      return fixedIn(en)
        .filter((part) => !chineseTexts.has(part))
        .map((part) => `${part}: ${en}`)
    })
    expect(lost).toEqual([])
  },
)

it.each(pages)('%s has the same content in Chinese as in English', (_path, words) => {
  // Chinese needs about a third of the characters; a sentence that exists in one language only exceeds these bounds.
  const [minRatio, maxRatio, short] = [0.17, 0.85, 40]
  const uneven = words
    .filter(({ en, zh }) => en.length > short && (zh.length < en.length * minRatio || zh.length > en.length * maxRatio))
    .map(({ en, zh }) => [en, zh])
  expect(uneven).toEqual([])
  expect(words.filter(({ en, zh }) => en.trim() === '' || zh.trim() === '' || /\p{Script=Han}/u.test(en))).toEqual([])
})

it.each(pages)(
  '%s makes in Chinese no less points than in English: a sentence there has a clause here',
  (_path, words) => {
    const count = (text: string, ends: RegExp): number => text.match(ends)?.length ?? 0
    const fewer = words
      .filter(
        ({ en, zh }) =>
          count(zh, /[，。；：、！？]/g) < count(en, /[.!?](?=\s|$)|(?<!")[;:] /g) - (/[。！？]$/.test(zh) ? 0 : 1),
      )
      .map(({ en, zh }) => [en, zh])
    expect(fewer).toEqual([])
  },
)
