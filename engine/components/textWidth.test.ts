import { expect, it } from 'vitest'
import { truncateToWidth, measureWidth } from './textWidth.ts'

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
