import { expect, test } from 'vitest'
import { alarm } from '../../contract/alarms/alarm.ts'
import { createChartTheme } from '../kit/chart/chartTheme.ts'
import { getPalette, palettes } from '../styles/palette.ts'
import { barsByDay, formatFigure, ranking, ring, toneColor } from './options.ts'

const color = palettes.dark
const solid = { color: color.accent }
const hollow = { color: 'transparent', borderColor: color.accent, borderWidth: 1.5 }
const label = (formatter: string) => ({ show: true, position: 'right', fontSize: 11, color: color.inkSoft, formatter })
const words = { metered: 'Metered', estimated: 'Estimated' }

test("dark theme: the figure at a bar's end is in the theme's ink, and written as the axis writes", () => {
  expect(
    ranking(color, [
      { name: 'a', value: 1779.4 },
      { name: 'b', value: 3 },
    ]),
  ).toMatchObject({
    series: [
      {
        itemStyle: solid,
        data: [
          { value: 3, label: label('3') },
          { value: 1779.4, label: label('1,779.4') },
        ],
      },
    ],
  })
  expect([formatFigure(2001), formatFigure(0.25)]).toEqual(['2,001', '0.3'])
  // Both languages use the same digit grouping and decimal mark.
  for (const value of [0, 0.25, 2001, 1234567.89, -4500])
    expect(formatFigure(value)).toBe(new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 }).format(value))
  expect(ring([{ name: 'a', value: 1779.4 }])).toMatchObject({
    series: [{ data: [{ value: 1779.4, label: { formatter: '1,779.4' } }] }],
  })
})

test('ring slices that show a status use its colour; the others use the palette in order', () => {
  const { level } = alarm.fields
  expect(level.options.map(({ tone }) => tone && toneColor(color, tone))).toEqual([
    color.inkFaint,
    color.warning,
    color.alarm,
  ])
  expect(
    ring([
      { name: 'High', value: 1, color: color.alarm },
      { name: 'Pole', value: 2 },
    ]),
  ).toMatchObject({ series: [{ data: [{ itemStyle: { color: color.alarm } }, {}] }] })
  expect(ring([{ name: 'Pole', value: 2 }])).not.toMatchObject({ series: [{ data: [{ itemStyle: {} }] }] })
  expect(createChartTheme(getPalette('light', 'tunnel'), 'light')['color']).toMatchObject({
    0: getPalette('light', 'tunnel').accent,
  })
})

test('estimated consumption is stacked as a hollow bar on the metered one, and the total is labelled', () => {
  const option = ranking(
    color,
    [
      { name: 'part', value: 10, estimated: 4 },
      { name: 'all', value: 6, estimated: 6 },
      { name: 'none', value: 5 },
    ],
    'kWh',
    words,
  )
  expect(option).toMatchObject({
    series: [
      {
        name: 'Metered',
        stack: 'whole',
        itemStyle: solid,
        data: [{ value: 5, label: label('5') }, null, { value: 6 }],
      },
      {
        name: 'Estimated',
        stack: 'whole',
        itemStyle: hollow,
        data: [null, { value: 6, label: label('6') }, { value: 4, label: label('10') }],
      },
    ],
  })
})

test('estimated days are hollow, and no line where there are none', () => {
  const option = barsByDay(
    color,
    ['03-01', '03-02'],
    [
      { name: 'now', data: [4, 0] },
      { name: 'guess', data: [0, 7], isEstimated: true },
      { name: 'before', data: [1, 2], isEarlier: true },
    ],
    'kWh',
  )
  expect(option).toMatchObject({
    series: [
      { itemStyle: solid, data: [4, 0] },
      { itemStyle: hollow, data: [null, 7] },
      { itemStyle: { ...solid, opacity: 0.45 }, data: [1, 2] },
    ],
  })
})
