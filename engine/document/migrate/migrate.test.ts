import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import { drawingVersion, newDrawing, readDrawing, writeDrawing } from '../index.ts'
import { migrate, migrations } from './migrate.ts'
import type { Migration, RawDrawing } from './migrate.ts'

const versions = Array.from({ length: drawingVersion }, (_, i) => i + 1)
const versionUrl = (version: number) => new URL(`../versions/${version}.json`, import.meta.url)

/** Creates a migration that appends a word to the name, which shows the executed steps and their order. */
function namer(from: number, word: string): Migration {
  return { from, reason: 'test', step: (drawing) => ({ ...drawing, name: `${String(drawing.name)} ${word}` }) }
}

function withoutBoxes(drawing: unknown): unknown {
  return JSON.parse(JSON.stringify(drawing), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'group' || 'link' in value)
      return value
    return Object.fromEntries(Object.entries(value).filter(([key]) => !['x', 'y', 'width', 'height'].includes(key)))
  })
}

describe('a drawing of an older version', () => {
  it.each(versions)('is kept for version %i and reads without a problem', (version) => {
    expect(
      existsSync(versionUrl(version)),
      `engine/document/versions/${version}.json is missing: keep a drawing with everything that version has`,
    ).toBe(true)
    const read = readDrawing(readFileSync(versionUrl(version), 'utf8'), catalog)
    expect(read.problems).toBeUndefined()
    expect(read.value?.warnings.map((warning) => warning.code)).toEqual(['drawing.unknownType', 'drawing.groupBox'])
    expect(read.value?.drawing.version).toBe(drawingVersion)
  })

  it.each(versions)('of version %i loses nothing when it is written again', (version) => {
    const text = readFileSync(versionUrl(version), 'utf8')
    const drawing = readDrawing(text, catalog).value?.drawing ?? newDrawing()
    const written: unknown = JSON.parse(writeDrawing(drawing))
    // Group boxes in old files were written by hand; now they are computed.
    expect(withoutNames(withoutBoxes(written))).toEqual(
      withoutNames(withoutBoxes({ ...JSON.parse(text), version: drawingVersion })),
    )
  })

  it('runs every migration from its version on and is not modified itself', () => {
    const steps = [namer(1, 'one'), namer(2, 'two'), namer(3, 'three')]
    const old: RawDrawing = Object.freeze({ version: 2, name: 'Pump' })
    expect(migrate(old, steps)).toEqual({ value: { version: 4, name: 'Pump two three' } })
    expect(migrate({ version: 4, name: 'Pump' }, steps)).toEqual({ value: { version: 4, name: 'Pump' } })
  })

  it('is checked after it was brought up to date, not before', () => {
    const hostile = readDrawing('{"version":1,"components":[],"__proto__":{"admin":true},"script":1}', catalog)
    expect(hostile.problems?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '__proto__ drawing.forbiddenKey',
      'script unrecognized_keys',
    ])
  })

  it('of version 6 keeps the limits that its bars had without saying them, where they may watch something', () => {
    const bar = (id: string, props: object, more: object = {}) => ({
      id,
      type: 'progress',
      name: id,
      rank: `a${id}`,
      x: 0,
      y: 0,
      width: 90,
      height: 9,
      props,
      ...more,
    })
    const byTag = { bindings: [{ prop: 'max', tag: 'p/d/most', via: { kind: 'value' } }] }
    const old = {
      version: 6,
      symbols: [{ id: 's', name: 'S', width: 90, height: 9, components: [bar('5', {})] }],
      components: [bar('1', {}), bar('2', { max: 1000 }), bar('3', { max: 1000, highLimit: 900 }), bar('4', {}, byTag)],
    }
    const read = readDrawing(JSON.stringify(old), catalog)
    expect(read.problems).toBeUndefined()
    const limits = [
      ...(read.value?.drawing.components ?? []),
      ...(read.value?.drawing.symbols?.[0]?.components ?? []),
    ].map(({ id, props }) => [id, props['lowLimit'], props['highLimit']])
    expect(limits).toEqual([
      ['1', undefined, undefined],
      ['2', 0, 100],
      ['3', 0, 900],
      ['4', 0, 100],
      ['5', 0, 100],
    ])
  })

  it("of version 6 keeps the limits of bars reset to the symbol's values, also inside other symbols", () => {
    const bar = {
      id: 'bar',
      type: 'progress',
      name: 'bar',
      rank: 'a0',
      x: 0,
      y: 0,
      width: 90,
      height: 9,
      props: { max: 1000, lowLimit: 50, highLimit: 900 },
    }
    const box = { id: 'box', type: 'tank', name: 'box', rank: 'a1', x: 0, y: 0, width: 90, height: 9 }
    const instance = (id: string, symbol: string, memberPath: string, props: object, more: object = {}) => ({
      id,
      type: 'group',
      name: id,
      rank: `a${id}`,
      x: 0,
      y: 0,
      width: 90,
      height: 9,
      link: { symbol, overrides: { [memberPath]: { props }, ...more } },
    })
    const none = { lowLimit: null, highLimit: null }
    const old = {
      version: 6,
      symbols: [
        { id: 's', name: 'S', width: 90, height: 9, components: [bar, box] },
        { id: 't', name: 'T', width: 90, height: 9, components: [instance('in', 's', 'bar', none)] },
      ],
      components: [
        instance('1', 's', 'bar', none, { box: { props: none } }),
        instance('2', 't', 'in/bar', { highLimit: null, max: 2000 }),
      ],
    }
    const read = readDrawing(JSON.stringify(old), catalog)
    expect(read.problems).toBeUndefined()
    const all = [...(read.value?.drawing.components ?? []), ...(read.value?.drawing.symbols?.[1]?.components ?? [])]
    const getOverrides = (instanceId: string) =>
      Object.entries(all.findLast(({ id }) => id === instanceId)?.link?.overrides ?? {}).map(
        ([memberPath, { props }]) => [memberPath, props],
      )
    const whole = ['bar', { lowLimit: 0, highLimit: 100 }]
    expect(['1', '2', 'in'].map(getOverrides)).toEqual([
      [whole, ['box', none]],
      [['in/bar', { highLimit: 100, max: 2000 }]],
      [whole],
    ])
  })

  it('of version 2 keeps the renamed data path and refresh interval of its charts', () => {
    const chart = {
      id: 'c',
      type: 'chart-line',
      name: 'c',
      rank: 'a0',
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      props: { url: '/a', dataPath: 'data.rows', refreshSeconds: 5 },
    }
    const link = { symbol: 's', overrides: { c: { props: { dataPath: 'other', refreshSeconds: null } } } }
    const old = {
      version: 2,
      symbols: [
        {
          id: 's',
          name: 'S',
          width: 9,
          height: 9,
          params: [{ name: 'where', kind: 'text', default: '' }],
          paramProps: { c: { dataPath: 'where' } },
          components: [chart],
        },
      ],
      components: [
        { ...chart, id: 'own' },
        { ...chart, id: 'i', type: 'group', props: undefined, link },
      ],
    }
    const migrated = migrate(old).value
    expect(JSON.stringify(migrated)).not.toMatch(/dataPath|refreshSeconds/)
    const read = readDrawing(JSON.stringify(old), catalog)
    expect(read.problems).toBeUndefined()
    const own = read.value?.drawing.components.find(({ id }) => id === 'own')
    expect(own?.props).toEqual({ url: '/a', path: 'data.rows', everySeconds: 5 })
    const [symbol] = read.value?.drawing.symbols ?? []
    expect([symbol?.components[0]?.props['everySeconds'], symbol?.paramProps]).toEqual([5, { c: { path: 'where' } }])
    expect(
      migrate({ version: 2, components: 'nonsense', symbols: [null, { components: 7, paramProps: [] }] }).value,
    ).toEqual({ version: drawingVersion, components: 'nonsense', symbols: [null, { components: 7, paramProps: [] }] })
  })

  it('of version 3 shows the same device states with the state numbers of the platform', () => {
    const states = (...values: readonly number[]) => ({
      kind: 'states',
      states: values.map((value, i) => ({ min: i, max: i, value })),
    })
    const lamp = (id: string, props: object, via?: object) => ({
      id,
      type: 'lamp',
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      props,
      ...(via && { bindings: [{ prop: 'value', tag: 'p/d/x', via }] }),
    })
    const old = {
      version: 3,
      symbols: [
        { id: 's', name: 'S', width: 9, height: 9, components: [lamp('in', { stateType: 'device', value: 3 })] },
      ],
      components: [
        lamp('bare', { stateType: 'device' }),
        lamp('off', { stateType: 'device', value: 2 }),
        lamp('own', { value: 2 }),
        lamp('tag', { stateType: 'device' }, { kind: 'value' }),
        lamp('same', { stateType: 'device' }, { kind: 'value', scale: 1, offset: 0 }),
        lamp('told', { stateType: 'device' }, states(2, 3)),
        lamp('other', {}, states(2, 1)),
        {
          id: 'i',
          type: 'group',
          x: 0,
          y: 0,
          width: 9,
          height: 9,
          link: { symbol: 's', overrides: { in: { props: { value: 2 } } } },
        },
        {
          id: 'j',
          type: 'group',
          x: 0,
          y: 0,
          width: 9,
          height: 9,
          link: { symbol: 's', overrides: { in: { props: { value: null } } } },
        },
      ],
    }
    const { drawing } = readDrawing(JSON.stringify(old), catalog).value ?? { drawing: newDrawing() }
    const of = (id: string) => drawing.components.find((component) => component.id === id)
    expect(['bare', 'off', 'own'].map((id) => of(id)?.props['value'])).toEqual([1, 4, 2])
    expect(of('tag')?.bindings[0]?.via).toEqual({ ...states(1, 2, 4, 3), otherwise: -1 })
    expect(of('same')?.bindings).toEqual(of('tag')?.bindings)
    expect(of('j')?.link?.overrides['in']?.props).toEqual({ value: 1 })
    expect([of('told'), of('other')].map((component) => component?.bindings[0]?.via)).toEqual([
      states(4, 3),
      states(2, 1),
    ])
    expect([drawing.symbols?.[0]?.components[0]?.props['value'], of('i')?.link?.overrides['in']?.props]).toEqual([
      3,
      { value: 4 },
    ])
    expect(migrate({ version: 3, components: [null, { type: 'lamp', props: 7 }], symbols: 'x' }).value).toEqual({
      version: drawingVersion,
      components: [null, { type: 'lamp', props: 7 }],
      symbols: 'x',
    })
  })

  it('has a step for each version, in order', () => {
    expect(migrations.map(({ from }) => from)).toEqual(versions.slice(0, -1))
  })
})

it('refuses a newer version by its own code, in words of both languages that name the two versions', () => {
  const newer = drawingVersion + 1
  const [problem, ...others] = readDrawing({ version: newer, components: 'anything' }, catalog).problems ?? []
  expect(others).toEqual([])
  expect(problem).toMatchObject({
    path: 'version',
    code: 'drawing.newer',
    message: `the drawing has version ${newer}; this program reads versions 1 to ${drawingVersion}`,
  })
  for (const words of [problem?.words?.en, problem?.words?.zh])
    expect(words?.match(/\d+/g)).toEqual([String(newer), String(drawingVersion)])
})

it.each([
  [0, 'must be'],
  [1.5, 'must be'],
  ['2', 'must be'],
  [undefined, 'must be'],
  [Number.NaN, 'must be'],
])('refuses version %s by name, without judging the rest', (version, words) => {
  const read = readDrawing({ version, components: 'anything', later: true }, catalog)
  expect(read.problems).toEqual([{ path: 'version', code: 'drawing.version', message: expect.stringContaining(words) }])
})

/** Normalizes a file for comparison: ignores order and removes keys with default values. */
function withoutNames(drawing: unknown): unknown {
  const plain: Record<string, unknown> = {
    angleDeg: 0,
    flipX: false,
    flipY: false,
    opacity: 1,
    visible: true,
    locked: false,
  }
  const { components, ...rest } = drawing as { components: Record<string, unknown>[] }
  const short = components.map((component) => {
    const named = { ...component, name: component['name'] ?? component['type'] }
    return Object.fromEntries(Object.entries(named).filter(([key, value]) => key !== 'rank' && value !== plain[key]))
  })
  return { ...rest, components: short.sort((a, b) => String(a['id']).localeCompare(String(b['id']))) }
}
