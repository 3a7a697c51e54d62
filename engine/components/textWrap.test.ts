import { expect, it } from 'vitest'
import { measureLine, wrapTo } from './textWrap.ts'

const texts = [
  'Feed water pump of the second boiler',
  '一号锅炉给水泵出口压力',
  'Supercalifragilistic',
  'P-101 出口 WWW mm',
  '（备用）泵，故障。',
]
/** Fractions of the text's own width, in steps of 0.01. */
const shares = Array.from({ length: 60 }, (_, index) => (index + 40) / 100)

it('no wrapped line is wider than its room, by however little, and nothing but spaces is lost', () => {
  for (const text of texts) {
    for (const share of shares) {
      const room = measureLine(text) * share
      const lines = wrapTo(text, room).split('\n')
      for (const line of lines) expect(measureLine(line)).toBeLessThanOrEqual(room)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }
    expect(wrapTo(text, measureLine(text))).toBe(text)
  }
})

it('wraps at spaces and between Chinese characters', () => {
  expect(wrapTo('Boiler feed water pump', 7)).toBe('Boiler feed\nwater pump')
  expect(wrapTo('给水泵出口压力', 4.2)).toBe('给水泵出\n口压力')
  expect(wrapTo('first\nsecond line', 5)).toBe('first\nsecond\nline')
})

it('starts no line with closing punctuation and ends none with opening punctuation', () => {
  expect(wrapTo('一号泵，故障', 3.5)).toBe('一号\n泵，故\n障')
  expect(wrapTo('一号泵（备用）', 4.5)).toBe('一号泵\n（备用）')
})
