import { expect, it } from 'vitest'
import {
  DrawingDocument,
  makeComponent,
  memberId,
  newDrawing,
  readDrawing,
  symbolDrawing,
  writeDrawing,
} from '../../document/index.ts'
import { lineType, testTypes } from '../../document/testing.ts'
import { CommandBus } from '../index.ts'
import { createBench } from '../testing.ts'
import type { Component, Id, SymbolDefinition } from '../../document/index.ts'

const types = new Map([...testTypes, ['wire', lineType('straight')]])

const box = (id: string, x: number): Component =>
  makeComponent({ id: id as Id, type: 'box', x, y: 0, width: 50, height: 50, rank: `a${id}` })
const line = (id: string, from: string, to: string): Component =>
  makeComponent({ id: id as Id, type: 'wire', rank: `a${id}`, props: { from, to } })

/** Two boxes and the line between them become a symbol; another line is attached from outside. */
function plant() {
  const document = new DrawingDocument({
    ...newDrawing('Test'),
    components: [box('a', 0), box('b', 100), box('c', 300), line('inner', 'a:e', 'b:w'), line('outer', 'b:e', 'c:w')],
  })
  const bus = new CommandBus(document, types)
  expect(bus.run('move', { ids: ['a', 'b', 'c'], dx: 0, dy: 10 })).toEqual({ ok: true })
  const created = bus.run('make-symbol', { ids: ['a', 'b', 'inner'], name: 'Pair' })
  const id = created.ok ? created.created?.[0] : undefined
  if (!id) throw new Error(JSON.stringify(created))
  const get = (name: Id): Component => {
    const component = document.get(name)
    if (!component) throw new Error(`${name} is not there`)
    return component
  }
  const member = (of: Id, name: string): Id => memberId(of, name as Id)
  return { document, bus, id, get, member }
}

/** The shown components must equal those read from the saved file. */
function check(document: DrawingDocument): void {
  expect(readDrawing(writeDrawing(document.toDrawing()), types).value?.drawing.components).toEqual(
    document.paintOrder(),
  )
}

it('lines within and without stick to the members of the instance that takes the place of a selection', () => {
  const { document, bus, id, get, member } = plant()
  expect(get(member(id, 'inner')).props).toMatchObject({ from: `${member(id, 'a')}:e`, to: `${member(id, 'b')}:w` })
  expect(get('outer' as Id)).toMatchObject({ x: 150, y: 25, width: 150, props: { from: `${member(id, 'b')}:e` } })
  bus.run('move', { ids: [id], dx: 50, dy: 0 })
  expect(get('outer' as Id)).toMatchObject({ x: 200, width: 100 })
  expect(get(member(id, 'inner'))).toMatchObject({ x: 100, width: 50 })
  check(document)
})

it('a line in a turned instance lies as the symbol has it', () => {
  const { document, bus, id, get, member } = plant()
  bus.run('rotate', { ids: [id], byDeg: 90 })
  expect(get(member(id, 'inner'))).toMatchObject({ width: 50, angleDeg: 90 })
  check(document)
})

it('lines go with copies of instances and of nested ones, and stay where an instance is detached', () => {
  const { document, bus, id, get, member } = plant()
  const copied = bus.run('copy-add', { ids: [id, 'c', 'outer'] })
  const copy = ((copied.ok && copied.created) || []).find((one) => get(one).link)
  if (!copy) throw new Error(JSON.stringify(copied))
  const wires = [...document.all()].filter((one) => one.type === 'wire' && one.parent === null && one.id !== 'outer')
  expect(wires[0]?.props['from']).toBe(`${member(copy, 'b')}:e`)
  const nested = bus.run('make-symbol', { ids: [id, 'c', 'outer'], name: 'Line' })
  const whole = nested.ok ? nested.created?.[0] : undefined
  if (!whole) throw new Error(JSON.stringify(nested))
  expect(get(member(whole, 'outer')).props['from']).toBe(`${member(member(whole, id), 'b')}:e`)
  check(document)
  bus.run('detach', { ids: [whole] })
  bus.run('move', { ids: [member(whole, 'c')], dx: 40, dy: 0 })
  expect(get(member(whole, 'outer')).width).toBe(190)
  check(document)
})

it.each([
  ['across', { width: 100, height: 0 }, { width: 30, height: 40 }],
  ['upright', { width: 0, height: 100 }, { width: 40, height: 30 }],
])('a symbol made of a straight line %s displays added components at their position', (_, size, added) => {
  const { document, bus, get } = createBench([{ id: 'rail', type: 'wire', x: 50, y: 60, ...size }])
  /** Updates the symbol as its own drawing does. */
  const edit = (symbol: SymbolDefinition): void => {
    const {
      layer: { width, height },
      components,
    } = symbolDrawing(symbol, document.symbols, testTypes)
    const more = makeComponent({ id: 'more' as Id, type: 'box', rank: 'a9', x: 5, y: 5, ...added })
    expect(bus.run('update-symbol', { symbol: symbol.id, width, height, components: [...components, more] })).toEqual({
      ok: true,
    })
  }
  const created = bus.run('make-symbol', { ids: ['rail'], name: 'Rail' })
  const id = created.ok ? created.created?.[0] : undefined
  const [symbol] = document.symbols
  if (!id || !symbol) throw new Error(JSON.stringify(created))
  expect(symbol).toMatchObject({ width: Math.max(1, size.width), height: Math.max(1, size.height) })
  expect(document.descendants(id)).toMatchObject([{ x: 50, y: 60, ...size }])
  edit(symbol)
  expect(document.descendants(id)).toMatchObject([
    { x: 50, y: 60, ...size },
    { x: 55, y: 65, ...added },
  ])
  check(document)

  // A file whose instance has no height or width.
  const flat = { ...symbol, id: 'flat' as Id, ...size }
  bus.run('paste', {
    drawing: {
      version: 2,
      symbols: [flat],
      components: [
        { id: 'old', type: 'group', x: 50, y: 60, ...size, link: { symbol: 'flat', place: { x: 50, y: 60, ...size } } },
      ],
    },
  })
  const old = [...document.components.values()].find(({ link }) => link?.symbol === 'flat')
  if (!old) throw new Error('it is not there')
  const now = document.symbols.find((one) => one.id === 'flat')
  if (now) edit(now)
  bus.run('move', { ids: [old.id], dx: 10, dy: 0 })
  expect(document.descendants(old.id)).toMatchObject([
    { x: 60, y: 60, ...size },
    { x: 65, y: 65, ...added },
  ])
  check(document)
  bus.run('set-frame', { frames: [{ id, x: 0, y: 0, width: 0, height: 0 }] })
  expect(get(id).link?.place).toMatchObject({ width: 1, height: 1 })
})
