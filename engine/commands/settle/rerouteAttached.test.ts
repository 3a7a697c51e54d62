import { describe, expect, it } from 'vitest'
import { DrawingDocument, makeComponent, newDrawing, writeDrawing } from '../../document/index.ts'
import { lineType, testTypes } from '../../document/testing.ts'
import { sharesToPath } from '../../geometry/index.ts'
import { CommandBus, sideTowards } from '../index.ts'
import type { Component, ComponentPatch, Id } from '../../document/index.ts'

const types = new Map([...testTypes, ['wire', lineType('orthogonal')]])

const put = (id: string, x: number, y: number, rest: Partial<ComponentPatch> = {}): Component =>
  makeComponent({ id: id as Id, type: 'box', x, y, width: 100, height: 60, rank: `a${id}`, name: id, ...rest })
const wired = (props: Component['props'], rest: Partial<ComponentPatch> = {}): Component =>
  put('wire', 0, 0, { type: 'wire', props, ...rest })

function plant(...components: Component[]) {
  const document = new DrawingDocument({ ...newDrawing('Test'), components })
  const bus = new CommandBus(document, types)
  const get = (id: string): Component => {
    const component = document.get(id as Id)
    if (!component) throw new Error(`${id} is not there`)
    return component
  }
  const getPath = (component: Component) => {
    const corners = component.props['corners'] ?? lineType('orthogonal').fields['corners']?.default
    return sharesToPath(component, Array.isArray(corners) ? corners : []).map(({ x, y }) => [
      Math.round(x * 1000) / 1000,
      Math.round(y * 1000) / 1000,
    ])
  }
  return { document, bus, get, getWirePath: (id = 'wire') => getPath(get(id)) }
}

const between = { from: 'a:e', to: 'b:w' }

describe('a line with attached ends', () => {
  it('is routed when added and rerouted when its components move, in one undo step', () => {
    const { bus, getWirePath: path, document } = plant(put('a', 0, 0), put('b', 300, 200))
    bus.run('add', { type: 'wire', x: 0, y: 0, props: between })
    const [line] = [...document.all()].filter((one) => one.type === 'wire')
    const id = line?.id ?? ''
    expect(path(id)).toEqual([
      [100, 30],
      [200, 30],
      [200, 230],
      [300, 230],
    ])
    bus.run('move', { ids: ['b'], dx: 100, dy: -200 })
    expect(path(id)).toEqual([
      [100, 30],
      [400, 30],
    ])
    bus.run('undo')
    expect(path(id)).toEqual([
      [100, 30],
      [200, 30],
      [200, 230],
      [300, 230],
    ])
    bus.run('redo')
    expect(path(id)).toEqual([
      [100, 30],
      [400, 30],
    ])
  })

  it('follows a drag step by step and comes back when the drag is cancelled', () => {
    const { bus, getWirePath: path, get, document } = plant(put('a', 0, 0), put('b', 300, 0), wired(between))
    bus.run('move', { ids: ['a'], dx: 0, dy: 0.5 })
    bus.run('move', { ids: ['a'], dx: 0, dy: -0.5 })
    const before = writeDrawing(document.toDrawing())
    const gesture = bus.gesture('move')
    for (const y of [50, 400, 200]) gesture.update((tx) => tx.patch(get('b').id, { y }))
    expect(path()).toEqual([
      [100, 30],
      [200, 30],
      [200, 230],
      [300, 230],
    ])
    gesture.cancel()
    expect(writeDrawing(document.toDrawing())).toBe(before)
  })

  it('keeps to a side that is mirrored and turned with its component', () => {
    const { bus, getWirePath: path } = plant(put('a', 0, 0), put('b', 300, 300), wired(between))
    bus.run('set-frame', { frames: [{ id: 'a', x: 0, y: 0, width: 100, height: 60, angleDeg: 90 }] })
    expect(path()[0]).toEqual([50, 80])
    bus.run('set-props', { ids: ['a'], common: { flipX: true } })
    expect(path()[0]).toEqual([50, -20])
  })

  it('sticks to any point of a component', () => {
    const { bus, getWirePath: path } = plant(put('a', 0, 0), put('b', 300, 300), wired({ from: 'a:0.25,1', to: 'b:w' }))
    bus.run('move', { ids: ['a'], dx: 10, dy: 0 })
    expect(path()).toEqual([
      [35, 60],
      [35, 330],
      [300, 330],
    ])
  })

  it('keeps the bends of a straight line and moves its ends', () => {
    const { bus, getWirePath: path } = plant(
      put('a', 0, 0),
      put('b', 300, 0),
      wired(
        { ...between, routing: 'straight', corners: [0, 0, 0.5, 1, 1, 0] },
        { x: 100, y: 30, width: 200, height: 100 },
      ),
    )
    bus.run('move', { ids: ['b'], dx: 0, dy: 40 })
    expect(path()).toEqual([
      [100, 30],
      [200, 130],
      [300, 70],
    ])
  })

  it('stays where it was, free, when its component is deleted, and holds on again after undo', () => {
    const { bus, getWirePath: path, get } = plant(put('a', 0, 0), put('b', 300, 200), wired(between))
    bus.run('move', { ids: ['a'], dx: 10, dy: 0 })
    const before = path()
    bus.run('del', { ids: ['b'] })
    expect(get('wire').props['to']).toBeUndefined()
    expect(path()).toEqual(before)
    bus.run('move', { ids: ['a'], dx: 0, dy: 10 })
    expect(path().at(-1)).toEqual(before.at(-1))
    bus.run('undo')
    bus.run('undo')
    bus.run('move', { ids: ['b'], dx: 0, dy: 50 })
    expect(path().at(-1)).toEqual([300, 280])
  })

  it('is drawn back to its anchors when it is moved itself', () => {
    const { bus, getWirePath: path } = plant(put('a', 0, 0), put('b', 300, 200), wired(between))
    bus.run('move', { ids: ['a'], dx: 10, dy: 0 })
    const before = path()
    bus.run('move', { ids: ['wire'], dx: 33, dy: -7 })
    expect(path()).toEqual(before)
  })

  it('attaches to the nearest side of a component selected by name, and keeps its position when detached', () => {
    const {
      bus,
      get,
      getWirePath: path,
    } = plant(put('a', 0, 0), put('b', 300, 200), put('c', 0, 400), wired({ from: 'a:e', to: 'b:w' }))
    bus.run('set-props', { ids: ['wire'], props: { to: `c:${sideTowards(get('c'), get('a'))}` } })
    expect(get('wire').props['to']).toBe('c:n')
    expect(path().at(-1)).toEqual([50, 400])
    bus.run('set-props', { ids: ['wire'], props: { to: '' } })
    bus.run('move', { ids: ['c'], dx: 500, dy: 0 })
    expect(path().at(-1)).toEqual([50, 400])
  })

  it('cannot be reattached while it or its group is locked, but other properties can be changed', () => {
    const { bus, get, getWirePath: path } = plant(put('a', 0, 0), put('b', 300, 200), put('c', 0, 400), wired(between))
    bus.run('group', { ids: ['b', 'wire'] })
    const before = path()
    for (const locked of ['wire', get('wire').parent ?? '']) {
      bus.run('lock', { ids: [locked] })
      for (const props of [{ to: 'c:n' }, { from: '' }, { to: null }, { corners: [0, 1, 1, 0] }]) {
        expect(bus.run('set-props', { ids: ['wire'], props })).toMatchObject({
          ok: false,
          code: 'command.locked',
          problems: [{ path: 'wire' }],
        })
      }
      expect(bus.run('set-props', { ids: ['wire'], props: { to: 'c:n' }, common: { locked: false } })).toMatchObject({
        code: 'command.locked',
      })
      expect([
        path(),
        bus.run('set-props', { ids: ['wire'], props: { ...between }, common: { opacity: 0.5 } }),
      ]).toEqual([before, { ok: true }])
      bus.run('unlock', { ids: [locked] })
    }
    expect(bus.run('set-props', { ids: ['wire'], props: { to: 'c:n' } })).toEqual({ ok: true })
  })

  it('moves as it is with all that it sticks to', () => {
    const { bus, get } = plant(
      put('a', 0, 0),
      put('b', 300, 200),
      wired(between, { x: 100, y: 30, width: 200, height: 200 }),
    )
    bus.run('move', { ids: ['a', 'b', 'wire'], dx: 7, dy: 9 })
    expect(get('wire')).toMatchObject({ x: 107, y: 39, width: 200, height: 200, props: between })
  })

  it('copied with both, it joins the copies; copied alone it is free', () => {
    const { bus, document, get, getWirePath: path } = plant(put('a', 0, 0), put('b', 300, 200), wired(between))
    bus.run('move', { ids: ['a'], dx: 10, dy: 0 })
    const before = path()
    const together = bus.run('copy-add', { ids: ['a', 'b', 'wire'] })
    const copies = together.ok ? (together.created ?? []).map((id) => document.get(id)) : []
    const line = copies.find((one) => one?.type === 'wire')
    const boxes = copies.filter((one) => one?.type === 'box').map((one) => one?.id)
    expect(boxes.map((id) => [`${id}:e`, `${id}:w`]).flat()).toEqual(
      expect.arrayContaining([line?.props['from'], line?.props['to']]),
    )
    const alone = bus.run('copy-add', { ids: ['wire'] })
    const [single = ''] = alone.ok ? (alone.created ?? []) : []
    expect(get(single).props).not.toHaveProperty('from')
    expect(path(single)).toEqual(before.map(([x = 0, y = 0]) => [x + 25, y + 25]))
  })

  it('in a group, its group holds it whole', () => {
    const group = makeComponent({ id: 'g' as Id, type: 'group', rank: 'a0', x: 0, y: 0, width: 200, height: 200 })
    const { bus, get } = plant(group, put('a', 0, 0), put('b', 300, 200), wired(between, { parent: group.id }))
    bus.run('move', { ids: ['b'], dx: 200, dy: 0 })
    expect(get('g')).toMatchObject({ x: 100, y: 30, width: 400, height: 200 })
  })

  it('sticks to a group and follows its members', () => {
    const group = makeComponent({ id: 'g' as Id, type: 'group', rank: 'a0', x: 300, y: 200, width: 100, height: 60 })
    const { bus, getWirePath: path } = plant(
      group,
      put('a', 0, 0),
      put('b', 300, 200, { parent: group.id }),
      wired({ from: 'a:e', to: 'g:w' }),
    )
    bus.run('move', { ids: ['g'], dx: 0, dy: -200 })
    expect(path()).toEqual([
      [100, 30],
      [300, 30],
    ])
  })

  it.each(['gone:e', 'wire:e', 'a', 'a:9,9', 'a:e:e', ':', 'a:up'])(
    'takes no harm from an end that sticks to %s',
    (from) => {
      const { bus, getWirePath: path } = plant(put('a', 0, 0), put('b', 300, 200), wired({ from, to: 'b:w' }))
      bus.run('move', { ids: ['b'], dx: 10, dy: 0 })
      expect([path()[0], path().at(-1)]).toEqual([
        [0, 0],
        [310, 230],
      ])
    },
  )
})
