import { expect, it } from 'vitest'
import { readCurves, readItems, readTable } from './data.ts'

it.each([
  ['one list', { xdata: ['a', 'b'], ydata: [1, 2] }, ['a', 'b'], [{ name: '', values: [1, 2] }]],
  [
    'several lists',
    {
      xdata: [1, 2],
      ydata: [
        [1, 2],
        [3, 4],
      ],
    },
    [1, 2],
    [
      { name: '', values: [1, 2] },
      { name: '', values: [3, 4] },
    ],
  ],
  ['named series', { xdata: ['a'], ydata: [{ name: '泵', data: ['1.5'] }] }, ['a'], [{ name: '泵', values: [1.5] }]],
  ['numbers alone', [4, 5], [1, 2], [{ name: '', values: [4, 5] }]],
  [
    'names and values',
    [
      { name: 'a', value: 1 },
      { name: 'b', value: null },
    ],
    ['a', 'b'],
    [{ name: '', values: [1, null] }],
  ],
  [
    'an answer around it',
    { code: 0, msg: 'ok', data: { xdata: ['a'], ydata: [1] } },
    ['a'],
    [{ name: '', values: [1] }],
  ],
])('reads a table of %s', (_, input, x, series) => {
  expect(readTable(JSON.stringify(input)).value).toEqual({ x, series })
})

it('reads non-numeric values as gaps, never as zero', () => {
  expect(readTable('{"ydata":["", "x", true, null, {}, 1e300, " 7 "]}').problems?.[0]?.code).toBe('chart.json')
  expect(readTable('{"ydata":["", "x", true, null, 1e300, " 7 "]}').value?.series[0]?.values).toEqual([
    null,
    null,
    null,
    null,
    null,
    7,
  ])
})

it.each(['{', '[1,', '"text"', '7', 'null', '{"rows":[]}', '{"ydata":{}}', '{"ydata":[{"name":"a"}]}'])(
  'refuses %s as a table, with a code',
  (text) => {
    expect(readTable(text).problems?.[0]?.code).toBe('chart.json')
  },
)

it('takes empty text for no data', () => {
  expect([readTable(' ').value?.series, readItems('').value, readCurves('').value]).toEqual([[], [], []])
})

it('reads slices from items and from a table, without those that have no value', () => {
  const expected = [
    { name: 'a', value: 1 },
    { name: 'b', value: 2 },
  ]
  expect(readItems('[{"name":"a","value":"1"},{"name":"b","value":2},{"name":"c"}]').value).toEqual(expected)
  expect(readItems('{"xdata":["a","b","c"],"ydata":[1,2]}').value).toEqual(expected)
  expect(readItems('[1,2]').problems?.[0]?.code).toBe('chart.json')
})

it('keeps gaps in a history and omits values without a time', () => {
  const curves = readCurves('[{"tag":"a/b/c","at":[1,2,null,4],"values":[1,null,3]}]')
  expect(curves.value).toEqual([
    {
      name: 'a/b/c',
      points: [
        [1, 1],
        [2, null],
        [4, null],
      ],
    },
  ])
  expect(readCurves('[{"tag":"a/b/c"}]').problems?.[0]?.code).toBe('chart.json')
})
