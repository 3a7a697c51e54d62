import { expect, it } from 'vitest'
import { choice, instant, text } from '../../contract/entity/field.ts'
import { cabinet } from '../../contract/lighting/cabinet.ts'
import { pole } from '../../contract/lighting/pole.ts'
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

it('a live state is as wide as its badge, and a head as its bold letters', () => {
  const { isOnline } = cabinet.fields
  // Measured in the browser: the badge of "Online" with the padding of its cell, and "Work mode" with its arrows.
  expect(columnWidth(isOnline, 'Online', { ...usual, isSortable: false })).toBeGreaterThanOrEqual(103)
  expect(columnWidth(pole.fields.workMode, 'Work mode', usual)).toBeGreaterThanOrEqual(72 + 40)
})
