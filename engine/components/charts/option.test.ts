import { expect, it } from 'vitest'
import { withCode } from './option.ts'

const own = {
  title: { text: 'A', left: 5 },
  series: [
    { type: 'line', data: [1] },
    { type: 'bar', data: [2] },
  ],
}

it('lays chart code over the option, series by place or all at once', () => {
  expect(withCode(own, { title: { text: 'B' }, series: [{}, { data: [9] }] })).toEqual({
    title: { text: 'B', left: 5 },
    series: [
      { type: 'line', data: [1] },
      { type: 'bar', data: [9] },
    ],
  })
  expect(withCode(own, { series: { smooth: true } })['series']).toEqual([
    { type: 'line', data: [1], smooth: true },
    { type: 'bar', data: [2], smooth: true },
  ])
})

it('leaves out a series without a kind, which the chart library would stumble over', () => {
  expect(withCode(own, { series: [{}, {}, { data: [1] }, { type: 'line', data: [3] }] })['series']).toHaveLength(3)
})

it.each([
  ['links', { title: { link: 'https://example.org', sublink: 'x' } }],
  ['scripts', { title: { subtext: ' java\nscript:alert(1)' } }],
  ['pictures of other hosts', { title: { subtext: 'image://https://example.org/a.png' } }],
  ['addresses in styles', { title: { subtext: 'x;fill:url(https://example.org)' } }],
  ['tooltips as HTML', { title: { renderMode: 'html', extraCssText: 'x', className: 'x', appendTo: 'body' } }],
])('drops %s', (_, code) => {
  expect(withCode(own, code)).toEqual(own)
})

it('removes parts that would replace the whole option, reach a prototype or run endlessly', () => {
  const code: Record<string, unknown> = JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"a":1},"baseOption":{},"media":[],"graphic":[],"toolbox":{},"yAxis":{"splitNumber":1e9}}',
  )
  expect(withCode(own, code)).toEqual({ ...own, yAxis: { splitNumber: 100 } })
  expect('polluted' in {}).toBe(false)
})

it('limits the depth of custom code', () => {
  let deep: Record<string, unknown> = {}
  for (let level = 0; level < 5000; level++) deep = { a: deep }
  expect(JSON.stringify(withCode(own, deep)).length).toBeLessThan(500)
})
