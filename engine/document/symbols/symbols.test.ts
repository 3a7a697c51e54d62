import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import { DrawingDocument, memberId, newDrawing, readDrawing, writeDrawing } from '../index.ts'
import { testTypes } from '../testing.ts'
import type { Id } from '../index.ts'
import { ownCpuMs } from '../../../tests/support/server/cpu.ts'

const box = { id: 'a', type: 'box', x: 0, y: 0, width: 10, height: 10 }
const symbol = { id: 's', name: 'S', width: 10, height: 10, components: [box] }
const instance = { id: 'i', type: 'group', x: 5, y: 6, width: 10, height: 10, link: { symbol: 's' } }
const within = (id: string, x = 0) => ({
  id,
  type: 'group',
  x,
  y: 0,
  width: 10,
  height: 10,
  link: { symbol: id.slice(0, 2) },
})

const drawing = (symbols: readonly unknown[], components: readonly unknown[] = [instance]) => ({
  version: 2,
  symbols,
  components,
})
const faults = (input: unknown): string[] =>
  (readDrawing(input, testTypes).problems ?? []).map(({ path, code }) => `${path}: ${code}`)

/** Ten nested symbols with ten instances each: ten billion components in a file of 2 KB. */
const bomb = Array.from({ length: 10 }, (_, level) => ({
  ...symbol,
  id: `s${level}`,
  components:
    level === 0
      ? [box]
      : Array.from({ length: 10 }, (__, i) => ({ ...within(`s${level - 1}-${i}`), link: { symbol: `s${level - 1}` } })),
}))

describe('a file with symbols', () => {
  it.each<[string, unknown, string]>([
    ['symbols that are no list', { version: 2, symbols: {}, components: [] }, 'symbols: invalid_type'],
    ['a symbol without components', drawing([{ ...symbol, components: [] }]), 'symbols.0.components: too_small'],
    ['a symbol with a key that there is not', drawing([{ ...symbol, script: 1 }]), 'symbols.0: unrecognized_keys'],
    ['two symbols of one id', drawing([symbol, symbol]), 'symbols.1.id: drawing.duplicate'],
    [
      'a component that is wrong',
      drawing([{ ...symbol, components: [{ ...box, width: -1 }] }]),
      'symbols.0.components.0.width: too_small',
    ],
    [
      'a property that its type has not',
      drawing([{ ...symbol, components: [{ ...box, props: { colour: '{x}' } }] }]),
      'symbols.0.components.0.props.colour: unrecognized_keys',
    ],
    [
      'a parameter named like a prototype',
      drawing([{ ...symbol, params: [{ name: 'constructor', kind: 'text', default: '' }] }]),
      'symbols.0.params.0.name: custom',
    ],
    [
      'two parameters of one name',
      drawing([
        {
          ...symbol,
          params: [
            { name: 'p', kind: 'tag', default: '' },
            { name: 'p', kind: 'text', default: '' },
          ],
        },
      ]),
      'symbols.0.params.1.name: drawing.duplicate',
    ],
    [
      'a default of another kind',
      drawing([{ ...symbol, params: [{ name: 'p', kind: 'number', default: 'x' }] }]),
      'symbols.0.params.0.default: invalid_value',
    ],
    [
      'a property of another kind than its parameter',
      drawing([{ ...symbol, params: [{ name: 'p', kind: 'text', default: '' }], paramProps: { a: { border: 'p' } } }]),
      'symbols.0.paramProps.a.border: drawing.symbolParam',
    ],
    [
      'a property bound to no parameter',
      drawing([{ ...symbol, paramProps: { a: { border: 'q' } } }]),
      'symbols.0.paramProps.a.border: drawing.symbolParam',
    ],
    [
      'a symbol within itself',
      drawing([{ ...symbol, components: [{ ...within('s') }] }]),
      'symbols.0: drawing.symbolCycle',
    ],
    [
      'symbols within each other',
      drawing([
        { ...symbol, id: 's1', components: [within('s2')] },
        { ...symbol, id: 's2', components: [within('s1')] },
      ]),
      'symbols.0: drawing.symbolCycle',
    ],
    [
      'a box that is an instance',
      drawing([symbol], [{ ...box, link: { symbol: 's' } }]),
      'components.0.link: drawing.link',
    ],
    [
      'a link with a key that there is not',
      drawing([symbol], [{ ...instance, link: { symbol: 's', script: 1 } }]),
      'components.0.link: unrecognized_keys',
    ],
    [
      'an override of a prototype',
      JSON.parse(
        JSON.stringify(drawing([symbol], [{ ...instance, link: { symbol: 's', overrides: { a: {} } } }])).replace(
          '"overrides":{"a"',
          '"overrides":{"constructor"',
        ),
      ),
      'components.0.link.overrides.constructor: invalid_key',
    ],
    [
      'a member that its symbol makes',
      drawing([symbol], [instance, { ...box, id: 'm', parent: 'i' }]),
      'components: drawing.instanceMember',
    ],
    [
      'a member written in a symbol',
      drawing([symbol, { ...symbol, id: 't', components: [within('s'), { ...box, parent: 's' }] }]),
      'symbols.1.components: drawing.instanceMember',
    ],
    [
      'the id of a member to be',
      drawing([symbol], [instance, { ...box, id: memberId('i' as Id, 'a' as Id) }]),
      'components: drawing.duplicate',
    ],
    ['members out of the world', drawing([{ ...symbol, width: 1e-300 }], [instance]), 'components.i: out_of_range'],
    ['a bomb', drawing(bomb, [{ ...instance, link: { symbol: 's9' } }]), 'components: drawing.tooMany'],
    [
      'more symbols’ components than a drawing may have',
      drawing(
        Array.from({ length: 3 }, (_, n) => ({
          ...symbol,
          id: `s${n}`,
          components: Array.from({ length: 40_000 }, (__, i) => ({ ...box, id: `a${i}` })),
        })),
      ),
      'symbols.2.components: drawing.tooMany',
    ],
    [
      'a chain too long',
      drawing(
        Array.from({ length: 40 }, (_, n) => ({
          ...symbol,
          id: `c${n}`,
          components: [n === 0 ? box : { ...within('x'), link: { symbol: `c${n - 1}` } }],
        })),
        [],
      ),
      'symbols.39: drawing.symbolCycle',
    ],
    [
      'a placeholder in an address',
      drawing([
        { ...symbol, components: [{ ...box, action: { kind: 'link', url: 'javascript:{x}', open: 'window' } }] },
      ]),
      'symbols.0.components.0.action.url: custom',
    ],
    [
      'a placeholder outside of a symbol',
      drawing([], [{ ...box, bindings: [{ prop: 'border', tag: '{pump}/speed', via: { kind: 'value' } }] }]),
      'components.0.bindings.0.tag: invalid_format',
    ],
  ])('is refused for %s', (_, input, fault) => {
    const startMs = ownCpuMs()
    expect(faults(input)).toContain(fault)
    expect(ownCpuMs() - startMs).toBeLessThan(2000)
  })

  it('counts the members before it makes any', () => {
    const many = Array.from({ length: 1001 }, (_, i) => ({ ...instance, id: `i${i}` }))
    const wide = { ...symbol, components: Array.from({ length: 99 }, (_, i) => ({ ...box, id: `a${i}` })) }
    expect(faults(drawing([wide], many))).toEqual(['components: drawing.tooMany'])
    expect(readDrawing(drawing([wide], many.slice(2)), testTypes).value?.drawing.components).toHaveLength(999 * 100)
  })

  it('keeps an instance of an unknown symbol, or converts it to a plain group if it has members, with a warning', () => {
    const read = readDrawing(
      drawing([], [instance, { ...instance, id: 'j' }, { ...box, id: 'm', parent: 'j' }]),
      testTypes,
    )
    expect(read.value?.warnings).toMatchObject([
      { code: 'drawing.unknownSymbol', message: '2 instances of symbol s, which the drawing does not have' },
      { code: 'drawing.groupBox' },
    ])
    expect(read.value?.drawing.components).toMatchObject([
      { id: 'i', x: 5, y: 6, link: { symbol: 's' } },
      { id: 'j', link: null },
      { id: 'm' },
    ])
    const text = writeDrawing(read.value?.drawing ?? newDrawing())
    expect(writeDrawing(readDrawing(text, testTypes).value?.drawing ?? newDrawing())).toBe(text)
  })

  it('corrects the box of a group inside a symbol and reports its position', () => {
    const groups = [
      { ...within('g'), link: undefined, x: 3 },
      { ...box, parent: 'g', x: 20 },
    ]
    const right = {
      ...symbol,
      id: 't',
      components: [
        { ...within('g'), link: undefined },
        { ...box, parent: 'g' },
      ],
    }
    const read = readDrawing(drawing([right, { ...symbol, components: groups }]), testTypes)
    expect(read.value?.warnings).toMatchObject([{ path: 'symbols.1.components', code: 'drawing.groupBox' }])
    expect(read.value?.drawing.symbols?.[1]?.components).toMatchObject([
      { id: 'g', x: 20, width: 10 },
      { id: 'a', x: 20 },
    ])
    expect(readDrawing(writeDrawing(read.value?.drawing ?? newDrawing()), testTypes).value?.warnings).toEqual([])
  })

  it('reports each unknown symbol inside symbols once, whether the drawing displays it or not', () => {
    const lost = (id: string, missing: string) => ({ ...instance, id, link: { symbol: missing } })
    const outer = { ...symbol, components: [box, lost('x', 'ghost'), lost('y', 'ghost')] }
    const getWarnings = (components: unknown[]) =>
      readDrawing(drawing([outer], components), testTypes).value?.warnings.map(({ code, message }) => [code, message])
    const expectedWarning = ['drawing.unknownSymbol', '2 instances of symbol ghost, which the drawing does not have']
    expect(getWarnings([])).toEqual([expectedWarning])
    expect(getWarnings([instance, lost('j', 'gone')])).toEqual([
      expectedWarning,
      ['drawing.unknownSymbol', '1 instances of symbol gone, which the drawing does not have'],
    ])
  })

  it('omits overrides and parameters that do not fit the symbol, with a warning', () => {
    const link = {
      symbol: 's',
      params: { ghost: 1, p: 'x' },
      overrides: { a: { opacity: 0.5, props: { border: 3, ghost: 1 } }, ghost: { opacity: 0 } },
    }
    const read = readDrawing(
      drawing([{ ...symbol, params: [{ name: 'p', kind: 'text', default: '' }] }], [{ ...instance, link }]),
      testTypes,
    )
    expect(read.value?.warnings).toMatchObject([{ code: 'drawing.symbolUnfit' }])
    expect(read.value?.drawing.components[0]?.link).toMatchObject({
      params: { p: 'x' },
      overrides: { a: { opacity: 0.5, props: { border: 3 } } },
    })
    expect(read.value?.drawing.components[1]).toMatchObject({ opacity: 0.5, props: { border: 3 } })
  })

  it('hands a gradient on to properties that take one, and its first colour to those that take one colour', () => {
    const shades = ['linear(0,#11223344 0,#ffffffff 0.4,#11223344 1)', 'radial(#a0b0c0ff,#000000ff)']
    const params = [{ name: 'shade', kind: 'color', default: shades[0] }]
    const painted = {
      id: 's',
      name: 'S',
      width: 10,
      height: 10,
      params,
      paramProps: { a: { backgroundColor: 'shade', fontColor: 'shade' } },
      components: [{ ...box, type: 'rect' }],
    }
    const own = { ...instance, id: 'j', link: { symbol: 's', params: { shade: shades[1] } } }
    const read = readDrawing(drawing([painted], [instance, own]), catalog)
    expect(
      read.value?.drawing.components
        .filter(({ type }) => type === 'rect')
        .map(({ props }) => [props['backgroundColor'], props['fontColor']]),
    ).toEqual([
      [shades[0], '#11223344'],
      [shades[1], '#a0b0c0ff'],
    ])
    expect(faults(drawing([{ ...painted, params: [{ ...params[0], default: 'linear(0,#112233)' }] }]))).toContain(
      'symbols.0.params.0.default: invalid_value',
    )
  })

  it('leaves a tag that does not fit empty and never the default, which may be another, real pump', () => {
    const unit = {
      ...symbol,
      id: 'in',
      params: [{ name: 'pump', kind: 'tag', default: 'works/real' }],
      components: [{ ...box, bindings: [{ prop: 'border', tag: '{pump}/speed', via: { kind: 'value' } }] }],
    }
    const outer = {
      ...symbol,
      params: [{ name: 'n', kind: 'text', default: '' }],
      components: [{ ...within('in-1'), id: 'u', link: { symbol: 'in', params: { pump: 'works/{n}' } } }],
    }
    const read = (link: object, around: object = outer) =>
      readDrawing(drawing([unit, around], [{ ...instance, link }]), testTypes).value
    const body = (link: object, around?: object) => read(link, around)?.drawing.components.at(-1)
    expect(body({ symbol: 's', params: { n: 'p-1' } })).toMatchObject({ bindings: [{ tag: 'works/p-1/speed' }] })
    expect(read({ symbol: 's', params: { n: 'Pump 1' } })?.drawing.components[1]?.link?.params).toEqual({ pump: '' })
    const nested = {
      ...outer,
      components: [{ ...within('in-1'), id: 'u', link: { symbol: 'in', params: { pump: '{ghost}' } } }],
    }
    const bad: [object, object?][] = [
      [{ symbol: 'in', params: { pump: 'no tag' } }],
      [{ symbol: 'in', params: { pump: 3 } }],
      [{ symbol: 's', params: { n: 'p-1' }, overrides: { u: { params: { pump: 'no tag' } } } }],
      [{ symbol: 's' }, nested],
    ]
    for (const [link, around] of bad) {
      expect(body(link, around)).toMatchObject({ type: 'box', bindings: [] })
      expect(read(link, around)?.warnings).toMatchObject([{ code: 'drawing.symbolUnfit' }])
      const text = writeDrawing(read(link, around)?.drawing ?? newDrawing())
      const reread = readDrawing(text, testTypes)
      expect([reread.value?.warnings, reread.value?.drawing]).toEqual([[], read(link, around)?.drawing])
    }
  })

  it('keeps unknown placeholders in the parameters of a nested instance, and reports values that do not fit', () => {
    const inner = {
      ...symbol,
      id: 'in',
      params: [
        { name: 'label', kind: 'text', default: '' },
        { name: 'edge', kind: 'number', default: 1 },
      ],
    }
    const outer = (params: object) => ({
      ...symbol,
      params: [{ name: 'p', kind: 'text', default: '' }],
      components: [{ ...within('in-1'), link: { symbol: 'in', params } }],
    })
    const read = (params: object) => readDrawing(drawing([inner, outer(params)]), testTypes).value
    const getParams = (params: object) => read(params)?.drawing.symbols?.[1]?.components[0]?.link?.params
    for (const label of ['{ off', '{stock} left', 'of {p}']) expect(getParams({ label })).toEqual({ label })
    expect(read({ label: '{ off' })?.warnings).toEqual([])
    expect(getParams({ label: 'A', edge: 'wide' })).toEqual({ label: 'A' })
    expect(read({ label: 'A', edge: 'wide' })?.warnings).toMatchObject([
      { code: 'drawing.symbolUnfit', message: expect.stringContaining('params.edge') },
    ])
  })

  it('is written as it was read, a component a line, whoever wrote it', () => {
    const by = {
      ...instance,
      x: 900,
      y: 900,
      width: 1,
      height: 1,
      link: {
        symbol: 's',
        place: { x: 5, y: 6, width: 20, height: 10, angleDeg: 30, flipX: true },
        params: { z: 1, p: 'x' },
      },
    }
    const params = [
      { name: 'p', kind: 'text', default: '', words: { en: 'P', zh: '甲' } },
      { name: 'z', kind: 'number', default: 0 },
    ]
    const read = readDrawing(
      drawing([{ ...symbol, params, paramProps: { a: { caption: 'p', border: 'z' } } }], [by]),
      testTypes,
    )
    const text = writeDrawing(read.value?.drawing ?? newDrawing())
    expect(text.split('\n')).toHaveLength(8)
    const reread = readDrawing(text, testTypes)
    expect(reread.value?.drawing).toEqual(read.value?.drawing)
    expect(writeDrawing(new DrawingDocument(reread.value?.drawing ?? newDrawing()).toDrawing())).toBe(text)
    expect(read.value?.drawing.components[1]).toMatchObject({
      width: 20,
      height: 10,
      angleDeg: 30,
      flipX: true,
      props: { caption: 'x', border: 1 },
    })
  })

  it('gives members the same ids wherever and whenever it is read, each its own', () => {
    expect(memberId('i' as Id, 'a' as Id)).toBe('mjjr9qo1qadj5bjl6d0c')
    const ids = new Set<string>()
    for (let i = 0; i < 300; i++) for (let j = 0; j < 300; j++) ids.add(memberId(`pump-${i}` as Id, `rotor-${j}` as Id))
    expect(ids.size).toBe(90_000)
    expect(memberId('a-b' as Id, 'c' as Id)).not.toBe(memberId('a' as Id, 'b-c' as Id))
  })
})
