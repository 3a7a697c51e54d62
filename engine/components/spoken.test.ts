import { describe, expect, it } from 'vitest'
import { listPrimitives } from '../paint/brush/listBrush.ts'
import { catalog, resolveProps } from './catalog.ts'

const getType = (name: string) => catalog.get(name) ?? expect.fail(`there is no ${name}`)
function getDescription(
  name: string,
  props: Record<string, string | number | boolean>,
  language: 'en' | 'zh' = 'en',
): string | undefined {
  const type = getType(name)
  return type.describe?.(resolveProps(type, props), language)?.replaceAll('\u00a0', ' ')
}

describe('screen reader descriptions of charts', () => {
  it('the last value of each series and where it stands, past a gap at the end', () => {
    const data = JSON.stringify({
      xdata: ['08:00', '09:00'],
      ydata: [
        { name: 'In', data: [1, 2] },
        { name: 'Out', data: [3, null] },
      ],
    })
    for (const name of ['chart-line', 'chart-line-step', 'chart-bar'])
      expect(getDescription(name, { data, text: 'Flow', unit: 'bar' })).toBe(
        'Flow, In 2.0 bar (09:00), Out 3.0 bar (08:00)',
      )
  })

  it('the shares of a pie, and the values of a map', () => {
    const data = '[{"name":"A","value":3},{"name":"B","value":1}]'
    expect([
      getDescription('chart-pie', { data, decimals: 0 }),
      getDescription('map', { data, decimals: 0 }, 'zh'),
    ]).toEqual(['A 3 (75%), B 1 (25%)', 'A 3，B 1'])
  })

  it('the newest of a history by the names that its legend has', () => {
    const at = new Date(2026, 10, 1, 8, 5, 9).getTime()
    expect(
      getDescription('history-curve', {
        tags: 'a/b/c',
        names: 'Level',
        unit: 'm',
        data: JSON.stringify([{ tag: 'a/b/c', at: [at, at + 1], values: [2, null] }]),
      }),
    ).toBe('Level 2.0 m (11-01 08:05:09)')
    const many = Array.from({ length: 14 }, (_, index) => `a/b/c${index}`).join('\n')
    expect([
      getDescription('history-curve', { tags: many }),
      getDescription('history-curve', { tags: many }, 'zh'),
    ]).toEqual(['no data, 2 more not shown: 12 tags at most', '无数据，另有 2 个点位未显示（最多 12 个）'])
  })

  it('that there is nothing, or nothing that can be read, in the language wanted', () => {
    expect([
      getDescription('chart-line', { data: '' }),
      getDescription('chart-pie', { data: '{' }, 'zh'),
      getDescription('chart-gauge', { data: '{"a":1}', text: 'P' }),
      getDescription('table', { data: '' }, 'zh'),
    ]).toEqual(['no data', '数据无效', 'P, invalid data', '无数据'])
  })

  it('report an unknown value', () => {
    expect([
      getDescription('chart-gauge', { value: NaN, text: 'P' }),
      getDescription('chart-water', { value: NaN }, 'zh'),
      getDescription('switch', { value: NaN }),
      getDescription('lamp', { value: -1 }, 'zh'),
    ]).toEqual(['P, no data', '无数据', 'state unknown', '状态未知'])
    expect(
      getDescription('weather', {
        temperature: NaN,
        humidity: NaN,
        windSpeed: NaN,
        windFrom: NaN,
        sky: 'unknown',
        city: 'A',
      }),
    ).toBe('A')
  })

  it('list a limited number of series', () => {
    const ydata = Array.from({ length: 20 }, (_, index) => ({ name: `s${index}`, data: [index] }))
    expect(getDescription('chart-bar', { data: JSON.stringify({ ydata }) })).toMatch(/s5 5\.0 \(1\), 14 more$/)
  })
})

it('a table is its size and its first rows, an alarm list how many there are and the newest', () => {
  expect(getDescription('table', { data: '[["P1",1],["P2",2],["P3",3],["P4",4]]', columns: 'Name,Speed' })).toBe(
    '4 rows, 2 columns, Name P1 Speed 1, Name P2 Speed 2, Name P3 Speed 3, 1 more',
  )
  const data = JSON.stringify([
    { at: 0, tag: 'a/b/c', text: 'Level high', level: 1, state: 'active' },
    { at: 0, tag: 'a/b/d', text: 'Old', level: 3, state: 'cleared' },
  ])
  expect(getDescription('alarm-list', { data })).toMatch(
    /^2 alarms, 1 active, newest Level high, level 1, active, a\/b\/c, /,
  )
  expect(getDescription('alarm-list', { data }, 'zh')).toMatch(/^2 条报警，1 条未恢复，最新 Level high，1 级，未恢复，/)
  expect([
    getDescription('alarm-list', { data: '[{}]' }),
    getDescription('alarm-list', { data: '[{},{"text":"Leak"}]' }),
  ]).toEqual(['invalid data', expect.stringMatching(/^1 alarm, 0 active, newest Leak/)])
  expect([getDescription('alarm-list', { data: '[]' }), getDescription('alarm-list', { data: '' }, 'zh')]).toEqual([
    'no alarms',
    '无数据',
  ])
})

it.each([
  ['42.5', 42.5],
  ['{"value":"42.5"}', 42.5],
  ['{"code":200,"data":{"value":42.5}}', 42.5],
  ['{"ydata":[1,42.5,null]}', 42.5],
])('a dial and a vessel show the data response %s instead of their own value', (data, value) => {
  for (const name of ['chart-gauge', 'chart-water']) {
    expect(getDescription(name, { data, value: 7, decimals: 1, unit: 'm' })).toBe(`${value} m`)
    expect(getType(name).feeds?.(resolveProps(getType(name), { url: '/a', path: 'x', everySeconds: 3 }))).toEqual([
      { kind: 'request', prop: 'data', url: '/a', path: 'x', everyMs: 3000 },
    ])
  }
  const shown = JSON.stringify(listPrimitives(getType('chart-water'), { data, value: 7, decimals: 1 }))
  expect([shown.includes('42.5'), shown.includes('"7')]).toEqual([true, false])
})

it('built-in texts are in the language of the viewer, or in both if it is unknown', () => {
  const words = (name: string, props: Record<string, string>, language?: 'en' | 'zh') =>
    listPrimitives(getType(name), props, getType(name).size, language).flatMap(({ kind, content }) =>
      kind === 'text' ? [content] : [],
    )
  expect([words('alarm-list', { data: '[]' }, 'zh'), words('alarm-list', { data: '[]' }, 'en')]).toEqual([
    ['时间', '级别', '点位', '内容', '状态', '无报警'],
    ['Time', 'Level', 'Point', 'Message', 'State', 'no alarms'],
  ])
  expect(
    words('alarm-list', { data: '[{"at":0,"tag":"a","text":"t","level":1,"state":"acknowledged"}]' }, 'zh'),
  ).toContain('已确认')
  expect([words('chart-line', {}, 'zh'), words('chart-line', {}, 'en'), words('chart-line', {})]).toEqual([
    ['无数据'],
    ['no data'],
    ['no data / 无数据'],
  ])
})

it('the weather is asked of the server where it has neither address nor tags, and never made up', () => {
  const type = getType('weather')
  const feeds = (props: Record<string, string>, ...bound: string[]) =>
    type.feeds?.(resolveProps(type, props), new Set(bound))
  const place = { province: '广东', city: '深圳', district: '' }
  const request = { kind: 'weather', prop: 'data', path: '', everyMs: 600_000, place }
  expect([
    feeds({ province: '广东' }),
    feeds({ province: '广东', url: '/w?{city}' }, 'sky'),
    feeds({}, 'temperature'),
  ]).toEqual([[{ ...request, url: '' }], [{ ...request, url: '/w?{city}' }], []])
  expect([
    getDescription('weather', { data: 'null' }),
    getDescription('weather', { data: '{"sky":"rain","temperature":18}' }, 'zh'),
  ]).toEqual(['深圳, no data', '深圳，雨，18 °C'])
  expect([
    getDescription('weather', { data: '{"temperature":"-12","sky":"hail","windSpeed":2}' }),
    getDescription('weather', { data: '{"sky":"hail"}' }),
  ]).toEqual(['深圳, −12 °C, wind 2.0 m/s', '深圳, no data'])
  expect(JSON.stringify(listPrimitives(type, { data: 'null' }))).not.toContain('°C')
})

it('a liquid chart mentions a limit only if one is set', () => {
  expect([
    getDescription('chart-water', { max: 1000, value: 500 }),
    getDescription('chart-water', { min: -50, max: 150, value: -10 }),
  ]).toEqual(['500%', '−10%'])
  expect(getDescription('chart-water', { min: -50, max: 150, value: -10, lowLimit: 0 })).toBe('−10%, below the limit')
})
