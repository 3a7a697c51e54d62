import { describe, expect, it } from 'vitest'
import { catalog as plants } from '../../components/catalog.ts'
import {
  DrawingDocument,
  makeComponent,
  newDrawing,
  readDrawing,
  symbolDrawing,
  writeDrawing,
} from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { text } from '../../schema/index.ts'
import { CommandBus, find, listTags } from '../index.ts'
import { rewriteStrings } from './rewriteStrings.ts'
import { createBench, pumpSymbols } from '../testing.ts'
import type { Catalog, FindQuery } from '../index.ts'
import type { RawComponent } from '../testing.ts'

const words = { en: 'x', zh: 'x' }
const catalog: Catalog & ReadonlyMap<string, NonNullable<ReturnType<Catalog['get']>>> = new Map([
  ...testTypes,
  ['trend', { size: { width: 10, height: 10 }, fields: { tags: text(words, { format: 'tags', bindable: false }) } }],
  [
    'sign',
    {
      size: { width: 10, height: 10 },
      fields: {
        text: text(words, { default: 'Pump room' }),
        source: text(words, { format: 'tag' }),
        rows: text(words, { format: 'json' }),
        link: text(words, { format: 'url' }),
      },
    },
  ],
])

const pumps: readonly RawComponent[] = [
  {
    id: 'one',
    name: '水泵 1',
    props: { caption: 'Pump 1' },
    bindings: [{ prop: 'border', tag: 'plant/pump-1/speed', via: { kind: 'value' } }],
  },
  { id: 'set', type: 'group', name: 'pumps' },
  {
    id: 'two',
    parent: 'set',
    name: '水泵 2',
    locked: true,
    props: { caption: 'PUMP 10' },
    bindings: [
      {
        prop: 'caption',
        tag: 'plant/pump-2/state',
        via: { kind: 'states', states: [{ min: 0, max: 0, value: 'Pump off' }], otherwise: 'on' },
      },
    ],
    action: { kind: 'switch', tag: 'plant/pump-2/run', on: 1, off: 0 },
  },
  {
    id: 'three',
    parent: 'set',
    name: 'sum',
    extras: { prompt: 'All pumps' },
    bindings: [
      {
        prop: 'border',
        tag: 'plant/pump-1/speed',
        via: {
          kind: 'expression',
          source: "{plant/pump-1/speed} + { plant/pump-2/speed } > 3 ? '{plant/pump-1/speed}' : value",
        },
      },
    ],
  },
  {
    id: 'board',
    type: 'sign',
    name: 'board',
    props: { source: 'plant/pump-1/speed', rows: '[{"pump":"Pump 1"}]', link: '/pump' },
  },
]

function plant() {
  const bench = createBench([])
  const raw = {
    version: 1,
    components: pumps.map((component) => ({ type: 'box', x: 0, y: 0, width: 10, height: 10, ...component })),
  }
  const read = readDrawing(raw, catalog)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const document = new DrawingDocument(read.value.drawing)
  return {
    document,
    bus: new CommandBus(document, catalog),
    at: (id: string) => [...document.components.values()].find((each) => each.id === id),
    ids: bench.ids,
  }
}

const seen = (query: Partial<FindQuery> & { find: string }): string[] =>
  find(plant().document, { in: ['names', 'texts', 'tags'], ...query }, catalog).map(
    ({ id, path, at }) => `${id} ${path} ${at.map((each) => each.join('-')).join(' ')}`,
  )

describe('find', () => {
  it('finds names, texts and tags everywhere, including defaults, but no URLs or keys', () => {
    expect(seen({ find: 'pump' })).toEqual([
      'one props.caption 0-4',
      'one bindings.0.tag 6-10',
      'set name 0-4',
      'two props.caption 0-4',
      'two bindings.0.tag 6-10',
      'two bindings.0.via.states.0.value 0-4',
      'two action.tag 6-10',
      'three extras.prompt 4-8',
      'three bindings.0.tag 6-10',
      'three bindings.0.via.source 6-10',
      'three bindings.0.via.source 6-10',
      'board props.text 0-4',
      'board props.source 6-10',
      'board props.rows 0-4',
    ])
  })

  it('finds live prompt texts and their tag', () => {
    const bench = createBench([
      {
        id: 'p',
        bindings: [
          {
            prop: 'prompt',
            tag: 'plant/pump-9/state',
            via: { kind: 'states', states: [{ min: 0, max: 0, value: 'Pump rests' }] },
          },
        ],
      },
    ])
    expect(find(bench.document, { find: 'pump', in: ['texts', 'tags'] }, catalog).map(({ path }) => path)).toEqual([
      'bindings.0.tag',
      'bindings.0.via.states.0.value',
    ])
    expect(bench.bus.run('find-replace', { find: 'Pump', replace: 'Motor', in: ['texts'] })).toMatchObject({
      ok: true,
      count: 1,
    })
  })

  it('distinguishes table cells that share one property', () => {
    const table = makeComponent({
      type: 'table',
      props: { data: '[["Pump 1","on"],["Pump 2","off"]]', columns: 'Pump,State' },
    })
    const hits = find(
      new DrawingDocument({ ...newDrawing(), components: [table] }),
      { find: 'pump', in: ['texts'] },
      plants,
    )
    expect(hits.map(({ path, nth, text: content }) => [path, nth ?? 0, content])).toEqual(
      expect.arrayContaining([
        ['props.data', 0, 'Pump 1'],
        ['props.data', 1, 'Pump 2'],
        ['props.columns', 0, 'Pump,State'],
      ]),
    )
    expect(new Set(hits.map(({ id, path, nth }) => `${id} ${path} ${nth}`)).size).toBe(3)
  })

  it('finds texts that an expression displays, not those it compares, and escapes replacements', () => {
    const source = `value == "Pump" ? "Pump runs" : 'Pump rests'`
    const bench = createBench([
      { id: 'p', bindings: [{ prop: 'prompt', tag: 'plant/pump-9/state', via: { kind: 'expression', source } }] },
    ])
    expect(find(bench.document, { find: 'pump', in: ['texts'] }, catalog)).toMatchObject([
      { path: 'bindings.0.via.texts.0', text: 'Pump runs' },
      { path: 'bindings.0.via.texts.1', text: 'Pump rests' },
    ])
    expect(bench.bus.run('find-replace', { find: 'Pump', replace: `P"1'\\`, in: ['texts'] })).toMatchObject({
      ok: true,
      count: 2,
    })
    expect(bench.get('p').bindings[0]?.via).toEqual({
      kind: 'expression',
      source: `value == "Pump" ? "P\\"1'\\\\ runs" : 'P"1\\'\\\\ rests'`,
    })
  })

  it('reads a text of an expression as it is shown, with the signs that stand behind a backslash', () => {
    const source = `value > 1 ? 'The pump\\'s run' : "a\\\\b\\nPump"`
    const bench = createBench([
      { id: 'p', bindings: [{ prop: 'prompt', tag: 'plant/pump-9/state', via: { kind: 'expression', source } }] },
    ])
    expect(find(bench.document, { find: 'pump', in: ['texts'] }, catalog).map(({ text: content }) => content)).toEqual([
      "The pump's run",
      'a\\b\nPump',
    ])
    expect(bench.bus.run('find-replace', { find: 'pump', replace: 'fan', in: ['texts'] })).toMatchObject({
      ok: true,
      count: 2,
    })
    expect(bench.get('p').bindings[0]?.via).toEqual({
      kind: 'expression',
      source: `value > 1 ? 'The fan\\'s run' : "a\\\\b\\nfan"`,
    })
  })

  it.each([
    ['mapStates(value, "run", "Pump runs", "stop", "Pump rests", "Pump?")', ['Pump runs', 'Pump rests', 'Pump?']],
    ['mapStates(value, "run", "Pump runs")', ['Pump runs']],
    [
      'value == ("run") ? "Pump" : (value != "stop" && {p/d/mode} == "hand" ? "by hand" : "rests")',
      ['Pump', 'by hand', 'rests'],
    ],
    ['"Pump " + format(value, 1) + " m3" ', ['Pump ', ' m3']],
    ['("Pump " + value) == "Pump 1" ? "yes" : "no"', ['yes', 'no']],
    ['mapStates(if(value > 1, "high", "low"), "high", "Pump high", "low", "Pump low")', ['Pump high', 'Pump low']],
    [
      'if(coalesce({p/d/mode}, "none") == "none", coalesce({p/d/name}, "nameless"), "(a, b == c")',
      ['nameless', '(a, b == c'],
    ],
    ['mapBands(value, 10, "low", 20, "mid", "high")', ['low', 'mid', 'high']],
  ])('finds only displayed texts in %s', (source, shown) => {
    const bench = createBench([
      { id: 'p', bindings: [{ prop: 'prompt', tag: 'p/d/state', via: { kind: 'expression', source } }] },
    ])
    const texts: string[] = []
    rewriteStrings(bench.get('p'), {}, (place, _, content) => {
      if (place === 'texts') texts.push(content)
      return content
    })
    expect(texts).toEqual(shown)
  })

  it('searches only the given scope', () => {
    expect(seen({ find: '泵', in: ['names'] })).toEqual(['one name 1-2', 'two name 1-2'])
    expect(seen({ find: 'pump', in: ['names'], ids: plant().ids('two', 'set', 'ghost') })).toEqual(['set name 0-4'])
    expect(seen({ find: 'Pump', in: ['texts'], matchCase: true, ids: plant().ids('set') })).toEqual([
      'two bindings.0.via.states.0.value 0-4',
    ])
    expect(seen({ find: 'Pump 1', in: ['texts'], wholeWord: true })).toEqual([
      'one props.caption 0-6',
      'board props.rows 0-6',
    ])
    expect(seen({ find: '' })).toEqual([])
  })

  it('skips code such as chart options, sample responses and data paths', () => {
    const props = {
      option: '{"series":[{"type":"line"}]}',
      example: '{"data":{"value":"line"}}',
      path: 'line.value',
      text: 'line 1',
      prefix: 'line',
    }
    const collectSeen = (type: string) => {
      const paths: string[] = []
      rewriteStrings(
        { ...createBench([{ id: 'p' }]).get('p'), type, props },
        plants.get(type)?.fields,
        (place, path, content) => {
          if (place === 'texts' && content.includes('line')) paths.push(path)
          return content
        },
      )
      return paths
    }
    expect(collectSeen('chart-line')).toEqual(['props.text'])
    expect(collectSeen('data')).toEqual(['props.prefix'])
  })

  it('treats the search text literally', () => {
    for (const odd of ['.*', '[a-z]', '(', '\\', '$&', '^', 'p{2}', '/', '-', '|'])
      expect(() => seen({ find: odd })).not.toThrow()
    expect(seen({ find: '.*' })).toEqual([])
  })
})

describe('find-replace', () => {
  it('replaces all matches, counts them and is undone in one step', () => {
    const { bus, document, at } = plant()
    const start = writeDrawing(document.toDrawing())
    expect(bus.run('find-replace', { find: 'pump', replace: 'fan $&', in: ['texts'] })).toEqual({ ok: true, count: 6 })
    expect([
      at('one')?.props,
      at('two')?.props,
      at('board')?.props.text,
      at('board')?.props.rows,
      at('three')?.extras.prompt,
    ]).toEqual([
      { caption: 'fan $& 1' },
      { caption: 'fan $& 10' },
      'fan $& room',
      '[{"pump":"fan $& 1"}]',
      'All fan $&s',
    ])
    bus.history.undo()
    expect(writeDrawing(document.toDrawing())).toBe(start)
    expect(bus.history.canUndo).toBe(false)
  })

  it('replaces a single match only, and all matches in turn give the same result as replacing all at once', () => {
    const query = { find: 'pump', in: ['names', 'texts', 'tags'] as const }
    const { bus, document } = plant()
    const lines = (view: DrawingDocument): string[] =>
      find(view, query, catalog).map((hit) => `${hit.id} ${hit.path} ${hit.text}`)
    for (const hit of find(document, query, catalog)) {
      const before = lines(document)
      const { id, path, nth, at } = hit
      expect(
        bus.run('find-replace', { ...query, replace: 'fan', hits: [{ id, path, ...(nth !== undefined && { nth }) }] }),
      ).toEqual({ ok: true, count: at.length })
      const left = lines(document)
      expect(before.filter((line) => !left.includes(line))).toEqual([`${id} ${path} ${hit.text}`])
      bus.history.undo()
    }
    for (let [next] = find(document, query, catalog); next; [next] = find(document, query, catalog)) {
      bus.run('find-replace', { ...query, replace: 'fan', hits: [{ id: next.id, path: next.path }] })
    }
    const atOnce = plant()
    atOnce.bus.run('find-replace', { ...query, replace: 'fan' })
    expect(writeDrawing(document.toDrawing())).toBe(writeDrawing(atOnce.document.toDrawing()))
  })

  it('makes no step where nothing is found', () => {
    const { bus } = plant()
    expect(bus.run('find-replace', { find: 'crane', replace: 'x', in: ['names'] })).toEqual({ ok: true, count: 0 })
    expect(bus.history.canUndo).toBe(false)
  })

  it.each([
    ['a tag that is none', { find: '/', replace: ' ', in: ['tags'] }, 'one.bindings.0.tag'],
    ['a text too long for its property', { find: 'Pump', replace: 'x'.repeat(30), in: ['texts'] }, 'one.props.caption'],
    ['a name too long', { find: 'sum', replace: 'x'.repeat(201), in: ['names'] }, 'three.name'],
  ])('rejects the whole replacement if it would leave %s', (_, args, path) => {
    const { bus, document } = plant()
    const start = writeDrawing(document.toDrawing())
    const result = bus.run('find-replace', args)
    expect(result).toMatchObject({ ok: false, code: 'command.arguments' })
    expect(!result.ok && result.problems.map((problem) => problem.path)).toContain(path)
    expect(writeDrawing(document.toDrawing())).toBe(start)
  })
})

describe('rebinding', () => {
  it('lists every tag with its uses', () => {
    expect(
      listTags(plant().document.all(), catalog).map(({ tag, uses }) => [
        tag,
        uses.map(({ id, path }) => `${id} ${path}`),
      ]),
    ).toEqual([
      [
        'plant/pump-1/speed',
        ['one bindings.0.tag', 'three bindings.0.tag', 'three bindings.0.via.source', 'board props.source'],
      ],
      ['plant/pump-2/run', ['two action.tag']],
      ['plant/pump-2/speed', ['three bindings.0.via.source']],
      ['plant/pump-2/state', ['two bindings.0.tag']],
    ])
  })

  it('changes all at once, so that two can change places, and leaves quoted texts', () => {
    const { bus, document, at } = plant()
    const map = { 'plant/pump-1/speed': 'plant/pump-2/speed', 'plant/pump-2/speed': 'plant/pump-1/speed' }
    expect(bus.run('rebind', { ids: ['one', 'set', 'board', 'two'], map })).toEqual({ ok: true, count: 5 })
    expect(at('one')?.bindings[0]?.tag).toBe('plant/pump-2/speed')
    expect(at('three')?.bindings[0]?.via).toEqual({
      kind: 'expression',
      source: "{plant/pump-2/speed} + {plant/pump-1/speed} > 3 ? '{plant/pump-1/speed}' : value",
    })
    expect(at('board')?.props.source).toBe('plant/pump-2/speed')
    expect(at('two')?.action).toMatchObject({ tag: 'plant/pump-2/run' })
    bus.run('rebind', { ids: ['one', 'set', 'board'], map })
    expect(listTags(document.all(), catalog).map(({ uses }) => uses.length)).toEqual([4, 1, 1, 1])
  })

  it('applies to components pasted from another drawing, with their bindings', () => {
    const { bus, document } = plant()
    const pasted = bus.run('paste', {
      drawing: {
        version: 1,
        components: pumps.slice(0, 1).map((each) => ({ type: 'box', x: 0, y: 0, width: 1, height: 1, ...each })),
      },
    })
    const created = (pasted.ok && pasted.created) || []
    bus.run('rebind', { ids: created, map: { 'plant/pump-1/speed': 'hall-2/pump-1/speed' } })
    expect(created.map((id) => document.get(id)?.bindings[0]?.tag)).toEqual(['hall-2/pump-1/speed'])
    expect(listTags(document.all(), catalog)[0]).toMatchObject({
      tag: 'hall-2/pump-1/speed',
      uses: [{ id: created[0] }],
    })
  })

  it('refuses a tag that is none', () => {
    expect(plant().bus.run('rebind', { ids: ['one'], map: { 'plant/pump-1/speed': 'pump 1' } })).toMatchObject({
      ok: false,
      code: 'command.arguments',
    })
  })
})

describe('several tags, one a line', () => {
  const trend = {
    id: 'trend',
    type: 'trend',
    x: 0,
    y: 0,
    width: 10,
    height: 10,
    props: { tags: 'plant/pump-1/speed\n\nplant/pump-1/flow' },
  }
  const benchWith = (types: typeof catalog) => {
    const read = readDrawing({ version: 1, components: [trend] }, types)
    if (read.problems) throw new Error(JSON.stringify(read.problems))
    const document = new DrawingDocument(read.value.drawing)
    return {
      document,
      bus: new CommandBus(document, types),
      tags: () =>
        [...document.components.values()].filter(({ type }) => type === 'trend').map(({ props }) => props.tags),
    }
  }

  it('are listed, found and rebound one by one', () => {
    const { document, bus, tags } = benchWith(catalog)
    expect(listTags(document.all(), catalog).map(({ tag }) => tag)).toEqual(['plant/pump-1/flow', 'plant/pump-1/speed'])
    expect(bus.run('rebind', { ids: ['trend'], map: { 'plant/pump-1/flow': 'hall/pump-1/flow' } })).toEqual({
      ok: true,
      count: 1,
    })
    expect(bus.run('find-replace', { find: 'pump-1', replace: 'pump-9', in: ['tags'] })).toEqual({ ok: true, count: 2 })
    expect(tags()).toEqual(['plant/pump-9/speed\n\nhall/pump-9/flow'])
    expect(bus.run('find-replace', { find: 'pump-9/flow', replace: 'x', in: ['tags'] })).toMatchObject({
      ok: false,
      code: 'command.arguments',
    })
  })

  it('follow the parameter of a symbol that is made of them', () => {
    const { bus, document, tags } = benchWith(catalog)
    const created = bus.run('make-symbol', {
      ids: ['trend'],
      name: 'Trend',
      params: [{ name: 'pump', kind: 'tag', default: 'plant/pump-1' }],
    })
    expect(created).toMatchObject({ ok: true })
    expect(document.symbols[0]?.components[0]?.props.tags).toBe('{pump}/speed\n\n{pump}/flow')
    expect(tags()).toEqual(['plant/pump-1/speed\n\nplant/pump-1/flow'])
    bus.run('set-params', { ids: (created.ok && created.created) || [], params: { pump: 'hall/pump-7' } })
    expect(tags()).toEqual(['hall/pump-7/speed\n\nhall/pump-7/flow'])
    bus.run('set-params', { ids: (created.ok && created.created) || [], params: { pump: '' } })
    expect(tags()).toEqual([undefined])
    expect(readDrawing(JSON.parse(writeDrawing(document.toDrawing())), catalog).problems).toBeUndefined()
  })
})

describe('find and replace while editing a symbol', () => {
  const bus = () => {
    const bench = createBench([], {}, pumpSymbols)
    const [pump] = bench.document.symbols
    if (!pump) throw new Error('no symbol')
    const document = new DrawingDocument(symbolDrawing(pump, bench.document.symbols, testTypes))
    return {
      document,
      bus: new CommandBus(document, testTypes, { params: pump.params }),
      body: () => [...document.components.values()].find(({ id }) => id === 'body'),
    }
  }

  it('a name changes though tags hold placeholders', () => {
    const { bus: rewritten, body } = bus()
    expect(rewritten.run('find-replace', { find: 'body', replace: 'case', in: ['names'] })).toEqual({
      ok: true,
      count: 1,
    })
    expect(body()).toMatchObject({ name: '{label} case', action: { tag: '{pump}/run' } })
  })

  it('tags are listed and rebound with their placeholders, which are no tags alone', () => {
    const { bus: rewritten, document, body } = bus()
    expect(listTags(document.all(), testTypes).map(({ tag }) => tag)).toEqual([
      'plant/main/state',
      '{pump}/load',
      '{pump}/run',
      '{pump}/speed',
    ])
    expect(
      rewritten.run('rebind', { ids: ['body'], map: { '{pump}/run': '{pump}/start', '{pump}/load': '{pump}/torque' } }),
    ).toEqual({ ok: true, count: 2 })
    expect(body()).toMatchObject({
      action: { tag: '{pump}/start' },
      bindings: [{ tag: '{pump}/speed', via: { source: 'value + {{pump}/torque} * {edge}' } }, {}],
    })
    expect(rewritten.run('rebind', { ids: ['body'], map: { '{pump}/start': '{ghost}/start' } })).toMatchObject({
      ok: false,
      code: 'command.arguments',
    })
  })
})
