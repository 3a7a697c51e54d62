import { expect, it } from 'vitest'
import { truncateToWidth, measureWidth, wrapTo } from './textWidth.ts'

const texts = [
  'Feed water pump of the second boiler',
  '一号锅炉给水泵出口压力',
  'Supercalifragilistic',
  'P-101 出口 WWW mm',
]
/** Fractions of the text's own width, in steps of 0.01. */
const shares = Array.from({ length: 80 }, (_, index) => (index + 20) / 100)

it('a text that is wider than its room by however little is shortened to the room, and ends in an ellipsis', () => {
  for (const text of texts) {
    for (const share of shares) {
      const room = measureWidth(text) * share
      const short = truncateToWidth(text, room)
      expect([text, share, short.endsWith('…')]).toEqual([text, share, true])
      expect(measureWidth(short)).toBeLessThanOrEqual(room)
    }
    expect(truncateToWidth(text, measureWidth(text))).toBe(text)
  }
})

it('no wrapped line is wider than its room, by however little, and nothing but spaces is lost', () => {
  for (const text of texts) {
    for (const share of shares) {
      const room = measureWidth(text) * share
      const lines = wrapTo(text, room).split('\n')
      for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(room)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }
    expect(wrapTo(text, measureWidth(text))).toBe(text)
  }
})
