import { describe, expect, it } from 'vitest'
import { readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { listTags } from '../index.ts'
import { createBench, pumpSymbols } from '../testing.ts'
import type { Component, Id } from '../../document/index.ts'

const whole = {
  id: 'lamp',
  name: 'Lamp',
  width: 20,
  height: 20,
  params: [
    { name: 'state', kind: 'tag', default: '' },
    { name: 'project', kind: 'text', default: 'works' },
    { name: 'device', kind: 'text', default: 'lamp-1' },
  ],
  components: [
    {
      id: 'on',
      type: 'box',
      x: 0,
      y: 0,
      width: 10,
      height: 10,
      bindings: [{ prop: 'border', tag: '{state}', via: { kind: 'value' } }],
    },
    {
      id: 'dim',
      type: 'box',
      x: 10,
      y: 0,
      width: 10,
      height: 10,
      bindings: [{ prop: 'border', tag: '{project}/{device}/level', via: { kind: 'value' } }],
    },
  ],
}

function plant() {
  const bench = createBench([], {}, [...pumpSymbols, whole])
  const put = (symbol: string, params: object): Id => {
    const created = bench.bus.run('add-instance', { symbol, x: 300, y: 100, name: symbol, params })
    if (!created.ok || !created.created?.[0]) throw new Error(JSON.stringify(created))
    return created.created[0]
  }
  const members = (id: Id): Component[] => bench.document.descendants(id)
  const tags = (id: Id): string[] =>
    listTags([bench.get(id), ...members(id)], testTypes, bench.document).map(({ tag }) => tag)
  /** The shown components must equal those read from the saved file. */
  const checkFile = (): void => {
    const read = readDrawing(writeDrawing(bench.document.toDrawing()), testTypes)
    expect(read.problems).toBeUndefined()
    expect(read.value?.drawing.components).toEqual(bench.document.paintOrder())
  }
  return { ...bench, put, tags, members, checkFile }
}

const moved = (from: string, to: string, ...points: readonly string[]) =>
  Object.fromEntries(points.map((point) => [`${from}/${point}`, `${to}/${point}`]))

describe('rebinding instances of symbols', () => {
  it('gives another device where all tags of the parameter go there, so that the symbol still reaches the instance', () => {
    const { bus, get, put, tags, members, document, checkFile } = plant()
    const pump = put('pump', { pump: 'works/pump-1' })
    expect(
      bus.run('rebind', { ids: [pump], map: moved('works/pump-1', 'hall/pump-7', 'speed', 'load', 'run') }),
    ).toEqual({ ok: true, count: 3 })
    expect(get(pump).link).toMatchObject({ params: { pump: 'hall/pump-7' }, overrides: {} })
    expect(tags(pump)).toEqual(['hall/pump-7/load', 'hall/pump-7/run', 'hall/pump-7/speed', 'plant/main/state'])
    checkFile()
    bus.run('find-replace', { find: 'plant/main/state', replace: 'plant/main/mode', in: ['tags'] })
    expect(document.symbols[0]?.components[0]?.bindings[1]?.tag).toBe('plant/main/mode')
    expect(members(pump)[0]?.bindings[1]?.tag).toBe('plant/main/mode')
    bus.run('undo')
    bus.run('undo')
    expect(get(pump).link?.params).toEqual({ pump: 'works/pump-1' })
  })

  it('leaves the parameter where only some of its tags go elsewhere, and keeps that in the member', () => {
    const { bus, get, put, tags, checkFile } = plant()
    const pump = put('pump', { pump: 'works/pump-1' })
    expect(bus.run('rebind', { ids: [pump], map: { 'works/pump-1/run': 'hall/pump-7/run' } })).toEqual({
      ok: true,
      count: 1,
    })
    expect(get(pump).link).toMatchObject({
      params: { pump: 'works/pump-1' },
      overrides: { body: { action: { tag: 'hall/pump-7/run' } } },
    })
    expect(tags(pump)).toEqual(['hall/pump-7/run', 'plant/main/state', 'works/pump-1/load', 'works/pump-1/speed'])
    checkFile()
  })

  it('overrides only bindings that no parameter supplies', () => {
    const { bus, get, put, checkFile } = plant()
    const pump = put('pump', { pump: 'works/pump-1' })
    bus.run('rebind', {
      ids: [pump],
      map: { ...moved('works/pump-1', 'hall/pump-7', 'speed', 'load', 'run'), 'plant/main/state': 'hall/main/state' },
    })
    expect(get(pump).link?.params).toEqual({ pump: 'hall/pump-7' })
    expect(Object.keys(get(pump).link?.overrides['body'] ?? {})).toEqual(['bindings'])
    checkFile()
  })

  it('reaches instances within by the outer parameter, and by their own where that is fixed', () => {
    const { bus, get, put, tags, checkFile } = plant()
    const station = put('station', { plant: 'works/hall-1' })
    const map = {
      ...moved('works/hall-1', 'east/hall-2', 'speed', 'load', 'run'),
      ...moved('works/fixed', 'east/fixed', 'speed', 'load', 'run'),
    }
    expect(bus.run('rebind', { ids: [station], map })).toEqual({ ok: true, count: 6 })
    expect(get(station).link).toMatchObject({
      params: { plant: 'east/hall-2' },
      overrides: { two: { params: { pump: 'east/fixed' } } },
    })
    expect(Object.keys(get(station).link?.overrides ?? {})).toEqual(['two'])
    expect(tags(station)).toEqual([
      'east/fixed/load',
      'east/fixed/run',
      'east/fixed/speed',
      'east/hall-2/load',
      'east/hall-2/run',
      'east/hall-2/speed',
      'plant/main/state',
    ])
    checkFile()
  })

  it('asks about a whole tag that is given, and changes it and steps of a tag that are texts', () => {
    const { bus, get, put, members, document, checkFile } = plant()
    const lamp = put('lamp', { state: 'works/lamp-1/state' })
    expect(
      listTags([get(lamp), ...members(lamp)], testTypes, document).map(({ tag, uses }) => [
        tag,
        uses.map(({ path }) => path),
      ]),
    ).toEqual([
      ['works/lamp-1/level', ['bindings.0.tag']],
      ['works/lamp-1/state', ['link.params.state', 'bindings.0.tag']],
    ])
    expect(bus.run('rebind', { ids: [lamp], map: moved('works/lamp-1', 'hall/lamp-4', 'state', 'level') })).toEqual({
      ok: true,
      count: 3,
    })
    expect(get(lamp).link).toMatchObject({
      params: { state: 'hall/lamp-4/state', project: 'hall', device: 'lamp-4' },
      overrides: {},
    })
    checkFile()
  })

  it('lets two pumps change places, and of a member that is named alone changes that one', () => {
    const { bus, get, put, members } = plant()
    const [one, two] = [put('pump', { pump: 'works/pump-1' }), put('pump', { pump: 'works/pump-2' })]
    bus.run('rebind', {
      ids: [one, two],
      map: {
        ...moved('works/pump-1', 'works/pump-2', 'speed', 'load', 'run'),
        ...moved('works/pump-2', 'works/pump-1', 'speed', 'load', 'run'),
      },
    })
    expect([one, two].map((id) => get(id).link?.params)).toEqual([{ pump: 'works/pump-2' }, { pump: 'works/pump-1' }])
    bus.run('rebind', {
      ids: [members(one)[0]?.id],
      map: moved('works/pump-2', 'works/pump-9', 'speed', 'load', 'run'),
    })
    expect(get(one).link).toMatchObject({
      params: { pump: 'works/pump-2' },
      overrides: { body: { action: { tag: 'works/pump-9/run' } } },
    })
  })
})
