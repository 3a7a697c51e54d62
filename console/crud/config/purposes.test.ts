import { expect, test } from 'vitest'
import { entities } from '../../../contract/entities.ts'
import en from '../../locales/en-us/crud.json'
import zh from '../../locales/zh-cn/crud.json'

test('every empty list explains its entity in both languages with a unique text', () => {
  // Entities with `begin` explain their prerequisites themselves.
  const names = entities
    .filter(({ begin }) => begin === undefined)
    .map(({ name }) => name)
    .toSorted()
  for (const [words, minLength, end] of [
    [en, 25, '.'],
    [zh, 10, '。'],
  ] as const) {
    const texts = new Map(Object.entries(words.purposes))
    expect([...texts.keys()].toSorted()).toEqual(names)
    expect(
      [...texts].filter(([, text]) => text.length < minLength || !text.endsWith(end)).map(([name]) => name),
    ).toEqual([])
    expect(new Set(texts.values()).size).toBe(names.length)
    expect([words.empty.text, words.empty.imported].every((text) => text.includes('{{add}}'))).toBe(true)
    expect(words.empty.imported).toContain('{{import}}')
  }
})
