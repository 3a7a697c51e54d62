import { expect, it } from 'vitest'
import { excerpt, readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { createBench, pumpSymbols } from '../testing.ts'
import type { Id } from '../../document/index.ts'
import type { Bench } from '../testing.ts'
import type { Result } from '../base/result.ts'

const created = (result: Result): readonly Id[] => (result.ok ? (result.created ?? []) : [])
const getCopyGroups = ({ document }: Bench, ids: readonly string[]) => ids.map((id) => document.get(id as Id)?.copies)

it('copies know the first of them, copies of copies too, members theirs; the original stays as it is', () => {
  const bench = createBench([{ id: 'lone' }, { id: 'g', type: 'group' }, { id: 'm', parent: 'g' }])
  const { bus, document } = bench
  const before = document.get('lone' as Id)
  const [first = '', group = ''] = created(bus.run('copy-add', { ids: ['lone', 'g'] }))
  const [second = ''] = created(bus.run('copy-add', { ids: [first] }))
  expect(
    getCopyGroups(bench, ['lone', first, second, group, 'm', document.children(group as Id)[0]?.id ?? '']),
  ).toEqual([null, 'lone', 'lone', 'g', null, 'm'])
  expect(document.get('lone' as Id)).toBe(before)
  bus.run('del', { ids: ['lone'] })
  expect(getCopyGroups(bench, created(bus.run('copy-add', { ids: [first] })))).toEqual(['lone'])
  const text = writeDrawing(document.toDrawing())
  expect(readDrawing(text, testTypes).value?.drawing.components).toEqual(document.paintOrder())
})

it('pasted components form a copy group only with components that the drawing contains or contained', () => {
  const bench = createBench([{ id: 'a' }, { id: 'b' }])
  const cut = excerpt(bench.document, bench.ids('a'))
  const [copy = ''] = created(bench.bus.run('paste', { drawing: cut }))
  expect(getCopyGroups(bench, [copy])).toEqual(['a'])
  bench.bus.run('del', { ids: ['a'] })
  expect(getCopyGroups(bench, created(bench.bus.run('paste', { drawing: cut })))).toEqual(['a'])
  const elsewhere = createBench([{ id: 'a', type: 'wire' }, { id: 'c' }])
  expect(getCopyGroups(elsewhere, created(elsewhere.bus.run('paste', { drawing: cut })))).toEqual([null])
})

it('an instance is a copy of an instance; its members, which its symbol makes, are copies of nothing', () => {
  const bench = createBench(
    [],
    {},
    pumpSymbols.map((symbol) => ({
      ...symbol,
      components: symbol.components.map((one) => ({ ...one, copies: 'first' })),
    })),
  )
  const [one = ''] = created(bench.bus.run('add-instance', { symbol: 'station', x: 0, y: 0 }))
  const [copy = ''] = created(bench.bus.run('copy-add', { ids: [one] }))
  expect(getCopyGroups(bench, [one, copy])).toEqual([null, one])
  expect([...bench.document.all()].filter(({ parent }) => parent !== null).every(({ copies }) => copies === null)).toBe(
    true,
  )
})
