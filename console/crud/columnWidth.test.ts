import { expect, it } from 'vitest'
import { choice, instant, text } from '../../contract/entity/field.ts'
import { columnWidth } from './columnWidth.ts'

const say = ({ en }: { readonly en: string }): string => en
const usual = { isTitle: false, isSortable: true, say }

it('a column is wide enough for its head and for the words of its options, and a title for a sentence', () => {
  const words = { en: 'Status', zh: '状态' }
  const short = choice(words, { options: [{ value: 1, words: { en: 'On', zh: '开' } }] })
  const long = choice(words, { options: [{ value: 1, words: { en: 'Communication failure', zh: '通信故障' }, tone: 'alarm' }] })
  expect(columnWidth(long, 'Status', usual)).toBeGreaterThan(columnWidth(short, 'Status', usual))
  expect(columnWidth(short, 'Communication address', usual)).toBeGreaterThan(columnWidth(short, 'Status', usual))
  expect(columnWidth(text(words, { maxLength: 500 }), 'Message', { ...usual, isTitle: true })).toBeGreaterThan(columnWidth(text(words), 'Message', { ...usual, isTitle: true }))
  expect(columnWidth(instant(words), 'Time', usual)).toBeGreaterThan(140)
})
