import { expect, it } from 'vitest'
import { firstComplexCode, isComplex, isRightToLeft, truncateShaped, withDirection } from './shaping.ts'

const shapes = (text: string): boolean =>
  Array.from(text, (sign) => sign.codePointAt(0) ?? 0).some((code) => code >= firstComplexCode && isComplex(code))

it('leaves plain, Chinese and technical texts to the glyphs of their characters', () => {
  for (const text of ['Pump 1: 42.5 °C', '一号泵，故障', 'm³/h ±5 µm → ½', 'Größe Ω', '℃ № ①'])
    expect(shapes(text)).toBe(false)
})

it('lays out joined and right-to-left scripts, combining marks and emoji sequences', () => {
  for (const text of ['خزان', 'משאבה 3', 'e\u0301', 'टंकी', 'ถัง', '👩\u200d🔧']) expect(shapes(text)).toBe(true)
})

it('takes the direction of a line from its first letter', () => {
  expect(isRightToLeft('3 משאבה')).toBe(true)
  expect(isRightToLeft('P-101 משאבה')).toBe(false)
  expect(withDirection('42 خزان')).toBe('\u202b42 خزان\u202c')
  expect(withDirection('Tank خزان')).toBe('Tank خزان')
})

it('shortens a laid out line by whole characters', () => {
  expect(truncateShaped('e\u0301e\u0301e\u0301', 3, (text) => [...new Intl.Segmenter().segment(text)].length)).toBe(
    'e\u0301e\u0301…',
  )
})
