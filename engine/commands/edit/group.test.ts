import { describe, expect, it } from 'vitest'
import { drawingLimits, readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { createBench, street } from '../testing.ts'
import type { Id } from '../../document/index.ts'
import type { Bench, RawComponent } from '../testing.ts'

/** Returns names in paint order with group members in parentheses, for example `a (b c)`. */
function shape({ document }: Bench, parent: Id | null = null): string {
  return document
    .children(parent)
    .map(({ id, type }) => (type === 'group' ? `(${shape({ document } as Bench, id)})` : id))
    .join(' ')
}

describe('group', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((id): RawComponent => ({ id }))

  it('stands where the frontmost stood, its members in their old order, and is selected', () => {
    const bench = createBench(five)
    let selected: readonly Id[] = bench.ids('d', 'a', 'b')
    bench.bus.trackSelection(
      () => selected,
      (now) => {
        selected = now
      },
    )
    const result = bench.bus.run('group', { ids: selected })
    expect(shape(bench)).toBe('c (a b d) e')
    expect(result).toEqual({ ok: true, created: selected })
    expect(bench.get(selected[0] ?? '')).toMatchObject({ type: 'group', name: 'group 1', locked: false })
    bench.bus.run('ungroup', { ids: selected })
    expect([shape(bench), selected]).toEqual(['c a b d e', ['a', 'b', 'd']])
  })

  it('is made within the innermost group that holds all, taking members out of inner ones', () => {
    const bench = createBench([
      { id: 'g', type: 'group' },
      { id: 'a', parent: 'g' },
      { id: 'h', type: 'group', parent: 'g' },
      { id: 'b', parent: 'h', x: 50 },
      { id: 'c', parent: 'h', x: 70 },
      { id: 'd', parent: 'g', x: 90 },
    ])
    bench.bus.run('group', { ids: ['b', 'a'] })
    expect(shape(bench)).toBe('((c) (a b) d)')
    expect(bench.get('h')).toMatchObject({ x: 70, width: 10 })
    bench.bus.run('group', { ids: ['c', 'd'] })
    expect(shape(bench)).toBe('((a b) (c d))')
  })

  it('applies the visibility and opacity of the old group to a member that leaves it', () => {
    const bench = createBench([
      { id: 'g', type: 'group', opacity: 0.5 },
      { id: 'h', type: 'group', parent: 'g', visible: false },
      { id: 'a', parent: 'h', opacity: 0.8 },
      { id: 'b', parent: 'h', x: 50 },
      { id: 'c', x: 70 },
    ])
    bench.bus.run('group', { ids: ['a', 'c'] })
    expect([bench.get('a'), bench.get('b'), bench.get('c')].map(({ visible, opacity }) => [visible, opacity])).toEqual([
      [false, 0.4],
      [true, 1],
      [true, 1],
    ])
  })

  it('undoes a ladder of nested groups rung by rung', () => {
    const bench = createBench(street)
    const texts = [writeDrawing(bench.document.toDrawing())]
    let top = 'panel'
    for (const id of ['over', 'under']) {
      const created = bench.bus.run('group', { ids: [top, id] })
      top = (created.ok && created.created?.[0]) || ''
      texts.push(writeDrawing(bench.document.toDrawing()))
    }
    expect(shape(bench)).toBe('(under ((left (leaf) right) over)) fixed')
    for (const text of texts.toReversed()) {
      expect(writeDrawing(bench.document.toDrawing())).toBe(text)
      bench.bus.history.undo()
    }
  })

  it('refuses one alone, and nesting deeper than a file may', () => {
    const bench = createBench([...five, { id: 'side' }])
    expect(bench.bus.run('group', { ids: ['a'] })).toMatchObject({ ok: false, problems: [{ code: 'command.tooFew' }] })
    let ids: readonly string[] = ['a', 'b']
    for (let i = 0; i < drawingLimits.nesting; i++) {
      const created = bench.bus.run('group', { ids })
      expect(created.ok).toBe(true)
      const [id = ''] = (created.ok && created.created) || []
      const copy = bench.bus.run('copy-add', { ids: ['c'] })
      ids = [id, ...((copy.ok && copy.created) || [])]
    }
    expect(bench.bus.run('group', { ids })).toMatchObject({ ok: false, code: 'command.limit' })
    expect(readDrawing(writeDrawing(bench.document.toDrawing()), testTypes).problems).toBeUndefined()
  })
})

describe('ungroup', () => {
  it('frees one level, leaves inner groups and looks the same', () => {
    const bench = createBench(
      street.map((each) =>
        each.id === 'panel'
          ? { ...each, visible: false, opacity: 0.5 }
          : each.id === 'left'
            ? { ...each, opacity: 0.6 }
            : each,
      ),
    )
    bench.bus.run('ungroup', { ids: ['panel'] })
    expect(shape(bench)).toBe('under left (leaf) right over fixed')
    expect([bench.get('left'), bench.get('inner'), bench.get('right')]).toMatchObject([
      { visible: false, opacity: 0.3 },
      { visible: false, opacity: 0.5 },
      { visible: false, opacity: 0.5 },
    ])
  })

  it('of neighbours keeps the order, and ranks do not grow however often it is done', () => {
    const bench = createBench(['a', 'b', 'c', 'd'].map((id): RawComponent => ({ id })))
    const durations: number[] = []
    for (let i = 0; i < 300; i++) {
      const created = [
        ['a', 'b'],
        ['c', 'd'],
      ].map((ids) => bench.bus.run('group', { ids }))
      expect(shape(bench)).toBe('(a b) (c d)')
      bench.bus.run('ungroup', { ids: created.flatMap((each) => (each.ok && each.created) || []) })
      expect(shape(bench)).toBe('a b c d')
      durations.push(Math.max(...bench.document.children(null).map(({ rank }) => rank.length)))
    }
    expect(durations.at(-1)).toBeLessThanOrEqual(durations[10] ?? 0)
  })

  it('warns about the actions and bindings of a dissolved group, also when regrouping empties it, but not of a deleted or plain group', () => {
    const acts: Partial<RawComponent> = {
      bindings: [{ prop: 'visible', tag: 'p/d/on', via: { kind: 'value' } }],
      extras: { prompt: 'Pumps' },
    }
    const parts: RawComponent[] = [
      { id: 'g', type: 'group', ...acts },
      { id: 'a', parent: 'g' },
      { id: 'b', parent: 'g' },
      { id: 'h', type: 'group' },
      { id: 'c', parent: 'h' },
      { id: 'd', parent: 'h' },
    ]
    const collectWarnings = (name: string, ids: readonly string[]) => {
      const { bus, get } = createBench(parts)
      const warnings: unknown[] = []
      bus.onOmitted((problems, command) => warnings.push(...problems.map(({ path, code }) => [command, path, code])))
      expect(bus.run(name, { ids }).ok).toBe(true)
      bus.history.undo()
      expect(get('g')).toMatchObject(acts)
      return warnings
    }
    expect(collectWarnings('ungroup', ['g', 'h'])).toEqual([['ungroup', 'g', 'group.dissolved']])
    expect(collectWarnings('group', ['a', 'b', 'c'])).toEqual([['group', 'g', 'group.dissolved']])
    expect([
      collectWarnings('group', ['a', 'c']),
      collectWarnings('del', ['g']),
      collectWarnings('del', ['a', 'b']),
    ]).toEqual([[], [], []])
  })

  it('rejects components that are not groups, and locked groups', () => {
    const { bus } = createBench(street)
    expect(bus.run('ungroup', { ids: ['over'] })).toMatchObject({ ok: false, problems: [{ code: 'command.noGroup' }] })
    bus.run('lock', { ids: ['panel'] })
    for (const id of ['panel', 'inner'])
      expect(bus.run('ungroup', { ids: [id] })).toMatchObject({ ok: false, code: 'command.locked' })
  })
})

it('after unlock a group can be moved, whatever in it was locked', () => {
  const { bus, get } = createBench(street)
  bus.run('lock', { ids: ['leaf', 'panel'] })
  bus.run('unlock', { ids: ['panel'] })
  expect(get('leaf').locked).toBe(false)
  expect(bus.run('move', { ids: ['panel'], dx: 1, dy: 1 })).toMatchObject({ ok: true })
})

it('members may not go so far apart that no file could hold their group', () => {
  const { bus, document } = createBench([
    { id: 'g', type: 'group' },
    { id: 'a', parent: 'g', x: -900_000 },
    { id: 'b', parent: 'g' },
  ])
  expect(bus.run('move', { ids: ['b'], dx: 900_000, dy: 0 })).toMatchObject({ ok: false, code: 'command.limit' })
  expect(bus.run('move', { ids: ['b'], dx: 90_000, dy: 0 })).toMatchObject({ ok: true })
  expect(readDrawing(writeDrawing(document.toDrawing()), testTypes).problems).toBeUndefined()
})

it('a group squeezed to nothing can be stretched again', () => {
  const bench = createBench([
    { id: 'g', type: 'group', width: 100 },
    { id: 'a', parent: 'g', width: 20 },
    { id: 'b', parent: 'g', x: 80, width: 20 },
  ])
  const frame = { id: 'g', x: 0, y: 0, height: 10 }
  bench.bus.run('set-frame', { frames: [{ ...frame, width: 0 }] })
  expect(bench.get('g').width).toBeCloseTo(1)
  bench.bus.run('set-frame', { frames: [{ ...frame, width: 100 }] })
  expect([bench.get('a').width, bench.get('b').x, bench.get('b').width]).toEqual([
    expect.closeTo(20),
    expect.closeTo(80),
    expect.closeTo(20),
  ])
})
