import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newDrawing, readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { createBench, pumpSymbols } from '../testing.ts'
import type { Id } from '../../document/index.ts'

type Param = { readonly name: string; readonly kind: string; readonly default: string | number | boolean }

function plant() {
  const bench = createBench([{ id: 'plain' }], {}, pumpSymbols)
  const put = (symbol: string, params: object): Id => {
    const created = bench.bus.run('add-instance', { symbol, x: 300, y: 100, params })
    if (!created.ok || !created.created?.[0]) throw new Error(JSON.stringify(created))
    return created.created[0]
  }
  const pump = put('pump', { pump: 'works/pump-1', label: 'A', edge: 7, shown: false })
  const station = put('station', { label: 'East', plant: 'works/p-2' })
  const [inner] = bench.document.descendants(station).filter(({ link }) => link)
  bench.bus.run('set-params', { ids: [inner?.id], params: { edge: 9 } })
  const text = (): string => writeDrawing(bench.document.toDrawing())
  const params = (): Param[] => (bench.document.symbols[0]?.params ?? []).map((param) => ({ ...param }))
  return { ...bench, pump, station, text, params }
}

/** The shown components must equal those read from the saved file. */
function checkFile({ document, text }: ReturnType<typeof plant>): void {
  const read = readDrawing(text(), testTypes)
  expect(read.problems).toBeUndefined()
  expect(read.value?.drawing.components).toEqual(document.paintOrder())
  expect(writeDrawing(read.value?.drawing ?? newDrawing())).toBe(text())
}

describe('a parameter of a symbol', () => {
  it('is renamed in placeholders, bound properties and all instances; nothing shown changes, and it is one step', () => {
    const bench = plant()
    const { bus, document, get, pump, station, text, params } = bench
    const start = text()
    const shown = document.paintOrder().map((component) => ({ ...component, link: null }))
    const renames = { pump: 'device', label: 'title', edge: 'rim' }
    const named = params().map((param) => ({
      ...param,
      name: Object.entries(renames).find(([from]) => from === param.name)?.[1] ?? param.name,
    }))
    expect(bus.run('update-symbol', { symbol: 'pump', params: named, renames })).toEqual({ ok: true })
    const [symbol, outer] = document.symbols
    expect(symbol?.components[0]).toMatchObject({
      name: '{title} body',
      props: { caption: '{title} {x}' },
      action: { tag: '{device}/run' },
      bindings: [{ tag: '{device}/speed', via: { source: 'value + {{device}/load} * {rim}' } }, {}],
    })
    expect(symbol?.paramProps).toMatchObject({ body: { border: 'rim', fill: 'tint' } })
    expect(symbol?.components[2]?.extras.prompt).toBe('of {title}')
    expect(outer?.components.map(({ link }) => link?.params)).toEqual([
      { device: '{plant}', title: '{label} A' },
      { device: 'works/fixed' },
    ])
    expect(get(pump).link?.params).toEqual({ device: 'works/pump-1', title: 'A', rim: 7, shown: false })
    expect(get(station).link).toMatchObject({
      params: { label: 'East', plant: 'works/p-2' },
      overrides: { one: { params: { rim: 9 } } },
    })
    expect(document.paintOrder().map((component) => ({ ...component, link: null }))).toEqual(shown)
    checkFile(bench)
    bus.run('undo')
    expect(text()).toBe(start)
    bus.run('redo')
    checkFile(bench)
  })

  it('keeps nothing within quotes and no longer tag for its placeholder', () => {
    const { bus, document } = createBench([], {}, [
      {
        ...pumpSymbols[0],
        paramProps: {},
        components: [
          {
            ...pumpSymbols[0].components[0],
            bindings: [
              {
                prop: 'border',
                tag: '{pump}/x',
                via: { kind: 'expression', source: "value > { edge } ? '{edge}' : {works/edge/edge}" },
              },
            ],
          },
        ],
      },
    ])
    expect(bus.run('update-symbol', { symbol: 'pump', renames: { edge: 'rim' } })).toEqual({ ok: true })
    expect(document.symbols[0]?.components[0]?.bindings[0]?.via).toMatchObject({
      source: "value > {rim} ? '{edge}' : {works/edge/edge}",
    })
  })

  it('changes names with any others: the drawing shows the same, and back again it is the same text', () => {
    const names = pumpSymbols[0].params.map(({ name }) => name)
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: names.length, maxLength: names.length }), (shuffled) => {
        const bench = plant()
        const start = bench.text()
        const shown = bench.document.paintOrder().map((component) => ({ ...component, link: null }))
        const forth = Object.fromEntries(names.map((name, i) => [name, shuffled[i] ?? name]))
        expect(bench.bus.run('update-symbol', { symbol: 'pump', renames: forth })).toEqual({ ok: true })
        expect(bench.document.paintOrder().map((component) => ({ ...component, link: null }))).toEqual(shown)
        checkFile(bench)
        bench.bus.run('update-symbol', {
          symbol: 'pump',
          renames: Object.fromEntries(Object.entries(forth).map(([from, to]) => [to, from])),
        })
        expect(JSON.parse(bench.text())).toEqual(JSON.parse(start))
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['one that is not there', { ghost: 'device' }],
    ['to the name of another', { pump: 'label' }],
    ['to what is no name', { pump: 'two words' }],
  ])('refuses to rename %s', (_, renames) => {
    const { bus, text } = plant()
    const start = text()
    expect(bus.run('update-symbol', { symbol: 'pump', renames })).toMatchObject({
      ok: false,
      code: 'command.arguments',
    })
    expect(text()).toBe(start)
  })

  it('changes type: instance values and bindings are kept where they fit, otherwise removed and counted', () => {
    const bench = plant()
    const { bus, document, get, pump, station, text, params } = bench
    const start = text()
    const changed = params().map((param) =>
      param.name === 'edge' ? { ...param, kind: 'color', default: '#112233' } : param,
    )
    expect(bus.run('update-symbol', { symbol: 'pump', params: changed })).toMatchObject({ ok: true, unfit: 2 })
    expect(document.symbols[0]?.paramProps).toEqual({ body: { fill: 'tint' }, rim: { visible: 'shown' } })
    expect(get(pump).link?.params).toEqual({ pump: 'works/pump-1', label: 'A', shown: false })
    expect(get(station).link?.overrides).toEqual({})
    checkFile(bench)
    bus.run('undo')
    expect(text()).toBe(start)
    bus.run('set-params', { ids: [pump], params: { tint: '#ff0000' } })
    const asText = params().map((param) => (param.name === 'tint' ? { ...param, kind: 'text', default: 'red' } : param))
    expect(bus.run('update-symbol', { symbol: 'pump', params: asText })).toEqual({ ok: true })
    expect(get(pump).link?.params).toMatchObject({ tint: '#ff0000' })
    expect(document.symbols[0]?.paramProps).toMatchObject({ body: { border: 'edge' } })
    checkFile(bench)
  })

  it('refuses a kind that cannot stand where its placeholder does, naming the place', () => {
    const { bus, text, params } = plant()
    const start = text()
    const changed = params().map((param) => (param.name === 'pump' ? { ...param, kind: 'number', default: 1 } : param))
    const result = bus.run('update-symbol', { symbol: 'pump', params: changed })
    expect(result).toMatchObject({ ok: false, code: 'command.arguments' })
    expect(!result.ok && result.problems.map(({ path }) => path)).toContain('symbol.components.0.bindings.0.tag')
    expect(text()).toBe(start)
  })
})
