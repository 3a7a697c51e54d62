import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { table } from './table.ts'

const words = (props: Parameters<typeof listPrimitives>[1]) =>
  listPrimitives(table, {
    columns: 'X',
    showHeader: false,
    rowCount: 2,
    data: '["a","b","c","d","e"]',
    rotationSeconds: 2,
    ...props,
  }).flatMap(({ kind, content }) => (kind === 'text' ? [String(content)] : []))

it('turns over by a row and comes round', () => {
  expect([0, 2000, 8000, 10_000].map((nowMs) => words({ rotation: 'row', nowMs }))).toEqual([
    ['a', 'b'],
    ['b', 'c'],
    ['e', 'a'],
    ['a', 'b'],
  ])
})

it('turns over by a page and comes round', () => {
  expect([0, 2000, 4000, 6000].map((nowMs) => words({ rotation: 'page', nowMs }))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'a'],
    ['a', 'b'],
  ])
})

it('stands still where all rows are seen', () => {
  expect(words({ rotation: 'row', nowMs: 2000, rowCount: 5 })).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('uses the configured header width up to the box width, and otherwise distributes it by shares', () => {
  const starts = (props: Parameters<typeof listPrimitives>[1]) =>
    listPrimitives(
      table,
      { columns: 'A,B', columnWidths: '3,1', data: '[["a","b"]]', rowCount: 1, gridWidth: 0, ...props },
      { width: 400, height: 60 },
    ).flatMap(({ kind, content, x }) => (kind === 'text' && /^[AB]$/.test(String(content)) ? [x] : []))
  expect([starts({}), starts({ headerWidth: 120 }), starts({ headerWidth: 500 })]).toEqual([
    [6, 306],
    [6, 126],
    [6, 206],
  ])
})

it('asks for data and for a clock only when it needs them', () => {
  const feeds = (props: object) =>
    table.feeds?.({ ...table.defaults, ...props }).map(({ kind, prop }) => `${kind} ${prop}`)
  expect([feeds({}), feeds({ url: '/api/rows', rotation: 'page' })]).toEqual([[], ['request data', 'clock nowMs']])
})

it('clips content at rounded corners, keeps texts clear of them, and is unchanged without a radius', () => {
  const size = { width: 200, height: 120 }
  const drawn = (props: Parameters<typeof listPrimitives>[1]) =>
    listPrimitives(table, { columns: 'A,B', data: '[["a","b"]]', rowCount: 3, headerHeight: 30, ...props }, size)
  const corners = drawn({ radius: 30 }).flatMap(({ kind, points }) =>
    kind === 'polygon'
      ? [...String(points).matchAll(/(\S+) (\S+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
      : [],
  )
  const beyond = corners.map(
    ([x, y]) =>
      Math.hypot(Math.max(0, 30 - Math.min(x, size.width - x)), Math.max(0, 30 - Math.min(y, size.height - y))) - 30,
  )
  expect([corners.length > 20, Math.max(...beyond) < 0.05]).toEqual([true, true])
  const findStart = (radius: number) => drawn({ radius }).find(({ content }) => content === 'A')?.x
  expect([findStart(0), Number(findStart(30)) > 6]).toEqual([6, true])
  const kinds = (radius: number) => new Set(drawn({ radius }).map(({ kind }) => kind))
  expect([kinds(0).has('polygon'), kinds(30).has('polygon')]).toEqual([false, true])
})
