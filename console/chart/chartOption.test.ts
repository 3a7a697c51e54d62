import { expect, test } from 'vitest'
import { readChartData, readOption, withData } from './chartOption.ts'

const line = '{"xAxis":{"type":"category"},"yAxis":{"type":"value"},"series":[{"type":"line","name":"Power"}]}'

test('section 5: chart JSON must be valid: text that is not a chart option is rejected', () => {
  expect([readOption('{'), readOption('[]'), readOption('7')]).toEqual([null, null, null])
  expect(readOption(line)).toMatchObject({ series: [{ type: 'line', name: 'Power' }] })
})

test('parts of an option that reach beyond the chart are removed, and its tooltip is never HTML', () => {
  const option = readOption(
    '{"title":{"text":"T","link":"javascript:alert(1)"},"toolbox":{},"tooltip":{"formatter":"<img>","renderMode":"html"},"series":[{"type":"bar"}]}',
  )
  expect(option).toEqual({
    title: { text: 'T' },
    tooltip: { formatter: '<img>', renderMode: 'richText', confine: true },
    series: [{ type: 'bar' }],
  })
})

test('section 3: chart data from the server is data with xdata and ydata arrays, in an envelope or not', () => {
  expect(readChartData({ code: 200, data: { xdata: ['a', 'b'], ydata: [1, 2] } })).toEqual({
    xdata: ['a', 'b'],
    ydata: [{ values: [1, 2] }],
  })
  expect(readChartData({ xdata: ['a'], ydata: [{ name: 'P', data: [null] }, [3]] })).toEqual({
    xdata: ['a'],
    ydata: [{ name: 'P', values: [null] }, { values: [3] }],
  })
  for (const wrong of [null, [], {}, { xdata: [] }, { xdata: [{}], ydata: [] }, { xdata: ['a'], ydata: ['x'] }])
    expect(readChartData(wrong)).toBeNull()
})

test('data stand in the option: categories and series of a line, parts of a pie, the last of a gauge', () => {
  const data = { xdata: ['Mon', 'Tue'], ydata: [{ values: [1, 2] }] }
  expect(withData(readOption(line) ?? {}, data)).toMatchObject({
    xAxis: { type: 'category', data: ['Mon', 'Tue'] },
    series: [{ name: 'Power', type: 'line', data: [1, 2] }],
  })
  expect(withData({ series: [{ type: 'pie' }] }, data)).toEqual({
    series: [
      {
        type: 'pie',
        data: [
          { name: 'Mon', value: 1 },
          { name: 'Tue', value: 2 },
        ],
      },
    ],
  })
  expect(withData({ series: [{ type: 'gauge' }] }, data)).toEqual({
    series: [{ type: 'gauge', data: [{ name: 'Tue', value: 2 }] }],
  })
  expect(withData({ a: 1 }, null)).toEqual({ a: 1 })
})
