import { expect, it, vi } from 'vitest'
import { drawingLimits, readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { createBench, pumpSymbols, type Bench } from '../testing.ts'

const bytes = ({ document }: Bench): number => Buffer.byteLength(writeDrawing(document.toDrawing()))
const named = (name: string) => ({ type: 'box', x: 0, y: 0, name })

it('rejects changes that would exceed the file size in bytes, and only those', () => {
  const bench = createBench([{ id: 'a' }], { fileBytes: 2000 })
  let count = 0
  let refused = bench.bus.run('add', named('泵'.repeat(60)))
  for (; refused.ok && count < 100; count++) refused = bench.bus.run('add', named('泵'.repeat(60)))
  expect(refused).toMatchObject({ ok: false, code: 'command.limit', problems: [{ code: 'command.tooLarge' }] })
  // No room is left for another name of 60 three-byte characters.
  expect([bytes(bench) <= 2000, bytes(bench) > 2000 - 350]).toEqual([true, true])
  expect(bench.bus.run('move', { ids: ['a'], dx: 5, dy: 5 })).toMatchObject({ ok: true })
  expect(
    bench.bus.run('del', { ids: [[...bench.document.all()].find(({ name }) => name.startsWith('泵'))?.id] }),
  ).toMatchObject({ ok: true })
  expect(bench.bus.run('add', named('泵'.repeat(40)))).toMatchObject({ ok: true })
  bench.bus.run('undo')
  bench.bus.run('undo')
  expect(bench.bus.run('add', named('泵'.repeat(60)))).toMatchObject({ ok: false })
})

it('lets one that is too large already be made smaller and be moved, not larger', () => {
  const bench = createBench([{ id: 'a', name: 'x'.repeat(190) }, { id: 'b' }], { fileBytes: 300 })
  expect([
    bench.bus.run('move', { ids: ['b'], dx: 1, dy: 1 }).ok,
    bench.bus.run('add', named('c')).ok,
    bench.bus.run('set-props', { ids: ['a'], common: { name: 'y' } }).ok,
  ]).toEqual([true, false, true])
})

it('does not count the members of instances, which no file holds, but their symbol', () => {
  const bench = createBench(
    [{ id: 'i', type: 'group', x: 0, y: 0, width: 100, height: 50, link: { symbol: 'pump' } } as never],
    { fileBytes: 6000 },
    pumpSymbols,
  )
  let count = 0
  while (bench.bus.run('copy-add', { ids: ['i'] }).ok && count < 100) count++
  expect([count > 5, bytes(bench) <= 6000, bytes(bench) > 6000 - 400]).toEqual([true, true, true])
  expect(
    bench.bus.run('update-symbol', {
      symbol: 'pump',
      name: 'P'.repeat(200),
      components: [...pumpSymbols[0].components, ...pumpSymbols[1].components],
    }),
  ).toMatchObject({ ok: false })
  for (let i = 0; i < 3; i++) bench.bus.run('undo')
  expect(bench.bus.run('update-symbol', { symbol: 'pump', name: 'P'.repeat(150) })).toMatchObject({ ok: true })
})

it('warns once when the file is nearly full, and again after it had shrunk', () => {
  const bench = createBench([{ id: 'a' }], { fileBytes: 2000 })
  const warnings: number[] = []
  bench.bus.onNearLimit((size) => warnings.push(size))
  while (bench.bus.run('add', named('x'.repeat(100))).ok);
  expect([warnings.length, (warnings[0] ?? 0) >= 1600, (warnings[0] ?? 0) <= 2000]).toEqual([1, true, true])
  bench.bus.run('del', { ids: [...bench.document.all()].map(({ id }) => id).filter((id) => id !== 'a') })
  while (bench.bus.run('add', named('x'.repeat(100))).ok);
  expect(warnings.length).toBe(2)
})

it('never serializes the file while components are only moved, even near the warning threshold', () => {
  const components = Array.from({ length: 100 }, (_, i) => ({ id: `c${i}`, name: 'x'.repeat(80) }))
  const size = bytes(createBench(components))
  for (const fileBytes of [Math.ceil(size / 0.7), Math.ceil(size / 0.79)]) {
    const bench = createBench(components, { fileBytes })
    // Starts the size count.
    expect(bench.bus.run('add', named('y')).ok).toBe(true)
    const written = vi.spyOn(bench.document, 'toDrawing')
    for (let i = 0; i < 20; i++) bench.bus.run('move', { ids: components.map(({ id }) => id), dx: 1.5, dy: 1 })
    expect(written).not.toHaveBeenCalled()
  }
})

it('counts every change of a component exactly to the byte', () => {
  const ids = 'abcdefghijkl'.split('')
  const components = ids.map((id) => ({ id, name: id }))
  const changes = [
    { props: { caption: '泵'.repeat(20) } },
    { extras: { prompt: 'Pump "1"' } },
    { common: { name: 'A longer name' } },
    { animation: { kind: 'blink', periodMs: 1000 } },
    { action: { kind: 'switch', tag: 'street/pole-001/lamp', on: 1, off: 0 } },
    { bindings: [{ prop: 'border', tag: 'street/pole-001/lamp', via: { kind: 'value' } }] },
    {
      props: { border: 3 },
      extras: { prompt: 'Pump' },
      common: { name: 'x' },
      animation: { kind: 'blink', periodMs: 1000 },
    },
  ]
  for (const change of changes) {
    const free = createBench(components)
    const empty = bytes(free)
    expect(free.bus.run('set-props', { ids: ['l'], ...change })).toMatchObject({ ok: true })
    const each = bytes(free) - empty
    // Room for 5.5 changes.
    const bench = createBench(components, { fileBytes: empty + Math.floor(each * 5.5) })
    const done = ids.slice(0, 10).map((id) => bench.bus.run('set-props', { ids: [id], ...change }).ok)
    expect([change, done.filter(Boolean).length, bytes(bench) - empty]).toEqual([change, 5, 5 * each])
  }
})

it('the contents of symbols count against the limits as they do when the file is read', () => {
  const limits = { components: 8 }
  const bench = createBench([{ id: 'a' }, { id: 'b', x: 20 }, { id: 'c', x: 40 }], { limits })
  const grow = () => bench.bus.run('make-symbol', { ids: ['a', 'b', 'c'], name: 'S' })
  expect(grow()).toMatchObject({ ok: true })
  const [instance] = bench.document.children(null)
  // Each round converts an instance with its members into a new symbol.
  for (let i = 0, done = true; i < 8 && done; i++) {
    bench.bus.run('detach', { ids: [bench.document.children(null)[0]?.id ?? instance?.id] })
    done = bench.bus.run('make-symbol', { ids: bench.document.children(null).map(({ id }) => id), name: `S${i}` }).ok
  }
  expect(
    readDrawing(writeDrawing(bench.document.toDrawing()), testTypes, { ...drawingLimits, ...limits }).problems,
  ).toBeUndefined()
})

it('applies the limit to copies made by dragging, and keeps the previous step', () => {
  const bench = createBench([{ id: 'a', name: 'x'.repeat(150) }], { fileBytes: 900 })
  const drag = bench.bus.gesture('copy')
  const copies = (count: number) =>
    drag.update((tx) => {
      for (let i = 0; i < count; i++)
        tx.add({ ...bench.get('a'), id: bench.ids(`copy${i}`)[0] ?? bench.get('a').id, rank: `b${i}b` })
    })
  expect([copies(1).ok, copies(2).ok]).toEqual([true, true])
  expect(copies(6)).toMatchObject({ ok: false, problems: [{ code: 'command.tooLarge' }] })
  drag.commit()
  expect(bench.document.size).toBe(3)
})
