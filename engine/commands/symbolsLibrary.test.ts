import { describe, expect, it } from 'vitest'
import { newDrawing, readDrawing, symbolDefinition, writeDrawing } from '../document/index.ts'
import { testTypes } from '../document/testing.ts'
import { benchOf, pumpSymbols } from './testing.ts'
import type { Drawing } from '../document/index.ts'
import type { Bench } from './testing.ts'

const origin = (revision: number) => ({ library: 'entry-1', revision })
const symbolsOf = ({ document }: Bench): string[] => document.symbols.map(({ name, origin: from }) => `${name} ${from?.revision ?? '-'}`)

/** The station, which is made of pumps, as a library keeps it; `change` is told the raw symbols. */
function station(change: (symbols: typeof pumpSymbols) => unknown = (symbols) => symbols): Drawing {
  const raw = { version: 3, symbols: change(structuredClone(pumpSymbols)), components: [] }
  const read = readDrawing(JSON.stringify(raw), testTypes)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const { symbols = [] } = read.value.drawing
  const main = symbols.find(({ id }) => id === 'station')
  if (!main) throw new Error('there is no station')
  return symbolDefinition(main, symbols)
}

const wider = (symbols: typeof pumpSymbols) => symbols.map((symbol) => (symbol.id === 'pump' ? { ...symbol, width: 140 } : { ...symbol, height: symbol.height + 40 }))

describe('a symbol of a library', () => {
  it('comes with those within it, once, however often it is put down, and says where it is from', () => {
    const bench = benchOf([])
    const first = bench.bus.run('add-from-library', { definition: station(), origin: origin(1), x: 10, y: 20, name: 'East' })
    expect(first).toMatchObject({ ok: true })
    bench.bus.run('add-from-library', { definition: writeDrawing(station(wider)), origin: origin(2), x: 500, y: 20 })
    expect(symbolsOf(bench)).toEqual(['Pump -', 'Station 1'])
    expect(bench.document.children(null).map(({ name, x, link }) => [name, x, link?.symbol])).toEqual([['East', 10, 'station'], ['Station', 500, 'station']])
    bench.bus.run('undo', {})
    bench.bus.run('undo', {})
    expect([bench.document.size, bench.document.symbols.length]).toEqual([0, 0])
  })

  it('keeps a symbol of the same id that says something else, and is a copy beside it', () => {
    const bench = benchOf([], {}, [{ ...pumpSymbols[0], width: 77 }])
    bench.bus.run('add-from-library', { definition: station(), origin: origin(1), x: 0, y: 0 })
    expect(bench.document.symbols.map(({ name, width }) => [name, width])).toEqual([['Pump', 77], ['Pump (2)', 100], ['Station', expect.any(Number)]])
  })

  it('follows its library in one step, and with it every instance and what only it is made of', () => {
    const bench = benchOf([])
    bench.bus.run('add-from-library', { definition: station(), origin: origin(1), x: 0, y: 0 })
    const before = writeDrawing(bench.document.toDrawing())
    bench.bus.run('rename-symbol', { symbol: 'station', name: 'Our station' })
    const named = writeDrawing(bench.document.toDrawing())
    expect(bench.bus.run('update-symbol', { symbol: 'station', library: station(wider), origin: origin(2) })).toMatchObject({ ok: true })
    expect(symbolsOf(bench)).toEqual(['Pump -', 'Our station 2'])
    expect(bench.document.symbols[0]?.width).toBe(140)
    expect(readDrawing(writeDrawing(bench.document.toDrawing()), testTypes).value?.drawing.components).toEqual(bench.document.paintOrder())
    bench.bus.run('undo', {})
    expect(writeDrawing(bench.document.toDrawing())).toBe(named)
    bench.bus.run('undo', {})
    expect(writeDrawing(bench.document.toDrawing())).toBe(before)
  })

  it('follows its library with all that are older at once, as one step, and instances keep what is their own', () => {
    const bench = benchOf([], {}, pumpSymbols)
    const pump = () => symbolDefinition(bench.document.symbols[0] ?? station(), bench.document.symbols)
    const definition = pump()
    const made = bench.bus.run('add-instance', { symbol: 'pump', x: 0, y: 0, params: { edge: 7 } })
    const own = made.ok ? made.created?.[0] : undefined
    bench.bus.run('add-from-library', { definition: station(), origin: origin(1), x: 300, y: 0 })
    const before = writeDrawing(bench.document.toDrawing())
    const wide = { ...definition, symbols: definition.symbols?.map((symbol) => ({ ...symbol, width: 222 })) }
    const entries = [{ symbol: 'pump', library: wide, origin: { library: 'entry-2', revision: 5 } }, { symbol: 'station', library: station(wider), origin: origin(2) }]
    expect(bench.bus.run('update-from-library', { symbols: entries })).toMatchObject({ ok: true })
    expect(bench.document.symbols.find(({ id }) => id === 'pump')).toMatchObject({ width: 222, origin: { library: 'entry-2', revision: 5 } })
    expect(bench.document.symbols.find(({ id }) => id === 'station')?.origin).toEqual(origin(2))
    expect([...bench.document.all()].find(({ id }) => id === own)?.link?.params).toEqual({ edge: 7 })
    bench.bus.run('undo', {})
    expect(writeDrawing(bench.document.toDrawing())).toBe(before)
    expect(bench.bus.run('update-from-library', { symbols: [...entries, { symbol: 'nobody', library: wide, origin: origin(2) }] })).toMatchObject({ ok: false })
    expect(writeDrawing(bench.document.toDrawing())).toBe(before)
  })

  it('leaves alone what is used elsewhere when it follows its library', () => {
    const bench = benchOf([])
    bench.bus.run('add-from-library', { definition: station(), origin: origin(1), x: 0, y: 0 })
    bench.bus.run('add-instance', { symbol: 'pump', x: 900, y: 0 })
    bench.bus.run('update-symbol', { symbol: 'station', library: station(wider), origin: origin(2) })
    expect(bench.document.symbols.map(({ name, width }) => `${name} ${width}`)).toEqual(expect.arrayContaining(['Pump 100', 'Pump (2) 140']))
    const members = bench.document.symbols.find(({ id }) => id === 'station')?.components.flatMap(({ link }) => (link ? [link.symbol] : []))
    expect(members).not.toContain('pump')
  })

  it.each<[string, unknown]>([
    ['an empty drawing', newDrawing()], ['no drawing', 'pump'],
    ['a drawing of two', { ...station(), components: [...station().components, { ...station().components[0], id: 'second' }] }],
  ])('is refused for %s, and changes nothing', (_, definition) => {
    const bench = benchOf([])
    expect(bench.bus.run('add-from-library', { definition, origin: origin(1), x: 0, y: 0 })).toMatchObject({ ok: false, code: 'command.arguments' })
    expect([bench.document.size, bench.document.symbols.length]).toEqual([0, 0])
  })
})
