import { describe, expect, it } from 'vitest'
import type { Cell, ToInstant } from './spreadsheetCells.ts'
import { toCell, fieldForColumn, readCell } from './spreadsheetCells.ts'
import type { EntityField, EntityValue } from './field.ts'
import { choice, choices, flag, instant, number, ref, refs, secret, text } from './field.ts'
import { toInstant } from './timeZone.ts'

const words = { en: 'Field', zh: '字段' }
const options = [
  { value: 1, words: { en: 'Single switch', zh: '单开关' } },
  { value: 2, words: { en: 'Three-phase', zh: '三相' } },
]
const named = [
  { value: 'a', words: { en: 'Alpha', zh: '甲' } },
  { value: 'b', words: { en: 'Beta', zh: '乙' } },
]
const find = (_to: string, title: string): string | undefined => ({ 'Box 1': 'id-1', 'Box 2': 'id-2' })[title]

describe('reading cells', () => {
  it.each<[string, EntityField, Cell, EntityValue]>([
    ['a text, trimmed', text(words), '  x ', 'x'],
    ['a number in a text column', text(words), 12, '12'],
    ['nothing', number(words), '', null],
    ['a number as text', number(words), '1.5', 1.5],
    ['an option by code', choice(words, { options }), '2', 2],
    ['an option by number', choice(words, { options }), 2, 2],
    ['an option by its English word', choice(words, { options }), 'three-phase', 2],
    ['an option by its Chinese word', choice(words, { options }), '单开关', 1],
    ['a word of a dictionary', choice(words, { options: named, dictionary: 'x' }), 'other', 'other'],
    ['several options', choices(words, { options: named }), '乙，Alpha', ['b', 'a']],
    ['yes', flag(words), '是', true],
    ['no', flag(words), 0, false],
    ['an empty flag', flag(words, { default: true }), null, true],
    ['seconds', instant(words), '1700000000', 1_700_000_000_000],
    ['milliseconds', instant(words), 1_700_000_000_000, 1_700_000_000_000],
    ['a day', instant(words), '2026-11-21', new Date(2026, 10, 21).getTime()],
    ['a moment', instant(words), '2026/1/2 03:04:05', new Date(2026, 0, 2, 3, 4, 5).getTime()],
    ['a reference', ref(words, 'box'), 'Box 1', 'id-1'],
    ['references', refs(words, 'box'), 'Box 2, Box 1', ['id-2', 'id-1']],
    ['an empty list', refs(words, 'box'), '', []],
  ])('%s', (_name, field, cell, value) => {
    expect(readCell(field, cell, find)).toEqual({ value })
  })

  it.each<[string, EntityField, Cell]>([
    ['a word for a number', number(words), 'ten'],
    ['no option', choice(words, { options }), '3'],
    ['maybe', flag(words), 'maybe'],
    ['a day that is none', instant(words), '2026-02-30'],
    ['an hour that is none', instant(words), '2026-02-03 25:00'],
    ['a row that is none', ref(words, 'box'), 'Box 9'],
    ['one wrong of several', refs(words, 'box'), 'Box 1, Box 9'],
    ['a secret', secret(words), 'x'],
    ['hexadecimal', number(words), '0x10'],
    ['infinity', number(words), 'Infinity'],
  ])('refuses %s, naming the field in both languages', (_name, field, cell) => {
    const read = readCell(field, cell, find)
    expect([read.words?.en.startsWith('Field: '), read.words?.zh.startsWith('字段：')]).toEqual([true, true])
  })
})

describe('a flag that sheets of the trade write in several ways', () => {
  const main = flag(words, {
    codes: { central: true, 'non-central': false, 中心: true, 非中心: false },
    acceptsOneTwo: true,
  })
  const read = (...column: Cell[]): unknown[] => {
    const field = fieldForColumn(
      main,
      'main',
      column.map((cell) => ({ main: cell })),
    )
    return column.map((cell) => readCell(field, cell).value)
  }
  it.each<[string, Cell[], unknown[]]>([
    ['0 and 1, as our own template', [0, 1, '0', '1'], [false, true, false, true]],
    ['1 no and 2 yes', [1, 2, '1', '2'], [false, true, false, true]],
    ['words of both languages', ['yes', '否', 'Central', '非中心', true], [true, false, true, false, true]],
    [
      'words that a number stands before, which say the other of the numbers',
      ['0 central', '1 non-central', '0-中心', '1：非中心'],
      [true, false, true, false],
    ],
    [
      '1 no and 2 yes with their words, and a bare number among them',
      ['1 no', '2 yes', '1', '2 是'],
      [false, true, false, true],
    ],
    [
      'a 0 where the column counts from 1, and what nobody writes',
      [0, 2, 3, '1 maybe'],
      [undefined, true, undefined, undefined],
    ],
  ])('%s', (_name, column, values) => {
    expect(read(...column)).toEqual(values)
  })
  it('means nothing to other flags', () => {
    const plain = flag(words)
    expect(fieldForColumn(plain, 'main', [{ main: 2 }])).toBe(plain)
    expect([readCell(plain, 2).value, readCell(plain, '0 central').value]).toEqual([undefined, undefined])
  })
})

describe('writing cells', () => {
  it('writes each value so that it can be read back, in both languages', () => {
    const fields: [EntityField, EntityValue][] = [
      [text(words), 'x'],
      [number(words), 0],
      [flag(words), false],
      [choice(words, { options }), 2],
      [choices(words, { options: named }), ['a', 'b']],
      [instant(words), new Date(2026, 0, 2, 3, 4, 5).getTime()],
      [instant(words, { precision: 'day' }), new Date(2026, 0, 2).getTime()],
      [ref(words, 'box'), 'id-1'],
      [refs(words, 'box'), ['id-1', 'id-2']],
    ]
    for (const language of ['en', 'zh'] as const) {
      for (const [field, value] of fields) {
        expect(readCell(field, toCell(field, value, language, { 'id-1': 'Box 1', 'id-2': 'Box 2' }), find)).toEqual({
          value,
        })
      }
    }
  })

  it("writes and reads a day by the project's clock, wherever that is done, and a moment by the writer's", () => {
    const [day, begins, moment] = [
      instant(words, { precision: 'day' }),
      instant(words, { clock: 'project' }),
      instant(words),
    ]
    const at = Date.parse('2026-11-20T16:00:00Z')
    expect([day, begins, moment].map((field) => toCell(field, at, 'en', {}, { plant: 'Asia/Shanghai' }))).toEqual([
      '2026-11-21',
      '2026-11-21 00:00:00',
      '2026-11-20 16:00:00',
    ])
    const clock: ToInstant = ({ year, month, day: date }, isProjects) =>
      toInstant(isProjects ? 'Asia/Shanghai' : 'UTC', { year, month, day: date })
    expect([day, begins, moment].map((field) => readCell(field, '2026-11-21', find, clock).value)).toEqual([
      at,
      at,
      Date.parse('2026-11-21T00:00:00Z'),
    ])
  })

  it('never writes a secret', () => {
    expect(toCell(secret(words), true, 'en')).toBe('***')
  })
})
