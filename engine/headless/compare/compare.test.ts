import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeComponent, newDrawing, ranksBetween } from '../../document/index.ts'
import type { ComponentPatch, Drawing, Id, Override } from '../../document/index.ts'
import { compareDrawings, isEqual } from './compare.ts'
import { drawingFile, run } from '../testing/run.ts'

const ids = (names: string): Drawing => {
  const ranks = ranksBetween(null, null, names.length)
  return drawing(...Array.from(names).map((id, i) => ({ id: id as Id, rank: ranks[i] })))
}

function drawing(...parts: (ComponentPatch & { id: Id })[]): Drawing {
  return { ...newDrawing('Pump'), components: parts.map((part) => makeComponent({ type: 'rect', ...part })) }
}

describe('compareDrawings', () => {
  it('finds added, removed and changed components, key by key', () => {
    const a = 'a' as Id
    const before = drawing({ id: a, x: 1, props: { text: 'On', radius: 3 } }, { id: 'gone' as Id })
    const after = drawing(
      { id: a, x: 5, props: { text: 'Off' }, action: { kind: 'write', tag: 'p/d/x', value: 1 } },
      { id: 'new' as Id },
    )
    const { added, removed, changed } = compareDrawings(before, after)
    expect([added.map(({ id }) => id), removed.map(({ id }) => id)]).toEqual([['new'], ['gone']])
    expect(changed[0]?.changes).toEqual([
      { key: 'x', from: 1, to: 5 },
      { key: 'props.text', from: 'On', to: 'Off' },
      { key: 'props.radius', from: 3, to: undefined },
      { key: 'action', from: undefined, to: { kind: 'write', tag: 'p/d/x', value: 1 } },
    ])
  })

  it("distinguishes an override that removes a symbol's value from no override", () => {
    const instance = (override: Override) =>
      drawing({
        id: 'a' as Id,
        type: 'group',
        link: {
          symbol: 's' as Id,
          place: { x: 0, y: 0, width: 10, height: 10, angleDeg: 0, flipX: false, flipY: false },
          params: {},
          overrides: { m: { opacity: 0.5, ...override } },
        },
      })
    for (const override of [
      { action: null },
      { animation: null },
      { props: { fill: null } },
      { extras: { prompt: null } },
    ] satisfies Override[]) {
      for (const [from, to] of [
        [{}, override],
        [override, {}],
      ] as const) {
        const overrides = (one: Override) => ({ m: { opacity: 0.5, ...one } })
        expect(compareDrawings(instance(from), instance(to)).changed[0]?.changes).toEqual([
          { key: 'link.overrides', from: overrides(from), to: overrides(to) },
        ])
      }
      expect(isEqual(compareDrawings(instance(override), instance(override)))).toBe(true)
    }
  })

  it('compares bindings by property, whatever their order', () => {
    const bind = (prop: string, tag: string) => ({ prop, tag, via: { kind: 'value' as const } })
    const before = drawing({ id: 'a' as Id, bindings: [bind('x', 'p/d/x'), bind('y', 'p/d/y')] })
    expect(
      isEqual(compareDrawings(before, drawing({ id: 'a' as Id, bindings: [bind('y', 'p/d/y'), bind('x', 'p/d/x')] }))),
    ).toBe(true)
    const after = drawing({ id: 'a' as Id, bindings: [bind('y', 'p/d/z')] })
    expect(compareDrawings(before, after).changed[0]?.changes.map(({ key }) => key)).toEqual([
      'bindings.x',
      'bindings.y',
    ])
  })

  it('sees a new order as the fewest components that were moved', () => {
    expect(
      compareDrawings(ids('abcdef'), ids('fabcde')).changed.map(({ after, changes }) => [after.id, changes]),
    ).toEqual([['f', [{ key: 'order', from: 6, to: 1 }]]])
    expect(isEqual(compareDrawings(ids('abc'), ids('abc')))).toBe(true)
    expect(compareDrawings(ids('abc'), ids('xabyc')).changed).toEqual([])
  })

  it('moves as many as are not in the longest run that kept its order', () => {
    const letters = 'abcdefgh'.split('')
    fc.assert(
      fc.property(fc.shuffledSubarray(letters, { minLength: 8 }), (order) => {
        const unmovedCount = letters.length - compareDrawings(ids('abcdefgh'), ids(order.join(''))).changed.length
        expect(unmovedCount).toBe(longestRun(order))
      }),
    )
  })
})

/** Reference implementation that tries every subset. */
function longestRun(order: readonly string[]): number {
  let expectedCount = 0
  for (let set = 0; set < 1 << order.length; set++) {
    const subset = order.filter((_, i) => set & (1 << i))
    if (subset.every((letter, i) => i === 0 || letter > (subset[i - 1] ?? '')))
      expectedCount = Math.max(expectedCount, subset.length)
  }
  return expectedCount
}

describe('diff', () => {
  const files = {
    a: drawingFile([
      { id: 'a', name: 'Pump', bindings: [{ prop: 'text', tag: 'p/d/x', via: { kind: 'value' } }] },
      { id: 'b', name: 'Old' },
    ]),
    b: drawingFile(
      [
        {
          id: 'a',
          name: 'Pump',
          x: 30,
          width: 120,
          props: { fontSize: 20 },
          bindings: [{ prop: 'text', tag: 'p/d/y', via: { kind: 'value' } }],
        },
        { id: 'c', name: 'New' },
      ],
      { layer: { backColor: '#ffffff' } },
    ),
  }

  it('describes the changes as text, with the exit codes of diff(1)', async () => {
    const { status, out } = await run(files, ['diff', 'a', 'b'])
    expect(status).toBe(1)
    expect(out.split('\n')).toEqual([
      '  layer.backColor: "#f5f6f8" → "#ffffff"',
      '− Old (Rectangle, b)',
      '+ New (Rectangle, c)',
      '~ Pump (Rectangle, a)',
      '    moved by +20, +0 to 30, 20',
      '    resized: 100 × 50 → 120 × 50',
      '    Font size (fontSize): default → 20',
      '    binding of Text (text): p/d/x → p/d/y',
      '',
    ])
    expect(await run(files, ['diff', 'a', 'a'])).toMatchObject({ status: 0, out: '' })
    expect((await run({ ...files, x: '{' }, ['diff', 'a', 'x'])).status).toBe(2)
    expect((await run(files, ['diff', 'a', 'b'], 'zh')).out).toContain('移动 +20, +0，至 30, 20')
  })

  it('describes the placement and parameters of an instance like those of any component', async () => {
    const symbols = [
      {
        id: 'pump',
        name: 'Pump',
        width: 40,
        height: 20,
        params: [{ name: 'pump', kind: 'tag', default: '' }],
        components: [{ id: 'm', type: 'rect', x: 0, y: 0, width: 40, height: 20 }],
      },
    ]
    const instance = (place: object, params: object) =>
      drawingFile(
        [
          {
            id: 'one',
            name: 'One',
            type: 'group',
            link: { symbol: 'pump', place: { x: 10, y: 20, width: 40, height: 20, ...place }, params },
          },
        ],
        { symbols },
      )
    const pair = { a: instance({}, {}), b: instance({ x: 30, width: 80, angleDeg: 30 }, { pump: 'plant/a' }) }
    expect((await run(pair, ['diff', 'a', 'b'])).out.split('\n').slice(1, -1)).toEqual([
      '    moved by +20, +0 to 30, 20',
      '    resized: 40 × 20 → 80 × 20',
      '    angle: 0 → 30',
      '    parameter pump: default → "plant/a"',
    ])
  })

  it('sees no difference between versions of the same drawing', async () => {
    expect((await run({ old: { ...Object(files.a), version: 1 }, now: files.a }, ['diff', 'old', 'now'])).status).toBe(
      0,
    )
  })

  it('writes JSON, and an image that marks added, changed and removed components', async () => {
    const { out, written } = await run(files, ['diff', 'a', 'b', '--json', '--svg', 'd.svg'])
    expect(JSON.parse(out)).toMatchObject({
      added: [{ id: 'c' }],
      removed: [{ id: 'b' }],
      changed: [{ id: 'a', changes: expect.arrayContaining([{ key: 'x', from: 10, to: 30 }]) }],
    })
    const svg = String(written.get('d.svg'))
    expect([...svg.matchAll(/>([+~−])<\/text>/g)].map(([, sign]) => sign)).toEqual(['−', '~', '+'])
    expect(svg).toMatch(/stroke-dasharray.*<\/svg>\n$/s)
  })

  it('compares a symbol once, not every instance of it', async () => {
    const withSymbol = (radius: number) =>
      drawingFile(
        ['one', 'two'].map((id) => ({ id, type: 'group', link: { symbol: 'plate' } })),
        {
          symbols: [
            {
              id: 'plate',
              name: 'Plate',
              width: 100,
              height: 50,
              components: [{ id: 'm', type: 'rect', x: 0, y: 0, width: 100, height: 50, props: { radius } }],
            },
          ],
        },
      )
    const { out } = await run({ a: withSymbol(1), b: withSymbol(2) }, ['diff', 'a', 'b'])
    expect(out.split('\n')).toEqual([
      '~ Symbol Plate (plate)',
      '    ~ rect (Rectangle, m)',
      '        Corner radius (radius): 1 → 2',
      '',
    ])
  })
})
