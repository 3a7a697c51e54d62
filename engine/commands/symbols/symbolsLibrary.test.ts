import { describe, expect, it } from 'vitest'
import { newDrawing, readDrawing, symbolDefinition, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { createBench, pumpSymbols } from '../testing.ts'
import type { Drawing } from '../../document/index.ts'
import type { Bench } from '../testing.ts'

const origin = (revision: number) => ({ library: 'entry-1', revision })
const listSymbols = ({ document }: Bench): string[] =>
  document.symbols.map(({ name, origin: from }) => `${name} ${from?.revision ?? '-'}`)

/** The station, which contains pumps, as a library item. `change` can modify the raw symbols. */
function station(change: (symbols: typeof pumpSymbols) => unknown = (symbols) => symbols): Drawing {
  const raw = { version: 3, symbols: change(structuredClone(pumpSymbols)), components: [] }
  const read = readDrawing(JSON.stringify(raw), testTypes)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const { symbols = [] } = read.value.drawing
  const main = symbols.find(({ id }) => id === 'station')
  if (!main) throw new Error('there is no station')
  return symbolDefinition(main, symbols)
}

const wider = (symbols: typeof pumpSymbols) =>
  symbols.map((symbol) =>
    symbol.id === 'pump' ? { ...symbol, width: 140 } : { ...symbol, height: symbol.height + 40 },
  )

describe('a symbol of a library', () => {
  it('is added once with its nested symbols, however often it is placed, and records its origin', () => {
    const bench = createBench([])
    const first = bench.bus.run('add-from-library', {
      definition: station(),
      origin: origin(1),
      x: 10,
      y: 20,
      name: 'East',
    })
    expect(first).toMatchObject({ ok: true })
    bench.bus.run('add-from-library', { definition: writeDrawing(station(wider)), origin: origin(2), x: 500, y: 20 })
    expect(listSymbols(bench)).toEqual(['Pump -', 'Station 1'])
    expect(bench.document.children(null).map(({ name, x, link }) => [name, x, link?.symbol])).toEqual([
      ['East', 10, 'station'],
      ['Station', 500, 'station'],
    ])
    bench.bus.run('undo', {})
    bench.bus.run('undo', {})
    expect([bench.document.size, bench.document.symbols.length]).toEqual([0, 0])
  })

  it('is added as a copy next to a different symbol with the same ID', () => {
    const bench = createBench([], {}, [{ ...pumpSymbols[0], width: 77 }])
    bench.bus.run('add-from-library', { definition: station(), origin: origin(1), x: 0, y: 0 })
    expect(bench.document.symbols.map(({ name, width }) => [name, width])).toEqual([
      ['Pump', 77],
      ['Pump (2)', 100],
      ['Station', expect.any(Number)],
    ])
  })

  it('is updated from its library in one step, with all instances and the symbols only it uses', () => {
    const bench = createBench([])
    bench.bus.run('add-from-library', { definition: station(), origin: origin(1), x: 0, y: 0 })
    const before = writeDrawing(bench.document.toDrawing())
    bench.bus.run('rename-symbol', { symbol: 'station', name: 'Our station' })
    const named = writeDrawing(bench.document.toDrawing())
    expect(
      bench.bus.run('update-symbol', { symbol: 'station', library: station(wider), origin: origin(2) }),
    ).toMatchObject({ ok: true })
    expect(listSymbols(bench)).toEqual(['Pump -', 'Our station 2'])
    expect(bench.document.symbols[0]?.width).toBe(140)
    expect(readDrawing(writeDrawing(bench.document.toDrawing()), testTypes).value?.drawing.components).toEqual(
      bench.document.paintOrder(),
    )
    bench.bus.run('undo', {})
    expect(writeDrawing(bench.document.toDrawing())).toBe(named)
    bench.bus.run('undo', {})
    expect(writeDrawing(bench.document.toDrawing())).toBe(before)
  })

  it('is updated with all outdated symbols in one step, and instances keep their overrides', () => {
    const bench = createBench([], {}, pumpSymbols)
    const pump = () => symbolDefinition(bench.document.symbols[0] ?? station(), bench.document.symbols)
    const definition = pump()
    const created = bench.bus.run('add-instance', { symbol: 'pump', x: 0, y: 0, params: { edge: 7 } })
    const own = created.ok ? created.created?.[0] : undefined
    bench.bus.run('add-from-library', { definition: station(), origin: origin(1), x: 300, y: 0 })
    const before = writeDrawing(bench.document.toDrawing())
    const wide = { ...definition, symbols: definition.symbols?.map((symbol) => ({ ...symbol, width: 222 })) }
    const entries = [
      { symbol: 'pump', library: wide, origin: { library: 'entry-2', revision: 5 } },
      { symbol: 'station', library: station(wider), origin: origin(2) },
    ]
    expect(bench.bus.run('update-from-library', { symbols: entries })).toMatchObject({ ok: true })
    expect(bench.document.symbols.find(({ id }) => id === 'pump')).toMatchObject({
      width: 222,
      origin: { library: 'entry-2', revision: 5 },
    })
    expect(bench.document.symbols.find(({ id }) => id === 'station')?.origin).toEqual(origin(2))
    expect([...bench.document.all()].find(({ id }) => id === own)?.link?.params).toEqual({ edge: 7 })
    bench.bus.run('undo', {})
    expect(writeDrawing(bench.document.toDrawing())).toBe(before)
    expect(
      bench.bus.run('update-from-library', {
        symbols: [...entries, { symbol: 'nobody', library: wide, origin: origin(2) }],
      }),
    ).toMatchObject({ ok: false })
    expect(writeDrawing(bench.document.toDrawing())).toBe(before)
  })

  it('does not change symbols used elsewhere when it is updated', () => {
    const bench = createBench([])
    bench.bus.run('add-from-library', { definition: station(), origin: origin(1), x: 0, y: 0 })
    bench.bus.run('add-instance', { symbol: 'pump', x: 900, y: 0 })
    bench.bus.run('update-symbol', { symbol: 'station', library: station(wider), origin: origin(2) })
    expect(bench.document.symbols.map(({ name, width }) => `${name} ${width}`)).toEqual(
      expect.arrayContaining(['Pump 100', 'Pump (2) 140']),
    )
    const members = bench.document.symbols
      .find(({ id }) => id === 'station')
      ?.components.flatMap(({ link }) => (link ? [link.symbol] : []))
    expect(members).not.toContain('pump')
  })

  it.each<[string, unknown]>([
    ['an empty drawing', newDrawing()],
    ['no drawing', 'pump'],
    [
      'a drawing of two',
      { ...station(), components: [...station().components, { ...station().components[0], id: 'second' }] },
    ],
  ])('is refused for %s, and changes nothing', (_, definition) => {
    const bench = createBench([])
    expect(bench.bus.run('add-from-library', { definition, origin: origin(1), x: 0, y: 0 })).toMatchObject({
      ok: false,
      code: 'command.arguments',
    })
    expect([bench.document.size, bench.document.symbols.length]).toEqual([0, 0])
  })
})

describe('symbols within symbols that follow their libraries in one step', () => {
  const [pumpRaw, stationRaw] = pumpSymbols
  const of = (library: string, revision: number) => ({ library, revision })
  /** Raw symbols of a drawing: a pump whose width depends on its revision, and a station that contains it. */
  const pumpAt = (revision: number | null) => ({
    ...pumpRaw,
    width: 100 + (revision ?? 0),
    ...(revision !== null && { origin: of('pumps', revision) }),
  })
  const stationAt = (revision: number) => ({ ...stationRaw, height: 100 + revision, origin: of('stations', revision) })
  const entry = (id: string, symbols: readonly unknown[]): Drawing => {
    const read = readDrawing({ version: 3, symbols, components: [] }, testTypes)
    const main = read.value?.drawing.symbols?.find((one) => one.id === id)
    if (!main) throw new Error(JSON.stringify(read.problems))
    return symbolDefinition(main, read.value?.drawing.symbols ?? [])
  }
  const pumps = (revision: number) => ({
    symbol: 'pump',
    library: entry('pump', [pumpAt(revision)]),
    origin: of('pumps', revision),
  })
  const stations = (revision: number, pump: number | null) => ({
    symbol: 'station',
    library: entry('station', [pumpAt(pump), stationAt(revision)]),
    origin: of('stations', revision),
  })
  const shown = ({ document }: Bench) =>
    document.symbols.map(({ name, width, height, origin: from, components }) => ({
      name,
      size: `${width}x${height}`,
      revision: from?.revision,
      of: [...new Set(components.flatMap(({ link }) => (link ? [link.symbol] : [])))],
    }))
  const orders = (entries: readonly unknown[]) => [entries, entries.toReversed()]
  const used = { name: 'Pump', size: '105x50', revision: 5, of: [] }
  const user = { name: 'Station', size: '200x109', revision: 9, of: ['pump'] }

  it.each<[string, boolean, number | null, number, number]>([
    ['an older one', false, 4, 5, 5],
    ['an older one that is shown too', true, 4, 5, 5],
    ['the same', false, 5, 5, 5],
    ['the same, shown too', true, 5, 5, 5],
    ['one from before it had an entry', false, null, 5, 5],
    ['one from before, shown too', true, null, 5, 5],
    ['a newer one', false, 6, 5, 6],
    ['a newer one, shown too', true, 6, 5, 6],
  ])(
    'end at the newest revision, whichever order they are named in, when the outer one brings %s',
    (_, isShown, inner, own, newest) => {
      for (const symbols of orders([stations(9, inner), pumps(own)])) {
        const bench = createBench([], {}, [pumpAt(3), stationAt(2)])
        bench.bus.run('add-instance', { symbol: 'station', x: 0, y: 0 })
        if (isShown) bench.bus.run('add-instance', { symbol: 'pump', x: 500, y: 0 })
        bench.bus.run('rename-symbol', { symbol: 'pump', name: 'Our pump' })
        const before = writeDrawing(bench.document.toDrawing())
        expect(bench.bus.run('update-from-library', { symbols })).toMatchObject({ ok: true })
        expect(shown(bench)).toEqual([
          { ...used, name: 'Our pump', size: `${100 + newest}x50`, revision: newest },
          user,
        ])
        expect(readDrawing(writeDrawing(bench.document.toDrawing()), testTypes).value?.drawing.components).toEqual(
          bench.document.paintOrder(),
        )
        bench.bus.run('undo', {})
        expect(writeDrawing(bench.document.toDrawing())).toBe(before)
      }
    },
  )

  it('end at the newest revision that two outer ones bring of one that is not named', () => {
    const plant = { ...stationRaw, id: 'plant', name: 'Plant', origin: of('plants', 2) }
    const plants = (pump: number) => ({
      symbol: 'plant',
      library: entry('plant', [pumpAt(pump), { ...plant, height: 111 }]),
      origin: of('plants', 7),
    })
    for (const symbols of [...orders([stations(9, 4), plants(5)]), ...orders([stations(9, 5), plants(4)])]) {
      const bench = createBench([], {}, [pumpAt(3), stationAt(2), plant])
      expect(bench.bus.run('update-from-library', { symbols })).toMatchObject({ ok: true })
      expect(shown(bench)).toEqual([used, user, { name: 'Plant', size: '200x111', revision: 7, of: ['pump'] }])
    }
  })

  it('are not made older by an outer one that follows alone', () => {
    const bench = createBench([], {}, [pumpAt(5), stationAt(2)])
    bench.bus.run('update-symbol', stations(9, 4))
    expect(shown(bench)).toEqual([used, user])
  })

  it('keep the parameters that the newest revision of the outer symbol passes to the inner one', () => {
    const params = [...pumpRaw.params, { name: 'speed', kind: 'number', default: 1 }]
    const faster = { ...pumpAt(5), params }
    const giving = stationRaw.components.map((one) => ({
      ...one,
      link: { ...one.link, params: { ...one.link.params, speed: 8 } },
    }))
    const fast = [
      {
        symbol: 'station',
        library: entry('station', [faster, { ...stationAt(9), components: giving }]),
        origin: of('stations', 9),
      },
      { symbol: 'pump', library: entry('pump', [faster]), origin: of('pumps', 5) },
    ]
    for (const symbols of orders(fast)) {
      const bench = createBench([], {}, [pumpAt(3), stationAt(2)])
      bench.bus.run('update-from-library', { symbols })
      expect(bench.document.symbols[1]?.components.map(({ link }) => link?.params['speed'])).toEqual([8, 8])
    }
  })
})
