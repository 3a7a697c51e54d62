import { expect, it } from 'vitest'
import { z } from 'zod'
import { createHistoryOption } from './historyOption.ts'

const formatterSchema = z.custom<(value: unknown) => string>((value) => typeof value === 'function')
const flag = { kind: 'flag', unit: '', writable: false } as const
const curve = { at: [10, 20, 30], values: [0, null, 1] }
const past = {
  curve,
  period: { kind: 'past', from: 0, to: 40 },
  name: 'Door open',
  words: { on: '开', off: '关' },
  isReversed: false,
} as const

it('plots an on/off history as steps between two labels, without numeric values', () => {
  const option = createHistoryOption({ tag: flag, ...past })
  expect(option).toMatchObject({
    yAxis: { min: 0, max: 1, interval: 1 },
    series: [
      {
        step: 'end',
        data: [
          [10, 0],
          [20, null],
          [30, 1],
        ],
      },
    ],
  })
  const {
    yAxis: { axisLabel },
    tooltip,
  } = z
    .object({
      yAxis: z.object({ axisLabel: z.object({ formatter: formatterSchema }) }),
      tooltip: z.object({ valueFormatter: formatterSchema }),
    })
    .parse(option)
  expect([0, 1, null].map((value) => [axisLabel.formatter(value), tooltip.valueFormatter(value)])).toEqual([
    ['关', '关'],
    ['开', '开'],
    ['–', '–'],
  ])
  expect(createHistoryOption({ tag: flag, ...past, isReversed: true })).toMatchObject({
    series: [
      {
        data: [
          [10, 1],
          [20, null],
          [30, 0],
        ],
      },
    ],
  })
})

it('plots percentages over their full range, and only writable values as steps', () => {
  expect(createHistoryOption({ ...past, tag: { kind: 'number', unit: '%', writable: true } })).toMatchObject({
    yAxis: { type: 'value', min: 0, max: 100 },
    series: [{ step: 'end' }],
  })
  expect(createHistoryOption({ ...past, tag: { kind: 'number', unit: 'W', writable: false } })).toMatchObject({
    yAxis: { type: 'value', scale: true },
    series: [
      {
        step: false,
        data: [
          [10, 0],
          [20, null],
          [30, 1],
        ],
      },
    ],
  })
})
