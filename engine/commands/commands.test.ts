import { describe, expect, it } from 'vitest'
import { invertDiff, newDrawing, readDrawing, writeDrawing } from '../document/index.ts'
import { testTypes } from '../document/testing.ts'
import { commands } from './index.ts'
import { createBench, pumpSymbols, street } from './testing.ts'
import type { Diff, Id } from '../document/index.ts'
import type { Bench } from './testing.ts'

const other = {
  version: 1,
  name: 'Tunnel',
  components: [
    { id: 'under', type: 'box', x: 5, y: 5, width: 5, height: 5 },
    { id: 'new', type: 'dial', x: 1, y: 1, width: 1, height: 1 },
  ],
}

/** A library item: one instance and its symbol. */
const valve = {
  version: 3,
  symbols: [
    {
      id: 'valve',
      name: 'Valve',
      width: 20,
      height: 20,
      components: [{ id: 'v', type: 'box', x: 0, y: 0, width: 20, height: 20 }],
    },
  ],
  components: [{ id: 'i', type: 'group', x: 0, y: 0, width: 20, height: 20, link: { symbol: 'valve' } }],
}

const pumpLink = {
  symbol: 'pump' as Id,
  params: {},
  overrides: { body: { props: { border: 9 } } },
  place: { x: 300, y: 0, width: 100, height: 50, angleDeg: 0, flipX: false, flipY: false },
}

/** One example per command. The loop below fails for a command without an example. */
const examples: Readonly<Record<string, unknown>> = {
  add: { type: 'wire', x: 7, y: 8, props: { thickness: 5 } },
  del: { ids: ['panel', 'over', 'leaf'] },
  move: { ids: ['panel', 'leaf', 'over', 'over'], dx: 3.3, dy: -1 },
  'copy-add': { ids: ['panel', 'left', 'fixed'] },
  paste: { drawing: other, dx: 10, dy: 10 },
  'paste-style': {
    ids: ['left', 'panel', 'over'],
    style: { opacity: 0.5, props: { fill: '#123456', border: 4 }, extras: { shadowLength: 4 } },
  },
  'set-props': {
    ids: ['left', 'over', 'over'],
    props: { caption: '泵', fill: null },
    common: { name: 'Pump', locked: true, x: 4, angleDeg: -90 },
    bindings: [],
    animation: { kind: 'blink', periodMs: 800 },
    action: { kind: 'switch', tag: 'street/pole-001/lamp', on: 1, off: 0 },
  },
  'set-frame': {
    frames: [
      { id: 'panel', x: 0, y: 0, width: 260, height: 100 },
      { id: 'over', x: 1, y: 2, width: 3, height: 4, angleDeg: 30 },
    ],
  },
  reorder: { ids: ['under', 'left'], to: 'front' },
  'set-layer': { backColor: '#000000', width: 1920, backgroundImage: '/files/floor.png' },
  rename: { name: 'Bridge 7' },
  import: { drawing: JSON.stringify(other) },
  align: { ids: ['panel', 'over', 'under'], side: 'right' },
  distribute: { ids: ['left', 'leaf', 'over'], axis: 'horizontal' },
  'same-size': { ids: ['over', 'panel'], which: 'both', reference: 'fixed' },
  'snap-to-grid': { ids: ['right', 'leaf', 'over'], step: 16 },
  rotate: { ids: ['panel', 'over'], byDeg: ' 33.3° ' },
  mirror: { ids: ['panel', 'over'], axis: 'vertical' },
  group: { ids: ['leaf', 'over', 'right'], name: '泵组' },
  ungroup: { ids: ['panel', 'over'] },
  lock: { ids: ['panel', 'over'] },
  unlock: { ids: ['fixed'] },
  'find-replace': { find: 'POLE-001', replace: 'pole-002', in: ['tags', 'names'] },
  'make-symbol': {
    ids: ['left', 'inner', 'over'],
    name: 'Lamp',
    params: [{ name: 'pole', kind: 'tag', default: 'street/pole-001' }],
  },
  'add-instance': { symbol: 'pump', x: 300, y: 200, params: { pump: 'works/pump-2', edge: 5 } },
  'set-params': { ids: ['p1', 's1'], params: { label: '泵' } },
  'reset-overrides': { ids: ['p1'] },
  detach: { ids: ['s1'] },
  'update-symbol': { symbol: 'pump', width: 200, components: pumpSymbols[0].components.slice(0, 1) },
  'rename-symbol': { symbol: 'pump', name: '水泵' },
  'del-symbol': { symbol: 'station', force: true },
  'add-from-library': { definition: valve, origin: { library: 'entry', revision: 3 }, x: 40, y: 50, name: 'Valve 1' },
  'update-from-library': {
    symbols: [
      { symbol: 'pump', library: valve, origin: { library: 'entry', revision: 4 } },
      { symbol: 'station', library: valve, origin: { library: 'other', revision: 2 } },
    ],
  },
  'reset-route': { ids: ['joint'] },
  rebind: { ids: ['panel'], map: { 'street/pole-001/lamp': 'street/pole-009/lamp' } },
}

/** Drawing with symbols for the symbol commands: a pump with an override and a station with two members. */
const stage = (): Bench =>
  createBench(
    [
      ...street,
      { id: 'p1', type: 'group', link: pumpLink, x: 300, y: 0, width: 100, height: 50 },
      {
        id: 'joint',
        type: 'joint',
        x: 0,
        y: 400,
        width: 100,
        height: 100,
        props: { corners: [0, 0, 0.4, 0, 0.4, 1, 1, 1], bends: [0, 0, 0.4, 0, 1, 1] },
      },
      {
        id: 's1',
        type: 'group',
        link: { ...pumpLink, symbol: 'station' as Id, overrides: {} },
        x: 300,
        y: 100,
        width: 200,
        height: 100,
      },
    ],
    {},
    pumpSymbols,
  )

const text = ({ document }: Bench): string => writeDrawing(document.toDrawing())

describe.each(commands.map((command) => command.name))('%s', (name) => {
  it('is undone and redone to the byte', () => {
    const bench = stage()
    const start = text(bench)
    expect(bench.bus.run(name, examples[name])).toMatchObject({ ok: true })
    const end = text(bench)
    expect(end).not.toBe(start)
    expect(bench.bus.history.undo()).toBe(true)
    expect(text(bench)).toBe(start)
    expect(bench.bus.history.redo()).toBe(true)
    expect(text(bench)).toBe(end)
    expect(bench.bus.run('undo')).toEqual({ ok: true })
    expect(text(bench)).toBe(start)
    expect(bench.bus.history.undo()).toBe(false)
  })

  it('restores the selection on undo, and the resulting selection on redo', () => {
    const bench = stage()
    const before = bench.ids('panel', 'over')
    let selected: readonly Id[] = before
    bench.bus.trackSelection(
      () => selected,
      (now) => {
        selected = now
      },
    )
    expect(bench.bus.run(name, examples[name])).toMatchObject({ ok: true })
    const after = selected
    for (const id of after) expect(bench.document.get(id)).toBeDefined()
    selected = []
    bench.bus.history.undo()
    expect(selected).toEqual(before)
    bench.bus.history.redo()
    expect(selected).toEqual(after)
  })

  it('is one diff that is its own undo', () => {
    const bench = stage()
    const start = text(bench)
    const diffs: Diff[] = []
    const stop = bench.document.onChange((diff) => diffs.push(diff))
    bench.bus.run(name, examples[name])
    stop()
    expect(diffs).toHaveLength(1)
    for (const diff of diffs) bench.document.apply(invertDiff(diff))
    expect(text(bench)).toBe(start)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'x'],
    ['a list', []],
    ['an unknown key', { ...(examples[name] as object), surprise: 1 }],
    ['NaN', { ids: ['over'], dx: Number.NaN, dy: 0 }],
    ['a prototype', JSON.parse('{"__proto__":{"ids":["over"]},"ids":1}')],
  ])('refuses %s and changes nothing', (_, args) => {
    const bench = stage()
    const start = text(bench)
    const result = bench.bus.run(name, args)
    if (!(name === 'set-layer' && args === undefined)) {
      expect(result).toMatchObject({ ok: false, code: 'command.arguments' })
      expect(!result.ok && result.problems.length).toBeGreaterThan(0)
    }
    expect(text(bench)).toBe(start)
    expect(bench.bus.history.canUndo).toBe(false)
  })
})

describe('rejected commands', () => {
  it.each<[string, string, unknown, string]>([
    ['an unknown command', 'explode', {}, 'command.unsupported'],
    ['a name that reaches a prototype', 'constructor', {}, 'command.unsupported'],
    ['an unknown id', 'move', { ids: ['over', 'ghost'], dx: 1, dy: 1 }, 'command.unknownComponent'],
    ['an unknown id to delete', 'del', { ids: ['ghost'] }, 'command.unknownComponent'],
    ['an unknown id to dress', 'set-props', { ids: ['ghost'], common: { visible: false } }, 'command.unknownComponent'],
    [
      'an unknown id to frame',
      'set-frame',
      { frames: [{ id: 'ghost', x: 0, y: 0, width: 1, height: 1 }] },
      'command.unknownComponent',
    ],
    ['moving what is locked', 'move', { ids: ['over', 'fixed'], dx: 1, dy: 1 }, 'command.locked'],
    ['deleting what is locked', 'del', { ids: ['over', 'fixed'] }, 'command.locked'],
    [
      'framing what is locked',
      'set-frame',
      { frames: [{ id: 'fixed', x: 0, y: 0, width: 1, height: 1 }] },
      'command.locked',
    ],
    ['framing what is locked by its properties', 'set-props', { ids: ['fixed'], common: { x: 1 } }, 'command.locked'],
    [
      'mirroring what is locked by its properties',
      'set-props',
      { ids: ['over', 'fixed'], common: { flipX: true } },
      'command.locked',
    ],
    [
      'mirroring what is locked while it is unlocked',
      'set-props',
      { ids: ['fixed'], common: { locked: false, flipY: true } },
      'command.locked',
    ],
    ['an infinite way', 'move', { ids: ['over'], dx: Infinity, dy: 1 }, 'command.arguments'],
    ['a huge way', 'move', { ids: ['over'], dx: 1e9, dy: 1 }, 'command.arguments'],
    ['a way out of the world', 'move', { ids: ['left', 'over'], dx: 999_990, dy: 1 }, 'command.limit'],
    [
      'a negative size',
      'set-frame',
      { frames: [{ id: 'over', x: 0, y: 0, width: -1, height: 1 }] },
      'command.arguments',
    ],
    ['a huge size', 'add', { type: 'box', x: 0, y: 0, width: 1e300 }, 'command.arguments'],
    [
      'an angle for a group',
      'set-frame',
      { frames: [{ id: 'panel', x: 0, y: 0, width: 1, height: 1, angleDeg: 45 }] },
      'command.arguments',
    ],
    ['an unknown type', 'add', { type: 'dial', x: 0, y: 0 }, 'command.arguments'],
    ['adding an empty group', 'add', { type: 'group', x: 0, y: 0 }, 'command.arguments'],
    [
      'a property its type has not',
      'set-props',
      { ids: ['over', 'leaf'], props: { caption: 'x' } },
      'command.arguments',
    ],
    ['a property of a group', 'set-props', { ids: ['panel'], props: { fill: '#000000' } }, 'command.arguments'],
    [
      'a value its property cannot take',
      'add',
      { type: 'box', x: 0, y: 0, props: { border: 'thick' } },
      'command.arguments',
    ],
    [
      'binding what cannot be bound',
      'set-props',
      { ids: ['over'], bindings: [{ prop: 'lit', tag: 'a/b/c', via: { kind: 'value' } }] },
      'command.arguments',
    ],
    [
      'a script link',
      'set-props',
      { ids: ['over'], action: { kind: 'link', url: 'javascript:alert(1)', open: 'window' } },
      'command.arguments',
    ],
    ['a background from elsewhere', 'set-layer', { backgroundImage: 'file:///etc/passwd' }, 'command.arguments'],
    ['a layer without width', 'set-layer', { width: 0 }, 'command.arguments'],
    ['no name', 'rename', { name: '' }, 'command.arguments'],
    ['a long name', 'rename', { name: 'x'.repeat(201) }, 'command.arguments'],
    ['a drawing cut short', 'import', { drawing: '{"version":1,' }, 'command.arguments'],
    ['a newer drawing', 'paste', { drawing: { version: 9 } }, 'command.arguments'],
  ])('%s', (_, name, args, code) => {
    const bench = createBench(street)
    const start = text(bench)
    expect(bench.bus.run(name, args)).toMatchObject({ ok: false, code })
    expect(text(bench)).toBe(start)
    expect(bench.bus.history.canUndo).toBe(false)
  })

  it('names the place in arguments and in files', () => {
    const { bus } = createBench(street)
    expect(bus.run('move', { ids: ['over', 'ghost'], dx: 1, dy: 1 })).toMatchObject({ problems: [{ path: 'ids.1' }] })
    expect(
      bus.run('import', {
        drawing: { version: 1, components: [{ id: 'a', type: 'box', x: 1, y: 1, width: Number.NaN, height: 1 }] },
      }),
    ).toMatchObject({ problems: [{ path: 'components.0.width' }] })
  })

  it('a component too many', () => {
    const { bus } = createBench(street, { limits: { components: street.length + 1 } })
    expect(bus.run('copy-add', { ids: ['panel'] })).toMatchObject({ ok: false, code: 'command.limit' })
    expect(bus.run('add', { type: 'box', x: 0, y: 0 })).toMatchObject({ ok: true })
    expect(bus.run('add', { type: 'box', x: 0, y: 0 })).toMatchObject({ ok: false, code: 'command.limit' })
    expect(bus.run('import', { drawing: writeDrawing(newDrawing()) })).toMatchObject({ ok: true })
  })

  it('a group with a locked member, or a member of a locked group', () => {
    const { bus } = createBench(street)
    bus.run('set-props', { ids: ['leaf'], common: { locked: true } })
    expect(bus.run('move', { ids: ['panel'], dx: 1, dy: 1 })).toMatchObject({
      code: 'command.locked',
      problems: [{ path: 'leaf' }],
    })
    bus.run('set-props', { ids: ['leaf'], common: { locked: false } })
    bus.run('set-props', { ids: ['panel'], common: { locked: true } })
    expect(bus.run('del', { ids: ['leaf'] })).toMatchObject({ code: 'command.locked', problems: [{ path: 'leaf' }] })
    expect(bus.run('set-props', { ids: ['leaf'], common: { flipX: true } })).toMatchObject({
      code: 'command.locked',
      problems: [{ path: 'leaf' }],
    })
    expect(bus.run('set-props', { ids: ['leaf'], common: { opacity: 0.5 } })).toEqual({ ok: true })
  })
})

describe('add', () => {
  it('puts the component on top with its type’s size and looks, named by type and count', () => {
    const { bus, document } = createBench([...street, { id: 'odd', name: 'box 12' }])
    const result = bus.run('add', { type: 'box', x: 5, y: 6 })
    const top = document.children(null).at(-1)
    expect(result).toEqual({ ok: true, created: [top?.id] })
    expect(top).toMatchObject({
      type: 'box',
      name: 'box 13',
      x: 5,
      y: 6,
      width: 120,
      height: 80,
      visible: true,
      parent: null,
      props: {},
    })
    expect(testTypes.get('box')?.fields.fill?.default).toBe('#ccccccff')
    bus.run('add', { type: 'wire', x: 0, y: 0 })
    expect(document.children(null).at(-1)?.name).toBe('wire 2')
  })
})

describe('groups', () => {
  it('move, and are measured, by their members', () => {
    const { bus, get } = createBench(street)
    bus.run('move', { ids: ['panel'], dx: 10, dy: 20 })
    expect([get('left'), get('leaf'), get('right')].map(({ x, y }) => [x, y])).toEqual([
      [110, 120],
      [210, 140],
      [160, 130],
    ])
    expect([get('panel'), get('inner')]).toMatchObject([
      { x: 110, y: 120, width: 130, height: 50 },
      { x: 210, y: 140, width: 30, height: 30 },
    ])
    bus.run('move', { ids: ['left'], dx: -100, dy: 0 })
    expect(get('panel')).toMatchObject({ x: 10, y: 120, width: 230, height: 50 })
  })

  it('scale their members', () => {
    const { bus, get } = createBench(street)
    bus.run('set-frame', { frames: [{ id: 'panel', x: 0, y: 0, width: 260, height: 100 }] })
    expect([get('left'), get('leaf'), get('right')]).toMatchObject([
      { x: 0, y: 0, width: 20, height: 20 },
      { x: 200, y: 40, width: 60, height: 60 },
      { x: 100, y: 20, width: 20, height: 20 },
    ])
    expect(get('panel')).toMatchObject({ x: 0, y: 0, width: 260, height: 100 })
  })

  it('go with their last member, and come back with it', () => {
    const { bus, document, ids, get } = createBench(street)
    bus.run('del', { ids: ['leaf', 'left', 'right'] })
    expect(ids('panel', 'inner').map((id) => document.get(id))).toEqual([undefined, undefined])
    bus.history.undo()
    expect(document.descendants(get('panel').id).map(({ id }) => id)).toEqual(['left', 'inner', 'leaf', 'right'])
  })
})

describe('copy-add', () => {
  it('duplicates components with members and bindings, 25 pixels off, on top and unlocked, and returns the top-level copies', () => {
    const { bus, document, get } = createBench(street)
    const result = bus.run('copy-add', { ids: ['leaf', 'panel', 'fixed', 'panel'] })
    const created = (result.ok && result.created) || []
    const [panel, fixed] = created.map((id) => document.get(id))
    expect(
      document
        .children(null)
        .slice(-2)
        .map(({ id }) => id),
    ).toEqual(created)
    expect(panel).toMatchObject({ type: 'group', name: 'group (2)', x: 125, y: 125, width: 130, height: 50 })
    expect(fixed).toMatchObject({ x: 95, y: 95, locked: false })
    const members = panel ? document.descendants(panel.id) : []
    expect(members.map(({ type, x, y }) => [type, x, y])).toEqual([
      ['box', 125, 125],
      ['group', 225, 145],
      ['wire', 225, 145],
      ['box', 175, 135],
    ])
    expect(members[0]).toMatchObject({ props: get('left').props, bindings: get('left').bindings, name: 'box (2)' })
    expect(document.size).toBe(street.length * 2 - 2)
    expect(members[2]?.parent).toBe(members[1]?.id)
  })

  it('leaves a copied member in its group', () => {
    const { bus, document, get } = createBench(street)
    bus.run('copy-add', { ids: ['left'] })
    expect(document.children(get('panel').id).at(-1)).toMatchObject({ x: 125, y: 125, name: 'box (2)' })
    expect(get('panel')).toMatchObject({ x: 100, y: 100, width: 130, height: 50 })
  })
})

describe('set-props', () => {
  it('merges values, resets to defaults with null, and stores only differing values', () => {
    const { bus, get } = createBench(street)
    bus.run('set-props', { ids: ['left', 'over'], props: { border: 4, caption: 'a', fill: null } })
    expect([get('left').props, get('over').props]).toEqual([
      { border: 4, caption: 'a' },
      { border: 4, caption: 'a' },
    ])
    bus.run('set-props', { ids: ['left'], props: { border: 0, caption: null } })
    expect(get('left').props).toEqual({})
  })

  it('sets common extras within their limits and stores only differing values', () => {
    const { bus, get, document } = createBench(street)
    expect(get('over').extras).toBe(get('under').extras)
    bus.run('set-props', {
      ids: ['over', 'panel'],
      extras: { prompt: '泵', promptSide: 'left', shadowLength: 4, isPasswordAsked: true },
    })
    for (const id of ['over', 'panel'])
      expect(get(id).extras).toEqual({ prompt: '泵', promptSide: 'left', shadowLength: 4, isPasswordAsked: true })
    bus.run('set-props', { ids: ['over'], extras: { prompt: null, shadowLength: 0, promptSide: 'top' } })
    expect(get('over').extras).toEqual({ isPasswordAsked: true })
    const written = writeDrawing(document.toDrawing())
    expect(written.match(/"extras"/g)).toHaveLength(2)
    expect(writeDrawing(readDrawing(written, testTypes).value?.drawing ?? newDrawing())).toBe(written)
    for (const extras of [
      { prompt: 'x'.repeat(501) },
      { shadowLength: 101 },
      { promptMode: 'loud' },
      { shadowColor: 'red' },
      { password: '1234' },
    ]) {
      expect(bus.run('set-props', { ids: ['over'], extras })).toMatchObject({
        ok: false,
        problems: [{ path: `extras.${Object.keys(extras)[0]}` }],
      })
    }
  })

  it('without any change creates no step', () => {
    const { bus } = createBench(street)
    expect(bus.run('set-props', { ids: ['left'], props: { fill: '#112233' }, common: { visible: true } })).toEqual({
      ok: true,
    })
    expect(bus.history.canUndo).toBe(false)
  })

  it('unlocks', () => {
    const { bus, get } = createBench(street)
    expect(bus.run('set-props', { ids: ['fixed'], common: { locked: false, name: 'Free' } })).toEqual({ ok: true })
    expect(get('fixed')).toMatchObject({ locked: false, name: 'Free' })
  })
})

describe('reorder', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
  it.each([
    ['ac', 'front', 'bdeac'],
    ['ca', 'front', 'bdeac'],
    ['bd', 'back', 'bdace'],
    ['bd', 'forward', 'acbed'],
    ['ab', 'forward', 'cabde'],
    ['de', 'forward', 'abcde'],
    ['ce', 'forward', 'abdce'],
    ['bce', 'forward', 'adbce'],
    ['bd', 'backward', 'badce'],
    ['ab', 'backward', 'abcde'],
    ['ac', 'backward', 'acbde'],
    ['abde', 'backward', 'abdec'],
    ['abcde', 'front', 'abcde'],
    ['de', 'front', 'abcde'],
    ['ab', 'back', 'abcde'],
    ['a', 'front', 'bcdea'],
  ] as const)('%s %s gives %s', (chosen, to, expected) => {
    const { bus, document } = createBench(five)
    const start = writeDrawing(document.toDrawing())
    expect(bus.run('reorder', { ids: chosen.split(''), to })).toEqual({ ok: true })
    expect(
      document
        .paintOrder()
        .map(({ id }) => id)
        .join(''),
    ).toBe(expected)
    expect(bus.history.canUndo).toBe(expected !== 'abcde')
    bus.history.undo()
    expect(writeDrawing(document.toDrawing())).toBe(start)
  })

  it('keeps ranks short however often two jump over each other', () => {
    const { bus, document } = createBench(five)
    for (let i = 0; i < 2000; i++)
      bus.run('reorder', { ids: ['b', 'c', 'd'].slice(i % 3, (i % 3) + 1), to: i % 2 ? 'forward' : 'backward' })
    for (let i = 0; i < 2000; i++) bus.run('reorder', { ids: [document.children(null)[1]?.id], to: 'forward' })
    expect(Math.max(...document.children(null).map(({ rank }) => rank.length))).toBeLessThanOrEqual(110)
  })
})

it('import reports components that it keeps but cannot display', () => {
  const { bus, document } = createBench(street)
  expect(bus.run('import', { drawing: other })).toMatchObject({ ok: true, warnings: [{ code: 'drawing.unknownType' }] })
  expect([document.name, document.size, document.layer.width]).toEqual(['Tunnel', 2, 1600])
})
