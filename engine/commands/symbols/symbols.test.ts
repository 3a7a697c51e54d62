import { describe, expect, it } from 'vitest'
import {
  DrawingDocument,
  excerpt,
  newDrawing,
  getOwnComponents,
  readDrawing,
  symbolDrawing,
  writeDrawing,
} from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { CommandBus } from '../index.ts'
import { createBench, pumpSymbols, street } from '../testing.ts'
import type { Component, Diff, Id } from '../../document/index.ts'
import type { Bench } from '../testing.ts'

const serialize = ({ document }: Bench): string => writeDrawing(document.toDrawing())

/**
 * A bench with an instance of the pump and one of the station. `p` and `s` return their members by the names used in
 * the symbols.
 */
function plant() {
  const bench = createBench([{ id: 'plain', x: 500, y: 500 }], {}, pumpSymbols)
  const created = (result: ReturnType<Bench['bus']['run']>): Id => {
    if (!result.ok || !result.created?.[0]) throw new Error(JSON.stringify(result))
    return result.created[0]
  }
  const pump = created(
    bench.bus.run('add-instance', {
      symbol: 'pump',
      x: 300,
      y: 100,
      params: { pump: 'works/pump-1', label: '泵一', edge: 7 },
    }),
  )
  const station = created(bench.bus.run('add-instance', { symbol: 'station', x: 0, y: 0, params: { label: 'East' } }))
  return {
    ...bench,
    pump,
    station,
    created,
    instance: (id: Id) => bench.get(id),
    members: (id: Id) => bench.document.descendants(id),
  }
}

const byName = (members: readonly Component[], name: string): Component => {
  const member = members.find((one) => one.name === name)
  if (!member) throw new Error(`${name} is not among ${members.map((one) => one.name).join(', ')}`)
  return member
}

/** The shown components must equal those read from the saved file, and saving again must give the same bytes. */
function checkFile(bench: Bench): void {
  const text = serialize(bench)
  const read = readDrawing(text, testTypes)
  expect(read.problems).toBeUndefined()
  expect(read.value?.drawing.components).toEqual(bench.document.paintOrder())
  expect(writeDrawing(read.value?.drawing ?? newDrawing())).toBe(text)
}

describe('an instance', () => {
  it('is never given a place that no file may have, not even where nothing is seen of it', () => {
    const wall = {
      id: 'wall',
      name: 'Wall',
      width: 10,
      height: 10,
      params: [],
      components: [{ id: 'm', type: 'box', x: 0, y: 0, width: 0, height: 10 }],
    }
    const bench = createBench([], {}, [wall])
    const created = bench.bus.run('add-instance', { symbol: 'wall', x: 0, y: 0 })
    const id = created.ok ? created.created?.[0] : undefined
    if (id === undefined) throw new Error('no instance was made')
    const before = serialize(bench)
    const { link } = bench.get(id)
    const drag = bench.bus.gesture('drag')
    drag.update((tx) => {
      if (link) tx.patch(id, { link: { ...link, place: { ...link.place, width: 2e6 } } })
    })
    drag.commit()
    expect(serialize(bench)).toBe(before)
    checkFile(bench)
  })

  it('has its parameters in tags, expressions, texts, actions, prompts and properties', () => {
    const { members, pump } = plant()
    expect(members(pump)).toMatchObject([
      {
        type: 'box',
        name: '泵一 body',
        x: 300,
        y: 100,
        width: 60,
        height: 50,
        parent: pump,
        props: { caption: '泵一 {x}', border: 7, fill: '#cccccc' },
        bindings: [
          { tag: 'works/pump-1/speed', via: { source: 'value + {works/pump-1/load} * 7' } },
          { tag: 'plant/main/state' },
        ],
        action: { tag: 'works/pump-1/run' },
      },
      { type: 'group', x: 360, y: 110, width: 40, height: 30 },
      { type: 'box', visible: true, x: 360, y: 110, angleDeg: 90, extras: { prompt: 'of 泵一' } },
      { type: 'wire', x: 380, y: 120 },
    ])
  })

  it('without a tag omits bindings that require it, and shares values independent of parameters', () => {
    const { bus, members, created, document, pump } = plant()
    const other = created(bus.run('add-instance', { symbol: 'pump', x: 0, y: 0 }))
    const [body, , , shaft] = members(other)
    expect(body).toMatchObject({ bindings: [{ tag: 'plant/main/state' }], action: null })
    expect(shaft?.props).toBe(members(pump)[3]?.props)
    expect(document.size).toBe(1 + 5 + 11 + 5)
  })

  it('inside a symbol receives the parameters passed by the outer symbol, and no others', () => {
    const { bus, members, station } = plant()
    const names = members(station)
      .filter(({ type }) => type === 'box')
      .map(({ name }) => name)
    expect(names).toEqual(['East A body', 'box', 'Pump body', 'box'])
    expect(byName(members(station), 'East A body').bindings[0]?.tag).toBe('works/hall-1/speed')
    bus.run('set-params', { ids: [station], params: { plant: 'works/hall-2', label: 'West' } })
    expect(byName(members(station), 'West A body')).toMatchObject({
      bindings: [{ tag: 'works/hall-2/speed' }, {}],
      props: { caption: 'West A {x}' },
    })
    expect(byName(members(station), 'Pump body').bindings[0]?.tag).toBe('works/fixed/speed')
  })

  it("cannot be stretched beyond the size limit of its symbol's box, even if its visible part is far smaller", () => {
    const wide = {
      id: 'wide',
      name: 'Wide',
      width: 900_000,
      height: 10,
      params: [],
      components: [{ id: 'seen', type: 'box', name: 'Seen', x: 0, y: 0, width: 10, height: 10 }],
    }
    const bench = createBench([], {}, [wide])
    bench.bus.run('add-instance', { symbol: 'wide', x: 0, y: 0 })
    const stretch = (by: number) => {
      const drag = bench.bus.gesture('resize')
      const result = drag.update((tx) => {
        for (const { id, type } of bench.document.components.values())
          if (type === 'box') tx.patch(id, { width: 10 * by })
      })
      drag.commit()
      return result
    }
    expect(stretch(2)).toMatchObject({ ok: false, code: 'command.limit' })
    expect(stretch(1.1)).toMatchObject({ ok: true })
    expect(serialize(bench)).toContain('990000')
    checkFile(bench)
  })

  it('is written without its members and read with them', () => {
    const bench = plant()
    checkFile(bench)
    expect(
      serialize(bench)
        .split('\n')
        .filter((line) => line.includes('"type":"wire"')),
    ).toHaveLength(1)
  })

  it.each<[string, unknown, string, string]>([
    ['a parameter that the symbol has not', { params: { nobody: 1 } }, 'command.arguments', 'params.nobody'],
    ['a parameter of another kind', { params: { edge: 'thick' } }, 'command.arguments', 'params.edge'],
    ['a tag that is none', { params: { pump: 'a b' } }, 'command.arguments', 'params.pump'],
    [
      'a placeholder, where there is nothing around',
      { params: { pump: '{pump}' } },
      'command.arguments',
      'params.pump',
    ],
    ['another symbol than there is', { symbol: 'ghost' }, 'command.unknownSymbol', 'symbol'],
    ['a place out of the world', { x: 999_990 }, 'command.limit', ''],
  ])('is refused with %s', (_, change, code, path) => {
    const { bus } = plant()
    const result = bus.run('add-instance', { symbol: 'pump', x: 0, y: 0, ...(change as object) })
    expect(result).toMatchObject({ ok: false, code })
    if (path && !result.ok) expect(result.problems[0]?.path).toBe(path)
  })

  it('resets a parameter to its default with null', () => {
    const { bus, instance, pump, members } = plant()
    bus.run('set-params', { ids: [pump], params: { edge: null, tint: '#cccccc', shown: false } })
    expect(instance(pump).link?.params).toEqual({ pump: 'works/pump-1', label: '泵一', shown: false })
    expect(members(pump)[2]?.visible).toBe(false)
  })
})

describe('an instance is moved as a group is', () => {
  const frames = (members: readonly Component[]) =>
    members
      .filter(({ type }) => type !== 'group')
      .map(({ x, y, width, height, angleDeg, flipX }) => [x, y, width, height, angleDeg, flipX])

  it.each<[string, unknown]>([
    ['move', { dx: 10.25, dy: -3 }],
    ['rotate', { byDeg: 90 }],
    ['rotate', { byDeg: 33 }],
    ['mirror', { axis: 'horizontal' }],
    ['mirror', { axis: 'vertical' }],
  ])('%s', (command, args) => {
    const bench = plant()
    const { bus, pump, members, instance } = bench
    const plainBench = plant()
    plainBench.bus.run('detach', { ids: [plainBench.pump] })
    const before = members(pump)
    expect(bus.run(command, { ids: [pump], ...(args as object) })).toMatchObject({ ok: true })
    expect(plainBench.bus.run(command, { ids: [plainBench.pump], ...(args as object) })).toMatchObject({ ok: true })
    const [instanceMembers, plain] = [members(pump), plainBench.members(plainBench.pump)]
    for (const [i, member] of instanceMembers.entries()) {
      for (const key of ['x', 'y', 'width', 'height'] as const)
        expect(member[key]).toBeCloseTo(plain[i]?.[key] ?? NaN, 6)
      if (member.type !== 'group')
        expect([member.angleDeg, member.flipX, member.flipY]).toEqual([
          plain[i]?.angleDeg,
          plain[i]?.flipX,
          plain[i]?.flipY,
        ])
    }
    expect(instance(pump).width).toBeCloseTo(plainBench.instance(plainBench.pump).width, 6)
    checkFile(bench)
    bus.history.undo()
    expect(members(pump)).toEqual(before)
  })

  it('stretched, its members with it', () => {
    const bench = plant()
    bench.bus.run('set-frame', { frames: [{ id: bench.pump, x: 300, y: 100, width: 200, height: 100 }] })
    expect(frames(bench.members(bench.pump))).toEqual([
      [300, 100, 120, 100, 0, false],
      [420, 120, 40, 40, 90, false],
      [460, 140, 40, 40, 0, false],
    ])
    checkFile(bench)
  })

  it('by a drag of its members, as tools do it, and not by a drag of one of them', () => {
    const bench = plant()
    const { bus, pump, members } = bench
    const start = serialize(bench)
    const drag = bus.gesture('move')
    for (const dx of [5, 11, 40.5]) {
      expect(
        drag.update((tx, from) => {
          for (const { id } of members(pump)) tx.patch(id, { x: (from.get(id)?.x ?? NaN) + dx })
        }).ok,
      ).toBe(true)
    }
    drag.commit()
    expect(bench.instance(pump)).toMatchObject({ x: 340.5, link: { place: { x: 340.5, y: 100 } } })
    checkFile(bench)
    const single = bus.gesture('move')
    const [body] = members(pump)
    expect(
      single.update((tx) => {
        if (body) tx.patch(body.id, { x: body.x + 5 })
      }),
    ).toMatchObject({ ok: false, code: 'command.instanceMember' })
    single.cancel()
    bus.history.undo()
    expect(serialize(bench)).toBe(start)
  })

  it('mirrored by its members, by the flip that they have got: words are upright by the one and upside down by the other', () => {
    const bench = plant()
    const { bus, pump, members, instance } = bench
    const leaves = () => members(pump).filter(({ type }) => type !== 'group')
    for (const [axis, flips] of [
      ['vertical', [false, true]],
      ['horizontal', [true, true]],
      ['vertical', [true, false]],
    ] as const) {
      const before = leaves()
      expect(bus.run('mirror', { ids: before.map(({ id }) => id), axis })).toMatchObject({ ok: true })
      expect([
        instance(pump).link?.place.flipX,
        instance(pump).link?.place.flipY,
        instance(pump).link?.place.angleDeg,
      ]).toEqual([...flips, 0])
      const isTurned = axis === 'vertical' ? 'flipY' : 'flipX'
      expect(leaves().map((member) => member[isTurned])).toEqual(before.map((member) => !member[isTurned]))
      checkFile(bench)
    }
  })

  it.each<[string, (bench: ReturnType<typeof plant>) => readonly [string, unknown]]>([
    ['moving a member', ({ members, pump }) => ['move', { ids: [members(pump)[0]?.id], dx: 1, dy: 0 }]],
    ['turning a member', ({ members, pump }) => ['rotate', { ids: [members(pump)[2]?.id], byDeg: 5 }]],
    ['deleting a member', ({ members, pump }) => ['del', { ids: [members(pump)[3]?.id] }]],
    [
      'bringing a member to the front',
      ({ members, pump }) => ['reorder', { ids: [members(pump)[0]?.id], to: 'front' }],
    ],
    ['copying a member', ({ members, pump }) => ['copy-add', { ids: [members(pump)[0]?.id] }]],
    [
      'grouping a member with something else',
      ({ members, pump }) => ['group', { ids: [members(pump)[0]?.id, 'plain'] }],
    ],
    ['grouping members', ({ members, pump }) => ['group', { ids: [members(pump)[0]?.id, members(pump)[3]?.id] }]],
    [
      'moving an instance within one',
      ({ members, station }) => ['move', { ids: [members(station)[0]?.id], dx: 5, dy: 0 }],
    ],
    ['detaching an instance within one', ({ members, station }) => ['detach', { ids: [members(station)[0]?.id] }]],
    [
      'making a symbol of a member',
      ({ members, pump }) => ['make-symbol', { ids: [members(pump)[0]?.id], name: 'Part' }],
    ],
  ])('but refuses %s', (_, run) => {
    const bench = plant()
    const start = serialize(bench)
    expect(bench.bus.run(...run(bench))).toMatchObject({ ok: false, code: 'command.instanceMember' })
    expect(serialize(bench)).toBe(start)
  })
})

describe('an override', () => {
  it('stores changes of a member and survives new parameters, files and symbol updates', () => {
    const bench = plant()
    const { bus, members, pump, instance } = bench
    const body = members(pump)[0]?.id
    bus.run('set-props', {
      ids: [body],
      props: { fill: '#ff0000', caption: null },
      common: { opacity: 0.5 },
      bindings: [],
      extras: { shadowLength: 3 },
    })
    expect(instance(pump).link?.overrides).toEqual({
      body: { opacity: 0.5, props: { fill: '#ff0000', caption: null }, bindings: [], extras: { shadowLength: 3 } },
    })
    checkFile(bench)
    bus.run('set-params', { ids: [pump], params: { label: 'Two', edge: 4 } })
    expect(members(pump)[0]).toMatchObject({
      name: 'Two body',
      opacity: 0.5,
      props: { fill: '#ff0000', border: 4 },
      bindings: [],
      extras: { shadowLength: 3 },
    })
    bus.run('update-symbol', {
      symbol: 'pump',
      components: pumpSymbols[0].components.map((one) => (one.id === 'body' ? { ...one, width: 70 } : one)),
    })
    expect(members(pump)[0]).toMatchObject({ id: body, width: 70, opacity: 0.5, props: { fill: '#ff0000', border: 4 } })
    bus.run('move', { ids: [pump], dx: 1, dy: 1 })
    bus.run('set-props', { ids: [body], common: { opacity: 1 }, props: { fill: '#cccccc' } })
    expect(instance(pump).link?.overrides).toEqual({
      body: { props: { caption: null }, bindings: [], extras: { shadowLength: 3 } },
    })
    checkFile(bench)
  })

  it('of a member of a member belongs to the outermost instance', () => {
    const bench = plant()
    const { bus, members, station, instance } = bench
    const inner = byName(members(station), 'Pump body')
    bus.run('set-props', { ids: [inner.id], common: { name: 'Mine' } })
    bus.run('set-params', { ids: [inner.parent], params: { label: 'Own', pump: 'works/own' } })
    expect(instance(station).link?.overrides).toEqual({
      'two/body': { name: 'Mine' },
      two: { params: { label: 'Own', pump: 'works/own' } },
    })
    expect(byName(members(station), 'Mine')).toMatchObject({
      props: { caption: 'Own {x}' },
      bindings: [{ tag: 'works/own/speed' }, {}],
    })
    checkFile(bench)
    bus.run('detach', { ids: [station] })
    expect(byName(members(station), 'Mine').bindings[0]?.tag).toBe('works/own/speed')
    bus.run('set-params', { ids: [inner.parent], params: { pump: 'works/other' } })
    expect(byName(members(station), 'Mine').bindings[0]?.tag).toBe('works/other/speed')
    checkFile(bench)
  })

  it('can be taken back, of one member or of all', () => {
    const bench = plant()
    const { bus, members, pump, instance } = bench
    const before = members(pump)
    bus.run('set-props', { ids: members(pump).map(({ id }) => id), common: { opacity: 0.1 } })
    bus.run('reset-overrides', { ids: [members(pump)[0]?.id] })
    expect(Object.keys(instance(pump).link?.overrides ?? {})).toEqual(['parts', 'rim', 'shaft'])
    bus.run('reset-overrides', { ids: [pump] })
    expect(members(pump)).toEqual(before)
    expect(bus.run('reset-overrides', { ids: ['plain'] })).toMatchObject({ ok: false, code: 'command.notInstance' })
  })
})

describe('a symbol', () => {
  it('that is changed changes every instance in one step, back and forth', () => {
    const bench = plant()
    const { bus, document, members, pump, station } = bench
    const start = serialize(bench)
    const shown = document.paintOrder()
    const diffs: Diff[] = []
    document.onChange((diff) => diffs.push(diff))
    bus.run('update-symbol', {
      symbol: 'pump',
      width: 50,
      params: pumpSymbols[0].params.slice(0, 2),
      components: [{ ...pumpSymbols[0].components[0], bindings: [] }],
    })
    expect(diffs).toHaveLength(1)
    expect(members(pump)).toMatchObject([{ name: '泵一 body', width: 120, bindings: [] }])
    expect(members(station).map(({ type }) => type)).toEqual(['group', 'box', 'group', 'box'])
    checkFile(bench)
    bus.history.undo()
    expect(serialize(bench)).toBe(start)
    expect(document.paintOrder()).toEqual(shown)
    bus.history.redo()
    expect(members(pump)).toHaveLength(1)
  })

  it('reports how many instances lose values that no longer fit', () => {
    const { bus, instance, pump } = plant()
    const result = bus.run('update-symbol', {
      symbol: 'pump',
      params: pumpSymbols[0].params.filter(({ name }) => name !== 'edge' && name !== 'tint'),
      components: [pumpSymbols[0].components[3]],
    })
    expect(result).toMatchObject({ ok: false })
    const fitting = bus.run('update-symbol', {
      symbol: 'pump',
      params: pumpSymbols[0].params.filter(({ name }) => name !== 'edge'),
      components: [
        { ...pumpSymbols[0].components[0], bindings: [] },
        pumpSymbols[0].components[1],
        pumpSymbols[0].components[3],
      ],
    })
    expect(fitting).toMatchObject({
      ok: true,
      warnings: [{ code: 'drawing.symbolUnfit', message: expect.stringContaining('1 instances') }],
    })
    expect(instance(pump).link?.params).toEqual({ pump: 'works/pump-1', label: '泵一' })
  })

  it('reports the position of an error in its definition', () => {
    const { bus } = plant()
    const [body] = pumpSymbols[0].components
    const bindings = [
      { prop: 'border', tag: '{pump}/x', via: { kind: 'expression', source: 'value + {nobody}' } },
      { prop: 'fill', tag: '{nobody}/x', via: { kind: 'value' } },
    ]
    expect(bus.run('update-symbol', { symbol: 'pump', components: [{ ...body, bindings }] })).toMatchObject({
      ok: false,
      code: 'command.arguments',
      problems: [
        { path: 'symbol.components.0.bindings.0.via.source', message: 'unknown parameter "nobody", at character 8' },
        { path: 'symbol.components.0.bindings.1.tag', message: 'unknown parameter "nobody", at character 0' },
      ],
    })
  })

  it('cannot contain itself', () => {
    const bench = plant()
    const start = serialize(bench)
    const within = { id: 'in', type: 'group', x: 0, y: 0, width: 1, height: 1, link: { symbol: 'station' } }
    expect(bench.bus.run('update-symbol', { symbol: 'pump', components: [within] })).toMatchObject({
      ok: false,
      code: 'command.arguments',
    })
    expect(
      bench.bus.run('update-symbol', { symbol: 'pump', components: [{ ...within, link: { symbol: 'pump' } }] }),
    ).toMatchObject({ ok: false })
    expect(serialize(bench)).toBe(start)
  })

  it('in use is deleted only by force, which detaches; one that another is made of is not', () => {
    const { bus, document, members, station, instance } = plant()
    expect(bus.run('del-symbol', { symbol: 'station' })).toMatchObject({ ok: false, code: 'command.symbolUsed' })
    expect(bus.run('del-symbol', { symbol: 'pump', force: true })).toMatchObject({
      ok: false,
      code: 'command.symbolUsed',
    })
    const before = members(station)
    expect(bus.run('del-symbol', { symbol: 'station', force: true })).toEqual({ ok: true })
    expect([instance(station).link, members(station)]).toEqual([null, before])
    expect(document.symbols.map(({ id }) => id)).toEqual(['pump'])
  })

  it('is made of a selection with its tags as parameters; the instance shows the same', () => {
    const bench = createBench([
      ...street,
      {
        id: 'dial',
        x: 400,
        y: 0,
        bindings: [
          {
            prop: 'border',
            tag: 'street/pole-001/lamp',
            via: {
              kind: 'expression',
              source: "value + {street/pole-001/dim} + {street/pole-0010/dim} + '{street/pole-001/dim}'",
            },
          },
        ],
        action: { kind: 'write', tag: 'street/pole-001/dim', value: 3 },
      },
    ])
    const before = ['left', 'leaf', 'dial'].map((name) => bench.get(name))
    const created = bench.bus.run('make-symbol', {
      ids: ['left', 'inner', 'dial'],
      name: 'Pole',
      params: [{ name: 'pole', kind: 'tag', default: 'street/pole-001' }],
    })
    const id = created.ok ? created.created?.[0] : undefined
    const [symbol] = bench.document.symbols
    expect(symbol?.components.at(-1)).toMatchObject({
      bindings: [
        {
          tag: '{pole}/lamp',
          via: { source: "value + {{pole}/dim} + {street/pole-0010/dim} + '{street/pole-001/dim}'" },
        },
      ],
      action: { tag: '{pole}/dim' },
    })
    const leaves = id ? bench.document.descendants(id).filter(({ type }) => type !== 'group') : []
    for (const [i, leaf] of leaves.entries())
      expect({ ...leaf, id: 0, parent: 0, rank: 0 }).toEqual({ ...before[i], id: 0, parent: 0, rank: 0 })
    expect(leaves).toHaveLength(3)
    if (id) bench.bus.run('set-params', { ids: [id], params: { pole: 'street/pole-777' } })
    expect(id && bench.document.descendants(id)[0]?.bindings[0]?.tag).toBe('street/pole-777/lamp')
    checkFile(bench)
  })
})

it('a symbol can be edited as a separate drawing, with placeholders, and written back', () => {
  const bench = plant()
  const [, station] = bench.document.symbols
  const [pump] = bench.document.symbols
  if (!pump || !station) throw new Error('the symbols are not there')
  const own = new DrawingDocument(symbolDrawing(pump, bench.document.symbols, testTypes))
  const bus = new CommandBus(own, testTypes, { params: pump.params })
  expect(own.paintOrder()).toEqual(pump.components)
  const bindings = [{ prop: 'border', tag: '{pump}.flow', via: { kind: 'expression', source: 'value * {edge}' } }]
  expect(
    bus.run('set-props', { ids: ['rim'], bindings, action: { kind: 'write', tag: '{pump}/flow', value: 1 } }),
  ).toEqual({ ok: true })
  expect(bus.run('set-props', { ids: ['rim'], bindings: [{ ...bindings[0], tag: '{ghost}/flow' }] })).toMatchObject({
    ok: false,
    problems: [{ path: 'bindings.0.tag' }],
  })
  expect(bus.run('paste', { drawing: writeDrawing(excerpt(own, ['rim' as Id])), dx: 5 })).toMatchObject({ ok: true })
  expect(bench.bus.run('update-symbol', { symbol: 'pump', components: getOwnComponents(own.toDrawing()) })).toEqual({
    ok: true,
  })
  expect(bench.members(bench.pump)).toHaveLength(5)
  expect(bench.members(bench.pump)[2]).toMatchObject({
    bindings: [{ tag: 'works/pump-1/flow', via: { source: 'value * 7' } }],
    action: { tag: 'works/pump-1/flow' },
  })
  checkFile(bench)

  const outer = new DrawingDocument(symbolDrawing(station, bench.document.symbols, testTypes))
  const outerBus = new CommandBus(outer, testTypes, { params: station.params })
  expect(outer.size).toBe(2 + 2 * 5)
  expect(
    outerBus.run('set-params', { ids: ['two'], params: { pump: '{plant}', label: 'B of {label}' } }),
  ).toMatchObject({ ok: true })
  bench.bus.run('update-symbol', { symbol: 'station', components: getOwnComponents(outer.toDrawing()) })
  expect(byName(bench.members(bench.station), 'B of East body').bindings[0]?.tag).toBe('works/hall-1/speed')
  checkFile(bench)
})

describe('copies and other drawings', () => {
  it('a copy is a separate instance with its overrides, also when made by dragging with Alt', () => {
    const bench = plant()
    const { bus, pump, members, created, instance } = bench
    bus.run('set-props', { ids: [members(pump)[0]?.id], common: { opacity: 0.3 } })
    const copy = created(bus.run('copy-add', { ids: [pump] }))
    expect(instance(copy)).toMatchObject({
      x: 325,
      y: 125,
      link: { place: { x: 325, y: 125 }, params: { label: '泵一' } },
    })
    expect(members(copy)[0]).toMatchObject({ opacity: 0.3, x: 325, name: '泵一 body' })
    const drag = bus.gesture('copy')
    const copies = [instance(pump), ...members(pump)].map((one, i) => ({
      ...one,
      id: `copy${i}` as Id,
      parent: i === 0 ? null : ('copy0' as Id),
      rank: i === 0 ? 'a9' : one.rank,
      x: one.x + 50,
    }))
    drag.update((tx) => {
      for (const one of copies) if (one.type !== 'group' || one.id === 'copy0') tx.add(one)
    })
    drag.commit()
    expect(members('copy0' as Id).map(({ x }) => x)).toEqual(members(pump).map(({ x }) => x + 50))
    checkFile(bench)
  })

  it('ungrouping an instance detaches it', () => {
    const bench = plant()
    bench.bus.run('ungroup', { ids: [bench.pump] })
    expect(bench.document.get(bench.pump)).toBeUndefined()
    expect(bench.document.children(null).map(({ name }) => name)).toContain('泵一 body')
    checkFile(bench)
  })

  it('pasting brings symbols along, shares equal ones and renames others', () => {
    const other = plant()
    const text = writeDrawing({
      ...other.document.toDrawing(),
      components: other.document.toDrawing().components.filter(({ name }) => name !== 'box'),
    })
    const empty = createBench([])
    expect(empty.bus.run('paste', { drawing: text })).toMatchObject({ ok: true })
    expect(empty.document.symbols).toEqual(other.document.symbols)
    expect(empty.document.size).toBe(other.document.size - 1)
    empty.bus.run('paste', { drawing: text })
    expect(empty.document.symbols).toHaveLength(2)
    empty.bus.run('update-symbol', { symbol: 'pump', components: pumpSymbols[0].components.slice(0, 1) })
    const size = empty.document.size
    empty.bus.run('paste', { drawing: text, dx: 7 })
    expect(empty.document.symbols.map(({ name }) => name)).toEqual(['Pump', 'Station', 'Pump (2)', 'Station (2)'])
    expect(empty.document.size).toBe(size + other.document.size - 1)
    checkFile(empty)
    empty.bus.run('undo')
    expect(empty.document.symbols).toHaveLength(2)
  })
})
