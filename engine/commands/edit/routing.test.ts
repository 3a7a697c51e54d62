import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { getBounds, sharesToPath } from '../../geometry/index.ts'
import { createBench } from '../testing.ts'
import type { Component } from '../../document/index.ts'
import type { Bench, RawComponent } from '../testing.ts'

const box = (id: string, x: number, y: number, rest: Partial<RawComponent> = {}): RawComponent => ({
  id,
  x,
  y,
  width: 100,
  height: 60,
  ...rest,
})
const joint = (props: Component['props'], rest: Partial<RawComponent> = {}): RawComponent => ({
  id: 'line',
  type: 'joint',
  x: 0,
  y: 0,
  width: 100,
  height: 100,
  props,
  ...rest,
})
const between = { from: 'a:e', to: 'b:w' }

function getPath({ get }: Bench): [number, number][] {
  const corners = get('line').props['corners'] ?? [0, 0, 1, 1]
  return sharesToPath(get('line'), Array.isArray(corners) ? corners : []).map(({ x, y }) => [
    Math.round(x * 1000) / 1000,
    Math.round(y * 1000) / 1000,
  ])
}

function crosses(path: readonly [number, number][], component: Component): boolean {
  const of = getBounds(component)
  return path.some(([x, y], i) => {
    const [fromX, fromY] = path[i - 1] ?? [x, y]
    return (
      Math.max(x, fromX) > of.x &&
      Math.min(x, fromX) < of.x + of.width &&
      Math.max(y, fromY) > of.y &&
      Math.min(y, fromY) < of.y + of.height
    )
  })
}

/** Moves a target forth and back, which reroutes the line. */
function nudged(bench: Bench): Bench {
  bench.bus.run('move', { ids: ['b'], dx: 0, dy: 1 })
  bench.bus.run('move', { ids: ['b'], dx: 0, dy: -1 })
  return bench
}

describe('a line that finds its own way', () => {
  it('avoids components between its ends, except lines, hidden components and those that contain an end', () => {
    const wall = box('wall', 180, -30, { width: 40, height: 140 })
    expect(getPath(nudged(createBench([box('a', 0, 0), box('b', 300, 0), joint(between), wall])))).toEqual([
      [100, 30],
      [160, 30],
      [160, -50],
      [240, -50],
      [240, 30],
      [300, 30],
    ])
    const straight = [
      [100, 30],
      [300, 30],
    ]
    expect(
      getPath(nudged(createBench([box('a', 0, 0), box('b', 300, 0), joint(between), { ...wall, visible: false }]))),
    ).toEqual(straight)
    expect(
      getPath(nudged(createBench([box('a', 0, 0), box('b', 300, 0), joint(between), { ...wall, type: 'wire' }]))),
    ).toEqual(straight)
    expect(
      getPath(
        nudged(
          createBench([
            box('floor', -500, -500, { width: 2000, height: 2000 }),
            box('a', 0, 0),
            box('b', 300, 0),
            joint(between),
          ]),
        ),
      ),
    ).toEqual(straight)
  })

  it('is rerouted in the same step when an obstacle is added, moved or removed', () => {
    const bench = nudged(
      createBench([
        box('a', 0, 0),
        box('b', 300, 0),
        joint(between),
        box('wall', 180, 200, { width: 40, height: 140 }),
      ]),
    )
    const { bus, get, document } = bench
    expect(getPath(bench)).toEqual([
      [100, 30],
      [300, 30],
    ])
    const start = writeDrawing(document.toDrawing())
    bus.run('move', { ids: ['wall'], dx: 0, dy: -230 })
    expect(crosses(getPath(bench), get('wall'))).toBe(false)
    bus.run('undo')
    expect(writeDrawing(document.toDrawing())).toBe(start)
    bus.run('redo')
    bus.run('set-props', { ids: ['wall'], common: { visible: false } })
    expect(getPath(bench)).toEqual([
      [100, 30],
      [300, 30],
    ])
    bus.run('set-props', { ids: ['wall'], common: { visible: true } })
    expect(getPath(bench)).toHaveLength(6)
    bus.run('del', { ids: ['wall'] })
    expect(getPath(bench)).toEqual([
      [100, 30],
      [300, 30],
    ])
  })

  it('is rerouted at each step of a drag across it, and restored with it', () => {
    const bench = nudged(
      createBench([
        box('a', 0, 0),
        box('b', 300, 0),
        joint(between),
        box('wall', 180, 200, { width: 40, height: 140 }),
      ]),
    )
    const start = writeDrawing(bench.document.toDrawing())
    const gesture = bench.bus.gesture('move')
    for (const y of [150, 0, -60, -20]) {
      gesture.update((tx) => tx.patch(bench.get('wall').id, { y }))
      expect(crosses(getPath(bench), bench.get('wall'))).toBe(false)
    }
    gesture.update((tx) => tx.patch(bench.get('wall').id, { y: 400 }))
    expect(getPath(bench)).toEqual([
      [100, 30],
      [300, 30],
    ])
    gesture.cancel()
    expect(writeDrawing(bench.document.toDrawing())).toBe(start)
  })

  it('is not rerouted when distant components move, even many at once', () => {
    const many = Array.from({ length: 80 }, (_, i) => box(`m${i}`, i * 10, 500, { width: 5, height: 5 }))
    const bench = nudged(createBench([box('a', 0, 0), box('b', 300, 0), joint(between), ...many]))
    const line = bench.get('line')
    bench.bus.run('move', { ids: ['m3'], dx: 3, dy: 3 })
    bench.bus.run('move', { ids: many.map(({ id }) => id), dx: 0, dy: -470 })
    expect(bench.get('line')).toBe(line)
  })

  it('in a group can stick to that group, as the rest of it lies', () => {
    const bench = createBench([
      { id: 'g', type: 'group' },
      box('a', 0, 0, { parent: 'g' }),
      box('b', 300, 200, { parent: 'g' }),
      joint({ from: 'a:e', to: 'g:s' }, { parent: 'g' }),
    ])
    bench.bus.run('move', { ids: ['b'], dx: 0, dy: 40 })
    expect(getPath(bench).at(-1)).toEqual([200, 300])
    expect(getBounds(bench.get('g'))).toEqual({ x: 0, y: 0, width: 400, height: 300 })
    expect(getPath(bench)).toEqual([
      [100, 30],
      [200, 30],
      [200, 300],
    ])
    bench.bus.run('move', { ids: ['b'], dx: 0, dy: -60 })
    expect(getPath(bench).at(-1)).toEqual([200, 240])
  })
})

describe('points of a route that are set by hand', () => {
  const bent = () => {
    const bench = nudged(createBench([box('a', 0, 0), box('b', 300, 0), joint(between)]))
    const { x, y, width, height, props } = bench.get('line')
    const share = (px: number, py: number) => [(px - x) / width, (py - y) / height]
    const points = [...share(100, 30), ...share(200, 150), ...share(300, 30)]
    bench.bus.run('set-props', { ids: ['line'], props: { ...props, corners: points, bends: points } })
    return bench
  }

  it('stay where they are while the ends move', () => {
    const bench = bent()
    expect(getPath(bench)).toContainEqual([200, 150])
    bench.bus.run('move', { ids: ['b'], dx: 120, dy: 77 })
    bench.bus.run('move', { ids: ['a'], dx: -33, dy: 4 })
    expect(getPath(bench)).toContainEqual([200, 150])
    expect([getPath(bench)[0], getPath(bench).at(-1)]).toEqual([
      [67, 34],
      [420, 107],
    ])
  })

  it('go along when everything is moved, survive a file, and go with reset-route, which is one step', () => {
    const bench = bent()
    const { bus, document } = bench
    bus.run('move', { ids: ['a', 'b', 'line'], dx: 10, dy: 20 })
    expect(getPath(bench)).toContainEqual([210, 170])
    const text = writeDrawing(document.toDrawing())
    const read = readDrawing(text, testTypes)
    expect(read.problems).toBeUndefined()
    expect(bus.run('reset-route', { ids: ['line', 'a'] })).toEqual({ ok: true })
    expect(getPath(bench)).toEqual([
      [110, 50],
      [310, 50],
    ])
    expect(bench.get('line').props).not.toHaveProperty('bends')
    bus.run('undo')
    expect(writeDrawing(document.toDrawing())).toBe(text)
  })

  it('stay in a line that is locked, or in a locked group, whatever else is named', () => {
    for (const isItself of [true, false]) {
      const bench = bent()
      bench.bus.run('group', { ids: ['line', 'b'] })
      bench.bus.run('lock', { ids: [isItself ? 'line' : bench.get('line').parent] })
      const start = writeDrawing(bench.document.toDrawing())
      expect(bench.bus.run('reset-route', { ids: ['a', 'line'] })).toMatchObject({
        ok: false,
        code: 'command.locked',
        problems: [{ path: 'line' }],
      })
      expect(writeDrawing(bench.document.toDrawing())).toBe(start)
      expect(bench.bus.run('reset-route', { ids: ['a'] })).toEqual({ ok: true })
    }
  })

  it('stay in a line of an instance, which lies and sticks as its symbol has it', () => {
    const bench = bent()
    expect(bench.bus.run('make-symbol', { ids: ['a', 'b', 'line'], name: 'Both' })).toMatchObject({ ok: true })
    const start = writeDrawing(bench.document.toDrawing())
    const inside = [...bench.document.all()].find(({ type }) => type === 'joint')
    expect(bench.bus.run('reset-route', { ids: [inside?.id] })).toMatchObject({
      ok: false,
      code: 'command.instanceMember',
      problems: [{ path: inside?.id }],
    })
    expect(bench.bus.run('set-props', { ids: [inside?.id], props: { to: '' } })).toMatchObject({
      ok: false,
      code: 'command.instanceMember',
      problems: [{ path: inside?.id }],
    })
    expect(bench.bus.run('set-props', { ids: [inside?.id], props: { corners: [0, 1, 1, 0] } })).toMatchObject({
      ok: false,
      code: 'command.instanceMember',
    })
    expect(writeDrawing(bench.document.toDrawing())).toBe(start)
  })

  it('are passed whatever else moves, and nothing apart is crossed', () => {
    const number = fc.integer({ min: -250, max: 250 })
    fc.assert(
      fc.property(number, number, number, number, (dx, dy, wallX, wallY) => {
        const bench = bent()
        bench.bus.run('add', { type: 'box', x: 1000, y: 1000, width: 40, height: 40, name: 'wall' })
        const wall = [...bench.document.all()].find(({ name }) => name === 'wall')
        bench.bus.run('move', { ids: ['b'], dx, dy })
        bench.bus.run('move', { ids: [wall?.id], dx: wallX - 1000, dy: wallY - 1000 })
        const path = getPath(bench)
        expect(path.map(String)).toContain('200,150')
        expect(path.every(([x, y], i) => i === 0 || x === path[i - 1]?.[0] || y === path[i - 1]?.[1])).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})
