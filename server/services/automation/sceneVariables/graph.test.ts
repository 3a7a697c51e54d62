import { expect, it } from 'vitest'
import { sortByDependency, findCycle } from './graph.ts'

const node = (identifier: string, formula: string) => ({ identifier, formula })

it('computes the variables of a formula before it', () => {
  expect(
    sortByDependency([node('c', '{b} + {a}'), node('b', '{a} * 2'), node('a', '{measured}')]).map(
      ({ identifier }) => identifier,
    ),
  ).toEqual(['a', 'b', 'c'])
})

it('omits variables in a cycle and all that depend on them', () => {
  expect(
    sortByDependency([node('a', '{b}'), node('b', '{a}'), node('c', '{b}'), node('d', '{x}')]).map(
      ({ identifier }) => identifier,
    ),
  ).toEqual(['d'])
})

it('names the ring', () => {
  const nodes = [node('a', '{b} + 1'), node('b', '{x} * {c}'), node('c', '{a} - {b}')]
  expect(findCycle(nodes, 'a')).toEqual(['a', 'b', 'c', 'a'])
  expect(findCycle([node('a', '{a}')], 'a')).toEqual(['a', 'a'])
  expect(findCycle([node('a', '{b}'), node('b', '{c}'), node('c', '{b}')], 'a')).toBeNull()
})
