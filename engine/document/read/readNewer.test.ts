import { describe, expect, it } from 'vitest'
import { drawingVersion, readDrawing, readDrawingToShow } from '../index.ts'
import { testTypes } from '../testing.ts'

const newer = drawingVersion + 1
const box = { id: 'a', type: 'box', x: 1, y: 2, width: 3, height: 4 }
const bound = { prop: 'border', tag: 'plant/pump/speed', via: { kind: 'value' } }
const drawing = (...components: unknown[]) => ({ version: newer, name: 'Later', components })
const shown = (input: unknown) => {
  const read = readDrawingToShow(input, testTypes)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  return read.value
}

describe('a drawing of a newer version, to be shown', () => {
  it('contains all known parts, reports the version and names each kind of omitted part once', () => {
    const later = {
      ...drawing(
        {
          ...box,
          glow: 3,
          props: { fill: '#ff0000', sheen: 1 },
          bindings: [bound],
          extras: { prompt: 'Hello', echo: true },
        },
        { ...box, id: 'b', glow: 4, animation: { kind: 'wobble' } },
        { ...box, id: 'c', type: 'hologram', props: { depth: 3, stops: [{ at: 1 }] } },
      ),
      layer: { width: 800, height: 600, fog: 0.5 },
      plugins: {},
    }
    const read = shown(JSON.stringify(later))
    expect(read.newer).toBe(newer)
    expect(read.drawing).toMatchObject({ version: drawingVersion, name: 'Later', layer: { width: 800, height: 600 } })
    expect(read.drawing.components).toMatchObject([
      { id: 'a', props: { fill: '#ff0000' }, bindings: [bound], extras: { prompt: 'Hello' } },
      { id: 'b', type: 'box', animation: null },
      { id: 'c', type: 'hologram', props: { depth: 3 } },
    ])
    expect(read.warnings.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'version drawing.newer',
      'components.0.glow drawing.leftOut',
      'components.0.props.sheen drawing.leftOut',
      'components.0.extras.echo drawing.leftOut',
      'components.1.animation drawing.leftOut',
      'components.2.props.stops drawing.leftOut',
      'plugins drawing.leftOut',
      'layer.fog drawing.leftOut',
      'components.2.type drawing.unknownType',
    ])
    expect(read.warnings[1]?.message).toMatch(/^2 /)
  })

  it('never shows a component with an unknown binding as live, nor an unknown instance as an empty group', () => {
    const odd = { ...box, bindings: [{ ...bound, via: { kind: 'neural' } }], props: { border: 7 } }
    const group = { ...box, id: 'g', type: 'group' }
    const read = shown(
      drawing(odd, { ...group, link: { formula: 'x' } }, { ...group, id: 'h' }, { ...box, id: 'm', parent: 'h' }),
    )
    expect(
      read.drawing.components.map(({ id, type, bindings, props }) => [
        id,
        type,
        bindings.length,
        Object.keys(props).length,
      ]),
    ).toEqual([
      ['a', 'box-newer', 0, 0],
      ['g', 'group-newer', 0, 0],
      ['h', 'group', 0, 0],
      ['m', 'box', 0, 0],
    ])
  })

  it('is refused by the strict reader, and by this one where not a thing of it can be read', () => {
    const hopeless = [
      drawing({ shape: 'box' }),
      { version: newer, components: 'anything' },
      { version: newer },
      { version: newer, parts: [box] },
      drawing({ ...box, type: 'group', parent: 'a' }),
    ]
    for (const input of hopeless) expect(readDrawingToShow(input, testTypes)).toEqual(readDrawing(input, testTypes))
    expect(readDrawing(drawing(box), testTypes).problems?.map(({ code }) => code)).toEqual(['drawing.newer'])
    expect(shown(drawing()).newer).toBe(newer)
  })

  it('is as distrusted as any other: no prototype keys, foreign addresses, twins or orphans', () => {
    const text =
      `{"version":${newer},"components":[{"id":"a","type":"box","x":1,"y":1,"width":1,"height":1,"__proto__":{"admin":true},"action":{"kind":"link","url":"javascript:alert(1)","open":"window"}},` +
      `{"id":"a","type":"box","x":9,"y":1,"width":1,"height":1},{"id":"o","type":"box","x":1e999,"y":1,"width":1,"height":1},{"id":"p","parent":"nobody","type":"box","x":1,"y":1,"width":1,"height":1}]}`
    const {
      drawing: { components },
    } = shown(text)
    expect(components).toMatchObject([
      { id: 'a', x: 1, action: null },
      { id: 'p', parent: null },
    ])
    expect(Object.getPrototypeOf(components[0])).toBe(Object.prototype)
    expect(
      readDrawingToShow(
        `{"version":${newer},"components":${'['.repeat(100)}${']'.repeat(100)}}`,
        testTypes,
      ).problems?.map(({ code }) => code),
    ).toEqual(['drawing.depth'])
  })

  it('keeps its symbols as far as they are known, with their parameters', () => {
    const symbol = (id: string, more = {}) => ({
      id,
      name: 'Pump',
      width: 10,
      height: 10,
      params: [{ name: 'pump', kind: 'tag', default: '' }],
      stance: 'upright',
      components: [
        { ...box, id: 'm', hum: 1, bindings: [{ prop: 'border', tag: '{pump}/speed', via: { kind: 'value' } }] },
      ],
      ...more,
    })
    const read = shown({
      ...drawing({ ...box, id: 'i', type: 'group', link: { symbol: 's', params: { pump: 'plant/pump-1' } } }),
      symbols: [symbol('s'), symbol('t', { components: 'woven' })],
    })
    expect(read.drawing.symbols?.map(({ id }) => id)).toEqual(['s'])
    expect(read.drawing.components.flatMap(({ bindings }) => bindings.map(({ tag }) => tag))).toEqual([
      'plant/pump-1/speed',
    ])
  })

  it('of this version, or an older one, is read as ever', () => {
    expect(shown({ ...drawing(box), version: 1 }).newer).toBeNull()
    expect(
      readDrawingToShow({ ...drawing({ ...box, glow: 1 }), version: 1 }, testTypes).problems?.map(({ path }) => path),
    ).toEqual(['components.0.glow'])
  })
})
