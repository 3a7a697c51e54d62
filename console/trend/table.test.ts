import { expect, it } from 'vitest'
import { createCsv, createTrendRows } from './table.ts'

it('exports one row per time, with empty cells for missing and invalid values', () => {
  const rows = createTrendRows(
    [
      { name: 'Power (kW)', curve: { at: [1, 2, 3], values: [10, null, 12] } },
      { name: '=Voltage', curve: { at: [1, 3], values: [230, 231.5] } },
    ],
    { timeName: 'Time (UTC)', formatAt: String },
  )
  expect(rows).toEqual([
    ['Time (UTC)', 'Power (kW)', '=Voltage'],
    ['1', 10, 230],
    ['3', 12, 231.5],
  ])
  // A spreadsheet program must not interpret a name as a formula.
  expect(createCsv(rows)).toBe("\uFEFFTime (UTC),Power (kW),'=Voltage\r\n1,10,230\r\n3,12,231.5\r\n")
})

it('quotes names with commas', () => {
  expect(createCsv([['a,b', 'c"d', null]])).toBe('\uFEFF"a,b","c""d",\r\n')
})
