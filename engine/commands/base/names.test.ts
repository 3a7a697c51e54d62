import { expect, it } from 'vitest'
import { freeNames } from './names.ts'
import { createBench } from '../testing.ts'

const createMany = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `c${i}`,
    name: i === 0 ? 'pump' : i < 500 ? `pump (${i + 1})` : `valve ${i}`,
  }))

it('looks up few names, however many exist, and never scans the drawing', () => {
  const { document } = createBench(createMany(2000))
  let [lookUps, walks] = [0, 0]
  const count = document.countByName.bind(document)
  const all = document.all.bind(document)
  document.all = () => {
    walks++
    return all()
  }
  document.countByName = (name) => {
    lookUps++
    return count(name)
  }
  const name = freeNames(document)
  expect(['pump', 'pump (7)', 'valve 700', 'new', 'new'].map((one) => name(one))).toEqual([
    'pump (501)',
    'pump (502)',
    'valve 700 (2)',
    'new',
    'new (2)',
  ])
  expect([lookUps < 40, walks]).toEqual([true, 0])
})

it('keeps its counts after a transaction and its undo', () => {
  const { document, bus, ids } = createBench(createMany(3))
  const listUsed = () =>
    ['pump', 'pump (2)', 'pump (3)', 'pump (4)', 'tank'].filter((name) => document.countByName(name) > 0)
  expect(listUsed()).toEqual(['pump', 'pump (2)', 'pump (3)'])
  expect(bus.run('copy-add', { ids: ids('c0') }).ok).toBe(true)
  expect(listUsed()).toEqual(['pump', 'pump (2)', 'pump (3)', 'pump (4)'])
  expect(bus.run('del', { ids: ids('c1') }).ok).toBe(true)
  expect(listUsed()).not.toContain('pump (2)')
  bus.history.undo()
  bus.history.undo()
  expect(listUsed()).toEqual(['pump', 'pump (2)', 'pump (3)'])
})
