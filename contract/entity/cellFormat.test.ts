import { expect, it } from 'vitest'
import { normalizeCell } from './cellFormat.ts'
import type { CellFormat } from './cellFormat.ts'
import { instant, number, text } from './field.ts'

const words = { en: '', zh: '' }
const german: CellFormat = { decimal: ',', dates: 'dmy' }
const american: CellFormat = { decimal: '.', dates: 'mdy' }

it('reads numbers with separators of thousands only in number fields', () => {
  const read = (cell: string, format: CellFormat) => normalizeCell(number(words), cell, format)
  expect(['1.234,5', '0,75', '1.234', '1,234'].map((cell) => read(cell, german))).toEqual([
    '1234.5',
    '0.75',
    '1234',
    '1.234',
  ])
  expect(['1,234.5', '1,234', ' 2 '].map((cell) => read(cell, american))).toEqual(['1234.5', '1234', ' 2 '])
  expect(read('1.2.2026', german)).toBe('1.2.2026')
})

it('reads dates in their order only in instant fields', () => {
  const read = (cell: string, format: CellFormat) => normalizeCell(instant(words), cell, format)
  expect(['31.12.2026 8:05', '1.2.2026', '2026-03-04'].map((cell) => read(cell, german))).toEqual([
    '2026-12-31 08:05:00',
    '2026-02-01',
    '2026-03-04',
  ])
  expect(['1/2/2026', '31.02.2026'].map((cell) => read(cell, american))).toEqual(['2026-01-02', '31.02.2026'])
})

it('leaves texts as they are', () => {
  const cells = ['1,234', '030 123 456', '1.2.2026', '0012', '192.168.1.10', 'P-1,5']
  for (const format of [german, american])
    expect(cells.map((cell) => normalizeCell(text(words), cell, format))).toEqual(cells)
})
