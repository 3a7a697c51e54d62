import { describe, expect, it } from 'vitest'
import { DrawingDocument, newDrawing, readDrawing, writeDrawing } from '../index.ts'
import { text as textField } from '../../schema/index.ts'
import { testTypes } from '../testing.ts'
import { ownCpuMs } from '../../../tests/support/server/cpu.ts'

const box = { id: 'a', type: 'box', x: 1, y: 2, width: 3, height: 4 }
const group = { id: 'g', type: 'group', x: 0, y: 0, width: 10, height: 10 }

function drawing(...components: unknown[]): unknown {
  return { version: 1, name: 'Pump house', components }
}

function places(input: unknown, limits = {}): string[] {
  return readDrawing(input, testTypes, limits).problems?.map((problem) => `${problem.path}: ${problem.code}`) ?? []
}

describe('readDrawing', () => {
  it('reads text, also with a byte order mark, and fills in the defaults of a component', () => {
    const read = readDrawing(`\ufeff${JSON.stringify(drawing(box))}`, testTypes)
    expect(read.problems).toBeUndefined()
    expect(read.value?.drawing.components).toMatchObject([
      {
        ...box,
        name: 'box',
        parent: null,
        angleDeg: 0,
        opacity: 1,
        visible: true,
        locked: false,
        props: {},
        bindings: [],
        animation: null,
        action: null,
        extras: {},
        link: null,
      },
    ])
    expect(read.value?.drawing.layer).toMatchObject({ width: 1600, height: 900 })
  })

  it.each<[string, unknown, string]>([
    [
      'infinite width',
      `{"version":1,"components":[{"id":"a","type":"box","x":1,"y":1,"height":1,"width":1e999}]}`,
      'components.0.width: invalid_type',
    ],
    ['NaN', drawing({ ...box, width: Number.NaN }), 'components.0.width: invalid_type'],
    ['negative size', drawing({ ...box, width: -1 }), 'components.0.width: too_small'],
    ['number as text', drawing(box, { ...box, id: 'b', width: '1600' }), 'components.1.width: invalid_type'],
    ['huge coordinate', drawing({ ...box, x: 1e7 }), 'components.0.x: too_big'],
    ['missing key', drawing({ ...box, y: undefined }), 'components.0.y: invalid_type'],
    ['unknown key', drawing({ ...box, onclick: 'alert(1)' }), 'components.0.onclick: unrecognized_keys'],
    ['unknown key above', { version: 1, components: [], script: 1 }, 'script: unrecognized_keys'],
    ['unknown property', drawing({ ...box, props: { radius: 1 } }), 'components.0.props.radius: unrecognized_keys'],
    ['property out of limits', drawing({ ...box, props: { border: 1e9 } }), 'components.0.props.border: too_big'],
    ['property of another kind', drawing({ ...box, props: { fill: 'red' } }), 'components.0.props.fill: custom'],
    ['list as properties', drawing({ ...box, props: [] }), 'components.0.props: invalid_type'],
    ['long name', drawing({ ...box, name: 'x'.repeat(201) }), 'components.0.name: too_big'],
    ['name that is no text', drawing({ ...box, name: { toString: 1 } }), 'components.0.name: invalid_type'],
    ['twin id', drawing(box, box), 'components.1.id: drawing.duplicate'],
    ['strange id', drawing({ ...box, id: '../a' }), 'components.0.id: invalid_format'],
    ['id that reaches a prototype', drawing({ ...box, id: '__proto__' }), 'components.0.id: invalid_format'],
    ['strange type', drawing({ ...box, type: 'constructor' }), 'components.0.type: invalid_format'],
    ['unknown parent', drawing({ ...box, parent: 'nobody' }), 'components.0.parent: drawing.parent'],
    ['parent that is no group', drawing(box, { ...box, id: 'b', parent: 'a' }), 'components.1.parent: drawing.parent'],
    ['group in itself', drawing({ ...group, parent: 'g' }), 'components.0.parent: drawing.cycle'],
    [
      'groups in a circle',
      drawing({ ...group, parent: 'h' }, { ...group, id: 'h', parent: 'g' }),
      'components.0.parent: drawing.cycle',
    ],
    ['wrong rank', drawing({ ...box, rank: 'zzz' }), 'components.0.rank: invalid_format'],
    ['no version', { components: [] }, 'version: drawing.version'],
    ['newer version', { version: 99, components: 'anything', extra: 1 }, 'version: drawing.newer'],
    ['no components', { version: 1 }, 'components: invalid_type'],
    ['null component', drawing(null), 'components.0: invalid_type'],
    ['nothing', null, ': invalid_type'],
    ['list', [], ': invalid_type'],
    ['name of the drawing', { version: 1, name: 7, components: [] }, 'name: invalid_type'],
    ['layer out of limits', { version: 1, layer: { width: -1 }, components: [] }, 'layer.width: too_small'],
    ['prototype key', `{"version":1,"components":[],"__proto__":{"admin":true}}`, '__proto__: drawing.forbiddenKey'],
    [
      'prototype key in a component',
      `{"version":1,"components":[{"id":"a","type":"box","x":1,"y":1,"height":1,"width":1,"__proto__":{"admin":true}}]}`,
      'components.0.__proto__: drawing.forbiddenKey',
    ],
    [
      'prototype key in properties',
      `{"version":1,"components":[{"id":"a","type":"box","x":1,"y":1,"height":1,"width":1,"props":{"constructor":1}}]}`,
      'components.0.props.constructor: drawing.forbiddenKey',
    ],
    [
      'prototype key of an unknown type',
      `{"version":1,"components":[{"id":"a","type":"dial","x":1,"y":1,"height":1,"width":1,"props":{"__proto__":1}}]}`,
      'components.0.props.__proto__: drawing.forbiddenKey',
    ],
    [
      'prototype key in the layer',
      `{"version":1,"components":[],"layer":{"__proto__":{"width":1}}}`,
      'layer: unrecognized_keys',
    ],
    [
      'prototype key in a binding',
      `{"version":1,"components":[{"id":"a","type":"box","x":1,"y":1,"height":1,"width":1,"bindings":[{"prop":"x","tag":"a/b/c","via":{"kind":"value"},"__proto__":1}]}]}`,
      'components.0.bindings.0: unrecognized_keys',
    ],
    [
      'tag of another form',
      drawing({ ...box, bindings: [{ prop: 'border', tag: 'level', via: { kind: 'value' } }] }),
      'components.0.bindings.0.tag: invalid_format',
    ],
    [
      'binding to nothing',
      drawing({ ...box, bindings: [{ prop: 'level', tag: 'a/b/c', via: { kind: 'value' } }] }),
      'components.0.bindings.0.prop: drawing.unbindable',
    ],
    [
      'binding to what cannot be bound',
      drawing({ ...box, bindings: [{ prop: 'lit', tag: 'a/b/c', via: { kind: 'value' } }] }),
      'components.0.bindings.0.prop: drawing.unbindable',
    ],
    [
      'state of another kind',
      drawing({
        ...box,
        bindings: [{ prop: 'fill', tag: 'a/b/c', via: { kind: 'states', states: [{ min: 0, max: 1, value: 3 }] } }],
      }),
      'components.0.bindings.0.via.states.0.value: invalid_type',
    ],
    [
      'endless animation',
      drawing({ ...box, animation: { kind: 'blink', periodMs: 0 } }),
      'components.0.animation.periodMs: too_small',
    ],
    [
      'script link',
      drawing({ ...box, action: { kind: 'link', url: 'java\nscript:alert(1)', open: 'window' } }),
      'components.0.action.url: custom',
    ],
    [
      'foreign image',
      { version: 1, layer: { backgroundImage: '//evil/x.png' }, components: [] },
      'layer.backgroundImage: custom',
    ],
  ])('names the place: %s', (_, input, place) => {
    expect(places(input)).toContain(place)
  })

  it.each<[string, string, number, string]>([
    ['cut short', '{"version":1,"components":[{"id":"a"', 36, 'ends too early'],
    ['trailing garbage', '{"version":1} x', 14, 'not JSON'],
    ['a NUL', '{"version":\u00001}', 11, 'not JSON'],
    ['a comma too many', '{"components":[1,]}', 17, 'not JSON'],
    ['a bare word', '{"version": yes}', 12, 'not JSON'],
    ['a broken escape', '{"name":"\\x"}', 9, 'not JSON'],
    ['nothing at all', '', 0, 'ends too early'],
    ['a byte order mark in the middle', '{"version":1,\ufeff"name":""}', 13, 'not JSON'],
  ])('reports the position of the JSON error: %s', (_, text, at, words) => {
    expect(readDrawing(text, testTypes).problems).toMatchObject([
      { code: 'drawing.syntax', message: expect.stringContaining(`character ${at} `) },
    ])
    expect(readDrawing(text, testTypes).problems?.[0]?.message).toContain(words)
  })

  it('rejects input that is too large or too deep before parsing it', () => {
    const started = ownCpuMs()
    expect(places('['.repeat(100_000))).toEqual([': drawing.depth'])
    expect(places(`{"a":${'['.repeat(65)}`)).toEqual([': drawing.depth'])
    expect(places(' '.repeat(11_000_000))).toEqual([': drawing.tooLarge'])
    expect(ownCpuMs() - started).toBeLessThan(1000)
    expect(places(drawing(...Array.from({ length: 101 }, () => 0)), { components: 100 })).toEqual([
      'components: drawing.tooMany',
    ])
    expect(places(JSON.stringify(drawing({ ...box, name: '['.repeat(100) })))).toEqual([])
  })

  it('reports a hundred faults, not a hundred thousand', () => {
    expect(places(drawing(...Array.from({ length: 5000 }, () => 0)))).toHaveLength(100)
  })

  it('never throws, even on data that bites', () => {
    const bites = {
      version: 1,
      get components(): unknown {
        throw new Error('boo')
      },
    }
    expect(places(bites)).toEqual([': drawing.unreadable'])
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  it('keeps hostile names as the plain text they are', () => {
    const name = '<img src=x onerror=alert(1)>\u202e'
    expect(readDrawing(drawing({ ...box, name }), testTypes).value?.drawing.components[0]?.name).toBe(name)
  })

  it('keeps components of a type that is not installed, with their data and one warning a type', () => {
    const dials = ['d', 'e'].map((id) => ({ ...box, id, type: 'dial', props: { hands: 3, face: 'roman' } }))
    const read = readDrawing(drawing(box, ...dials), testTypes)
    expect(read.value?.warnings).toMatchObject([{ path: 'components.1.type', code: 'drawing.unknownType' }])
    const behind = readDrawing(
      drawing({ ...box, rank: 'a2' }, { ...box, id: 'd', rank: 'a1', type: 'dial' }),
      testTypes,
    )
    expect(behind.value?.warnings, 'the place in the file, not in the order of painting').toMatchObject([
      { path: 'components.1.type' },
    ])
    expect(read.value?.drawing.components[2]?.props).toEqual({ hands: 3, face: 'roman' })
  })

  it('drops properties that equal the default', () => {
    expect(
      readDrawing(drawing({ ...box, props: { border: 0, caption: 'Pump' } }), testTypes).value?.drawing.components[0]
        ?.props,
    ).toEqual({ caption: 'Pump' })
  })

  it('ranks by the order of the file where ranks are missing, and mends shared ones', () => {
    const plain = readDrawing(drawing({ ...box, parent: 'g' }, { ...box, id: 'b' }, group), testTypes).value
    expect(plain?.drawing.components.map(({ id }) => id)).toEqual(['b', 'g', 'a'])
    const shared = readDrawing(
      drawing({ ...box, rank: 'a1' }, { ...box, id: 'b', rank: 'a0' }, { ...box, id: 'c', rank: 'a1' }),
      testTypes,
    ).value
    expect(shared?.drawing.components.map(({ id, rank }) => [id, rank])).toEqual([
      ['b', 'a0'],
      ['a', 'a1'],
      ['c', 'a2'],
    ])
  })

  it('restores the exact output of writeDrawing', () => {
    const read = readDrawing(
      drawing(
        {
          ...box,
          locked: true,
          props: { caption: '泵', border: 3 },
          bindings: [{ prop: 'border', tag: 'street/pole-001/lamp', via: { kind: 'range', from: [0, 1], to: [0, 9] } }],
        },
        { ...group, id: 'h' },
        {
          ...box,
          id: 'b',
          parent: 'h',
          action: { kind: 'write', tag: 'street/pole-001/lamp', value: null },
          animation: { kind: 'rotate', periodMs: 500, direction: -1 },
        },
      ),
      testTypes,
    )
    const text = writeDrawing(read.value?.drawing ?? newDrawing())
    const reread = readDrawing(text, testTypes)
    expect(reread.problems).toBeUndefined()
    expect(writeDrawing(new DrawingDocument(reread.value?.drawing ?? newDrawing()).toDrawing())).toBe(text)
    expect(text.split('\n')).toHaveLength(6)
  })
})

it('checks the format of a text where it is read', () => {
  const words = { en: 'x', zh: 'x' }
  const formats = {
    url: ['/a', 'javascript:alert(1)'],
    picture: ['/a.png', 'data:text/html,x'],
    json: ['[1]', '{'],
    tag: ['p/d/a', 'p d'],
    tags: ['p/d/a\n\np/d/b', 'p/d/a\nb'],
    line: ['a', 'a\nb'],
    end: ['a:e', 'a:right'],
  } as const
  const fields = Object.fromEntries(
    Object.keys(formats).map((format) => [format, textField(words, { format: format as keyof typeof formats })]),
  )
  const types = new Map([['sign', { fields, size: { width: 1, height: 1 } }]])
  const faults = (which: 0 | 1) => {
    const props = Object.fromEntries(Object.entries(formats).map(([format, examples]) => [format, examples[which]]))
    return readDrawing(
      { version: 2, components: [{ id: 'a', type: 'sign', x: 0, y: 0, width: 1, height: 1, props }] },
      types,
    ).problems?.map(({ path }) => path)
  }
  expect(faults(0)).toBeUndefined()
  expect(faults(1)).toEqual(Object.keys(formats).map((format) => `components.0.props.${format}`))
})

it('the wrong box of a group is corrected from the inside out with a warning; rounding differences are kept', () => {
  const createGroup = (id: string, more: object) => ({ id, type: 'group', x: 0, y: 0, width: 1, height: 1, ...more })
  const createBox = (id: string, parent: string, x: number, more = {}) => ({
    id,
    type: 'box',
    parent,
    x,
    y: 10,
    width: 20,
    height: 30,
    ...more,
  })
  const read = (...components: object[]) => readDrawing({ version: 5, name: 'x', components }, testTypes).value
  const wrong = read(
    createGroup('outer', { angleDeg: 30 }),
    createGroup('inner', { parent: 'outer' }),
    createBox('a', 'inner', 100),
    createBox('b', 'inner', 160, { angleDeg: 90 }),
    createBox('c', 'outer', 0),
  )
  expect(wrong?.warnings).toMatchObject([{ path: 'components', code: 'drawing.groupBox' }])
  expect(wrong?.drawing.components.filter(({ type }) => type === 'group')).toMatchObject([
    { id: 'outer', x: 0, y: 10, width: 185, height: 30, angleDeg: 0 },
    { id: 'inner', x: 100, y: 10, width: 85, height: 30 },
  ])
  const right = read(createGroup('g', { x: 100, y: 10 + 1e-9, width: 20, height: 30 }), createBox('a', 'g', 100))
  expect([right?.warnings, right?.drawing.components[0]?.y]).toEqual([[], 10 + 1e-9])
})

it('refuses members so far apart that no file can hold their group, in a symbol too', () => {
  const members = [
    { id: 'g', type: 'group', x: 0, y: 0, width: 1, height: 1 },
    ...[-1e6, 1e6].map((x) => ({ id: `a${x > 0}`, type: 'box', parent: 'g', x, y: 0, width: 1, height: 1 })),
  ]
  const faults = (components: object[], symbols: object[]) =>
    readDrawing({ version: 5, name: 'x', components, symbols }, testTypes).problems?.map(({ path, code }) => [
      path,
      code,
    ])
  expect(faults(members, [])).toEqual([['components', 'out_of_range']])
  expect(faults([], [{ id: 's', name: 'S', width: 1, height: 1, components: members }])).toEqual([
    ['symbols.0.components', 'out_of_range'],
  ])
  expect(faults(members.slice(0, 2), [])).toBeUndefined()
})
