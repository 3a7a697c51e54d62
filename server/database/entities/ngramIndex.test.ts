import { expect, it } from 'vitest'
import { normalizeForSearch, computeGrams, searchableText, computeSearchGrams } from './ngramIndex.ts'

const finds = (text: string, search: string): boolean => {
  const grams = new Set(computeGrams(searchableText([text])))
  return computeSearchGrams(normalizeForSearch(search)).every((gram) => grams.has(gram))
}

it('has every part of a text among its grams, in any script and of any length', () => {
  const text = 'Pole 12-A 隧道左线 💡灯'
  expect(finds(text, '左线 💡')).toBe(true)
  const letters = Array.from(normalizeForSearch(text))
  for (let from = 0; from < letters.length; from++) {
    for (let to = from + 1; to <= letters.length; to++) {
      const part = letters.slice(from, to).join('').trim()
      if (part !== '') expect([part, finds(text, part)]).toEqual([part, true])
    }
  }
})

it('rules out missing texts with few false positives per thousand', () => {
  const grams = new Set(computeGrams(searchableText(['pole-1234', 'street 5'])))
  let wrong = 0
  for (let code = 0x4e00; code < 0x4e00 + 1000; code++)
    if (computeSearchGrams(String.fromCodePoint(code, code + 1)).every((gram) => grams.has(gram))) wrong++
  expect(wrong).toBeLessThan(10)
})

it('does not join the end of one field with the start of the next', () => {
  expect(computeSearchGrams('ab').every((gram) => computeGrams(searchableText(['xa', 'bx'])).includes(gram))).toBe(
    false,
  )
})

it('fits a smallint', () => {
  for (const gram of computeGrams('Größe 12 隧道💡')) expect(Math.abs(gram)).toBeLessThanOrEqual(32_768)
})
