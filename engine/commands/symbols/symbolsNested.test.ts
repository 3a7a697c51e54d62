import { describe, expect, it } from 'vitest'
import { DrawingDocument, newDrawing, readDrawing, symbolDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { CommandBus } from '../index.ts'
import { createBench } from '../testing.ts'
import type { Component, Id } from '../../document/index.ts'
import type { Bench } from '../testing.ts'

const unit = {
  id: 'unit',
  name: 'Unit',
  width: 10,
  height: 10,
  params: [
    { name: 'pump', kind: 'tag', default: 'works/real' },
    { name: 'label', kind: 'text', default: 'Unit' },
  ],
  components: [
    {
      id: 'body',
      type: 'box',
      name: '{label}',
      x: 0,
      y: 0,
      width: 10,
      height: 10,
      bindings: [{ prop: 'border', tag: '{pump}/speed', via: { kind: 'value' } }],
      action: { kind: 'switch', tag: '{pump}/run', on: 1, off: 0 },
    },
  ],
}

/** A symbol that passes `params` to a nested unit, and an instance of it with the given values. */
function row(own: readonly unknown[], params: object, instanceParams: object) {
  const symbol = {
    id: 'row',
    name: 'Row',
    width: 10,
    height: 10,
    params: own,
    components: [{ id: 'u', type: 'group', x: 0, y: 0, width: 10, height: 10, link: { symbol: 'unit', params } }],
  }
  const bench = createBench([], {}, [unit, symbol])
  const created = bench.bus.run('add-instance', { symbol: 'row', x: 0, y: 0, params: instanceParams })
  if (!created.ok || !created.created?.[0]) throw new Error(JSON.stringify(created))
  return {
    ...bench,
    row: created.created[0],
    members: (id: Id): readonly Component[] => bench.document.descendants(id),
  }
}

function reopen({ document }: Bench): readonly Component[] {
  const read = readDrawing(writeDrawing(document.toDrawing()), testTypes)
  expect(read.problems).toBeUndefined()
  expect(read.value?.warnings).toEqual([])
  expect(writeDrawing(read.value?.drawing ?? newDrawing())).toBe(writeDrawing(document.toDrawing()))
  return read.value?.drawing.components ?? []
}

describe('parameters passed to nested instances', () => {
  it('is nothing where it makes no tag, also once it is detached, and never the inner default: that may be another, real pump', () => {
    const bench = row([{ name: 'n', kind: 'text', default: '' }], { pump: 'works/{n}' }, { n: 'Pump 1' })
    expect(bench.members(bench.row)).toMatchObject([{ link: { params: { pump: '' } } }, { bindings: [], action: null }])
    bench.bus.run('detach', { ids: [bench.row] })
    expect(reopen(bench)).toMatchObject([
      { link: null },
      { link: { params: { pump: '' } } },
      { bindings: [], action: null },
    ])
  })
  it('are truncated to the maximum text length, so that a detached instance can be read again', () => {
    const long = '{'.repeat(500)
    const bench = row(
      [{ name: 'n', kind: 'text', default: '' }],
      { label: 'A {n} {n}', pump: 'works/{n}{n}{n}' },
      { n: long },
    )
    const cut = `A ${long}`.slice(0, 500)
    expect(bench.members(bench.row)).toMatchObject([
      { link: { params: { label: cut } } },
      { name: cut.slice(0, 200), bindings: [] },
    ])
    bench.bus.run('detach', { ids: [bench.row] })
    const read = readDrawing(writeDrawing(bench.document.toDrawing()), testTypes)
    expect(read.problems).toBeUndefined()
    expect(read.value?.drawing.components).toMatchObject([
      { link: null },
      { link: { params: { label: cut, pump: '' } } },
      { name: cut.slice(0, 200), bindings: [] },
    ])
  })

  it.each<[string, unknown, string]>([
    ['number', 7.5, '7.5'],
    ['flag', false, 'false'],
    ['color', '#112233', '#112233'],
  ])('is written out where a %s becomes a text', (kind, value, text) => {
    const bench = row(
      [{ name: 'n', kind, default: kind === 'color' ? '#000000' : kind === 'flag' || 0 }],
      { label: '{n}' },
      { n: value },
    )
    expect(bench.members(bench.row)).toMatchObject([{ link: { params: { label: text } } }, { name: text }])
    bench.bus.run('detach', { ids: [bench.row] })
    expect(reopen(bench)).toMatchObject([{ link: null }, { link: { params: { label: text } } }, { name: text }])
  })
})

it('appearance overrides can be reset, all or some; parameters of nested instances remain', () => {
  const params = { label: 'Mine', pump: 'works/own' }
  const own = { u: { opacity: 0.5, params }, 'u/body': { opacity: 0.5 } }
  const bench = row([], {}, {})
  const [within, body] = bench.members(bench.row).map(({ id }) => id)
  const overrides = () => bench.get(bench.row).link?.overrides
  const dress = (): void => {
    bench.bus.run('set-params', { ids: [within], params })
    bench.bus.run('set-props', { ids: [within, body], common: { opacity: 0.5 } })
    expect(overrides()).toEqual(own)
  }
  const left: readonly (readonly [Id | undefined, object])[] = [
    [bench.row, { u: { params } }],
    [within, { u: { params } }],
    [body, { u: own.u }],
  ]
  for (const [id, overridesLeft] of left) {
    dress()
    expect(bench.bus.run('reset-overrides', { ids: [id] })).toEqual({ ok: true })
    expect(overrides()).toEqual(overridesLeft)
    expect(bench.members(bench.row)).toMatchObject([
      { link: { params } },
      { name: 'Mine', opacity: 1, bindings: [{ tag: 'works/own/speed' }] },
    ])
    expect(reopen(bench)).toEqual(bench.document.paintOrder())
  }
  bench.bus.run('set-params', { ids: [within], params: { label: null, pump: null } })
  bench.bus.run('reset-overrides', { ids: [bench.row] })
  expect(overrides()).toEqual({})
})

it('rejects a placeholder for a nested instance inside an edited symbol, where no parameter would fill it', () => {
  const outer = {
    id: 'hall',
    name: 'Hall',
    width: 10,
    height: 10,
    params: [
      { name: 'site', kind: 'tag', default: '' },
      { name: 'n', kind: 'text', default: '' },
    ],
    components: [{ id: 'r', type: 'group', x: 0, y: 0, width: 10, height: 10, link: { symbol: 'row' } }],
  }
  const { document } = row([], {}, {})
  const read = readDrawing({ version: 2, components: [], symbols: [...document.symbols, outer] }, testTypes).value
    ?.drawing.symbols
  const hall = read?.at(-1)
  if (!read || !hall) throw new Error('the symbol is not there')
  const own = new DrawingDocument(symbolDrawing(hall, read, testTypes))
  const bus = new CommandBus(own, testTypes, { params: hall.params })
  const within = own.descendants('r' as Id)[0]?.id
  for (const params of [{ pump: '{site}' }, { pump: 'works/{n}' }, { label: 'No. {n}' }]) {
    expect(bus.run('set-params', { ids: [within], params })).toMatchObject({
      ok: false,
      code: 'command.arguments',
      problems: [{ path: `params.${Object.keys(params)[0]}`, code: 'command.placeholderWithin' }],
    })
  }
  const member = own.descendants('r' as Id).at(-1)?.id
  const expected: readonly (readonly [string, object])[] = [
    ['bindings.0.tag', { bindings: [{ prop: 'label', tag: '{site}' }] }],
    [
      'bindings.0.via.source',
      { bindings: [{ prop: 'label', tag: 'a/b', via: { kind: 'expression', source: '{{site}/speed} + 1' } }] },
    ],
    ['action.tag', { action: { kind: 'write', tag: 'works/{n}', value: 1 } }],
    ['props.label', { props: { label: 'No. {n}' } }],
    ['extras.prompt', { extras: { prompt: '{n}' } }],
  ]
  for (const [path, change] of expected) {
    expect(bus.run('set-props', { ids: [member], ...change })).toMatchObject({
      ok: false,
      code: 'command.arguments',
      problems: [{ path, code: 'command.placeholderWithin' }],
    })
  }
  expect(own.get('r' as Id)?.link?.overrides).toEqual({})
  expect(bus.run('set-params', { ids: [within], params: { pump: 'works/own', label: '{other}' } })).toMatchObject({
    ok: true,
  })
  expect(own.get('r' as Id)?.link?.overrides).toEqual({ u: { params: { pump: 'works/own', label: '{other}' } } })
})
