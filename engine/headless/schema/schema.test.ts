import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import { makeComponent, readDrawing } from '../../document/index.ts'
import { documentSchema } from './documentSchema.ts'
import { writeSchema } from './schema.ts'
import { drawingFile, run } from '../testing/run.ts'

const published = new URL('../../drawing.schema.json', import.meta.url)
const accepts = new Ajv2020({ strict: false, allErrors: false }).compile({ ...documentSchema(catalog.list) })
const reads = (drawing: unknown) => readDrawing(JSON.stringify(drawing), catalog).problems === undefined

it('is published as it is made from the catalog (UPDATE_GOLDEN=1 npx vitest run engine/headless/schema writes it)', async () => {
  if (process.env['UPDATE_GOLDEN']) writeFileSync(published, writeSchema())
  expect(readFileSync(published, 'utf8') === writeSchema()).toBe(true)
  expect((await run({}, ['schema'])).out).toBe(writeSchema())
})

describe('the schema', () => {
  const storedFiles = ['../../../public/samples/', '../../document/versions/'].flatMap((folder) => {
    const at = new URL(folder, import.meta.url)
    return readdirSync(at).map((name): [string, unknown] => {
      const data: { drawing?: unknown } = JSON.parse(readFileSync(new URL(name, at), 'utf8'))
      return [name, data.drawing ?? data]
    })
  })

  it.each(storedFiles)('accepts %s', (_, drawing) => {
    accepts(drawing)
    expect(accepts.errors ?? []).toEqual([])
  })

  it.each(catalog.list.map((type) => [type.type, type] as const))(
    'accepts every property of %s at its default, and none besides',
    (name, { fields, defaults }) => {
      const fine = drawingFile([{ id: 'a', type: name, props: { ...defaults } }])
      expect([accepts(fine), accepts.errors ?? []]).toEqual([true, []])
      expect(reads(fine)).toBe(true)
      expect(accepts(drawingFile([{ id: 'a', type: name, props: { ...defaults, warp: 1 } }]))).toBe(false)
      for (const [prop, { bindable }] of Object.entries(fields)) {
        const bound = drawingFile([{ id: 'a', type: name, bindings: [{ prop, tag: 'p/d/x', via: { kind: 'value' } }] }])
        expect([prop, accepts(bound)]).toEqual([prop, bindable])
      }
    },
  )

  it('knows every key of a component, and no other', () => {
    const defs = documentSchema([])['$defs'] as { component: { properties: object } }
    expect(Object.keys(defs.component.properties).sort()).toEqual(Object.keys(makeComponent({ type: 'rect' })).sort())
  })

  const plain = { id: 'a', type: 'rect', x: 1, y: 1, width: 1, height: 1 }
  const tag = 'p/d/x'
  const parts: readonly (readonly [string, unknown])[] = [
    ['nothing more', {}],
    ['an id of strange letters', { id: '../a' }],
    ['a prototype as id', { id: '__proto__' }],
    ['no id', { id: undefined }],
    ['a strange type', { type: 'Rect!' }],
    ['an unknown type', { type: 'warp-core', props: { warp: 9, path: [1, 2] } }],
    ['what no field holds', { type: 'warp-core', props: { warp: {} } }],
    ['a long name', { name: 'x'.repeat(201) }],
    ['a name', { name: '泵' }],
    ['a rank', { rank: 'a0' }],
    ['no rank', { rank: '-' }],
    ['a number as rank', { rank: 0 }],
    ['far away', { x: 1e6 }],
    ['too far away', { x: 1.1e6 }],
    ['negative size', { width: -1 }],
    ['a size as text', { height: '9' }],
    ['turned', { angleDeg: -360 }],
    ['turned too far', { angleDeg: 361 }],
    ['mirrored', { flipX: true, flipY: false }],
    ['mirrored by a number', { flipX: 1 }],
    ['faint', { opacity: 0.5 }],
    ['more than opaque', { opacity: 2 }],
    ['hidden', { visible: false, locked: true }],
    ['a key of nobody', { onclick: 'alert(1)' }],
    ['a colour', { props: { backgroundColor: '#ABCDEF' } }],
    ['no colour', { props: { backgroundColor: 'red' } }],
    ['properties in a list', { props: [] }],
    ['blinking', { animation: { kind: 'blink', periodMs: 500 } }],
    ['blinking too fast', { animation: { kind: 'blink', periodMs: 1 } }],
    ['no animation', { animation: null }],
    ['turning', { animation: { kind: 'rotate', periodMs: 500, direction: -1 } }],
    ['turning nowhere', { animation: { kind: 'rotate', periodMs: 500, direction: 0 } }],
    ['a switch', { action: { kind: 'switch', tag, on: 1, off: 0 } }],
    ['a switch of nothing', { action: { kind: 'switch', tag: 'x', on: 1, off: 0 } }],
    ['asking', { action: { kind: 'write', tag, value: null } }],
    ['a range', { bindings: [{ prop: 'borderWidth', tag, via: { kind: 'range', from: [0, 1], to: [0, 9] } }] }],
    ['half a range', { bindings: [{ prop: 'borderWidth', tag, via: { kind: 'range', from: [0], to: [0, 9] } }] }],
    [
      'a range and a half',
      { bindings: [{ prop: 'borderWidth', tag, via: { kind: 'range', from: [0, 1, 2], to: [0, 9] } }] },
    ],
    [
      'states',
      {
        bindings: [
          { prop: 'borderWidth', tag, via: { kind: 'states', states: [{ min: 0, max: 1, value: 2 }], otherwise: 3 } },
        ],
      },
    ],
    ['bound where it cannot be', { bindings: [{ prop: 'fontWeight', tag, via: { kind: 'value' } }] }],
    ['bound common', { bindings: [{ prop: 'visible', tag, via: { kind: 'value', decimals: 2 } }] }],
    ['decimals that are none', { bindings: [{ prop: 'text', tag, via: { kind: 'value', decimals: 1.5 } }] }],
    ['a via of no kind', { bindings: [{ prop: 'text', tag, via: { kind: 'magic' } }] }],
    ['extras', { extras: { prompt: 'Pump', shadowLength: 4 } }],
    ['extras of nobody', { extras: { glow: 1 } }],
    ['a link that is no group', { link: { symbol: 's' } }],
    [
      'a state of another kind',
      {
        bindings: [{ prop: 'borderWidth', tag, via: { kind: 'states', states: [{ min: 0, max: 1, value: 'thick' }] } }],
      },
    ],
    [
      'a state beyond its limits',
      { bindings: [{ prop: 'borderWidth', tag, via: { kind: 'states', states: [{ min: 0, max: 1, value: -1 }] } }] },
    ],
    [
      'otherwise of another kind',
      {
        bindings: [
          { prop: 'text', tag, via: { kind: 'states', states: [{ min: 0, max: 1, value: 'a' }], otherwise: 3 } },
        ],
      },
    ],
    [
      'a colour as a state',
      {
        bindings: [
          {
            prop: 'backgroundColor',
            tag,
            via: { kind: 'states', states: [{ min: 0, max: 1, value: '#ff0000' }], otherwise: '#00ff00' },
          },
        ],
      },
    ],
    [
      'no colour as a state',
      {
        bindings: [
          { prop: 'backgroundColor', tag, via: { kind: 'states', states: [{ min: 0, max: 1, value: 'red' }] } },
        ],
      },
    ],
    ['a name that is null', { name: null }],
    ['a group', { type: 'group' }],
    ['a group with properties', { type: 'group', props: { text: 'x' } }],
  ]

  it.each(parts)('judges a component as the reader does: %s', (_, part) => {
    const drawing = JSON.parse(JSON.stringify({ version: 4, components: [{ ...plain, ...Object(part) }] }))
    expect(accepts(drawing)).toBe(reads(drawing))
  })

  const member = { ...plain, bindings: [{ prop: 'text', tag: '{pump}/speed', via: { kind: 'value' } }] }
  const symbol = {
    id: 's',
    name: 'Pump',
    width: 10,
    height: 10,
    params: [{ name: 'pump', kind: 'tag', default: 'p/d' }],
    components: [member],
  }
  const drawings: readonly (readonly [string, unknown])[] = [
    ['version 1', { version: 1, components: [] }],
    ['version 2', { version: 2, components: [] }],
    ['a version to come', { version: 99, components: [] }],
    ['no version', { components: [] }],
    ['no components', { version: 4 }],
    ['half a layer', { version: 4, layer: { width: 10 }, components: [] }],
    ['a layer too small', { version: 4, layer: { width: 0 }, components: [] }],
    ['a key of nobody', { version: 4, components: [], script: 1 }],
    ['a symbol', { version: 4, symbols: [symbol], components: [] }],
    ['a symbol of nothing', { version: 4, symbols: [{ ...symbol, components: [] }], components: [] }],
    ['a parameter outside of a symbol', { version: 4, components: [member] }],
    [
      'an instance',
      {
        version: 4,
        symbols: [symbol],
        components: [
          {
            ...plain,
            id: 'i',
            type: 'group',
            link: { symbol: 's', params: { pump: 'p/e' }, overrides: { a: { props: { text: null } } } },
          },
        ],
      },
    ],
    [
      'an instance of nonsense',
      {
        version: 4,
        symbols: [symbol],
        components: [{ ...plain, id: 'i', type: 'group', link: { symbol: 's', params: 3 } }],
      },
    ],
    [
      'an instance of a strange way',
      {
        version: 4,
        symbols: [symbol],
        components: [{ ...plain, id: 'i', type: 'group', link: { symbol: 's', overrides: { 'a b': { name: 'x' } } } }],
      },
    ],
    [
      'an instance of a nested way',
      {
        version: 4,
        symbols: [symbol],
        components: [{ ...plain, id: 'i', type: 'group', link: { symbol: 's', overrides: { 'a/b': { name: 'x' } } } }],
      },
    ],
    ...(['p/d', 'p/d/x', '', 'P/d', 'p', '{pump}', 3] as const).map((value): [string, unknown] => [
      `a tag by default: ${value}`,
      { version: 4, symbols: [{ ...symbol, params: [{ name: 'pump', kind: 'tag', default: value }] }], components: [] },
    ]),
    ...(
      [
        ['number', 3],
        ['number', '3'],
        ['flag', true],
        ['flag', 0],
        ['color', '#ff0000'],
        ['color', 'red'],
        ['text', 'a'],
        ['text', 7],
      ] as const
    ).map(([kind, value]): [string, unknown] => [
      `${kind} by default: ${value}`,
      {
        version: 4,
        symbols: [{ ...symbol, params: [...symbol.params, { name: 'other', kind, default: value }] }],
        components: [],
      },
    ]),
    ['neither name nor layer', { version: 4, name: null, layer: null, components: [] }],
    ['a number as name', { version: 4, name: 3, components: [] }],
    ['a list', []],
    ['nothing', null],
  ]

  it.each(drawings)('judges a drawing as the reader does: %s', (_, drawing) => {
    expect(accepts(drawing)).toBe(reads(drawing))
  })
})
