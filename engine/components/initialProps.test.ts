import { expect, it } from 'vitest'
import { parse, createFieldSchema } from '../schema/index.ts'
import { catalog } from './catalog.ts'
import { initialProps } from './initialProps.ts'

/** Texts that are the same in both languages: paths in a response, technical signs, series names. */
const alike = ['data.example', 'data.path', 'weather.city']
const initial = catalog.list.flatMap((type) =>
  (type.variants ?? [null]).map((variant) => ({
    type,
    variant,
    name: `${type.type}${variant ? `/${variant.id}` : ''}`,
  })),
)
const wordsIn = (text: unknown): readonly string[] =>
  typeof text === 'string' ? (text.match(/[A-Za-z]{2,}/g) ?? []) : []
const keys = new Set([
  'at',
  'tag',
  'text',
  'level',
  'state',
  'active',
  'cleared',
  'xdata',
  'ydata',
  'name',
  'data',
  'value',
  'demo',
  'tank',
  'pump',
])

it('initial texts contain no English words in Chinese and no Chinese words in English', () => {
  for (const { type, variant, name } of initial) {
    for (const [field, { kind, default: usual }] of Object.entries(type.fields)) {
      if (kind !== 'text' || alike.includes(`${type.type}.${field}`)) continue
      const zh = initialProps(type, variant, 'zh')[field] ?? usual
      const en = initialProps(type, variant, 'en')[field] ?? usual
      expect(
        wordsIn(zh).filter((word) => !keys.has(word)),
        `${name} ${field}: ${String(zh)}`,
      ).toEqual([])
      expect(/[\u4e00-\u9fff]/.test(String(en)), `${name} ${field}: ${String(en)}`).toBe(false)
    }
  }
})

it('initial values are valid, and the English ones equal the defaults', () => {
  for (const { type, variant, name } of initial) {
    for (const [field, words] of Object.entries(type.texts ?? {}))
      expect(words?.en, `${name} ${field}`).toBe(type.defaults[field])
    for (const [field, words] of Object.entries(variant?.texts ?? {}))
      expect(words.en, `${name} ${field}`).toBe(variant?.props[field])
    for (const language of ['en', 'zh'] as const) {
      for (const [field, value] of Object.entries(initialProps(type, variant, language))) {
        const declared = type.fields[field]
        expect(declared && parse(createFieldSchema(declared), value).problems, `${name} ${field}`).toBeUndefined()
      }
    }
  }
})
