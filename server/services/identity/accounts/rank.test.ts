import { expect, test } from 'vitest'
import type { Membership } from '../../../../contract/access.ts'
import { checkGiven, checkRank, checkReach, grantsAfter, managedBy } from './rank.ts'

const held = (...projects: [id: string, role: Membership['role']][]): Membership[] => projects.map(([id, role]) => ({ id, role }))
const manager = { role: 'manager', projects: held(['tunnel', 'manager'], ['street', 'operator']), permissions: ['a:b:list'] } as const
const root = { role: 'super', projects: [], permissions: ['*:*:*'] } as const
const general = { role: 'operator', projects: held(['tunnel', 'operator']) } as const

test('a managing user looks after the projects where he manages', () => {
  expect([managedBy(root), managedBy(manager), managedBy({ role: 'operator', projects: held(['tunnel', 'manager']) })]).toEqual([undefined, ['tunnel'], []])
})

test('a managing user neither makes nor touches a managing account', () => {
  expect(() => checkRank(manager, general)).not.toThrow()
  for (const holder of [{ role: 'manager', projects: [] }, { role: 'super', projects: [] }, { role: 'operator', projects: held(['tunnel', 'manager']) }] as const) {
    expect(() => checkRank(manager, general, holder)).toThrow('No permission to create a management account')
    expect(() => checkRank(root, holder)).not.toThrow()
  }
})

test('an account that belongs to other projects too is not his to open', () => {
  expect(() => checkReach(manager, general)).not.toThrow()
  expect(() => checkReach(manager, { role: 'operator', projects: held(['tunnel', 'operator'], ['street', 'operator']) })).toThrow('projects that you do not manage')
  expect(() => checkReach(root, { role: 'operator', projects: held(['street', 'operator']) })).not.toThrow()
})

test('grants of projects that he does not manage stay, and are not his to give', () => {
  const before = held(['harbour', 'operator'], ['tunnel', 'operator'])
  expect(grantsAfter(manager, before, held(['tunnel', 'operator']))).toEqual(held(['harbour', 'operator'], ['tunnel', 'operator']))
  for (const given of [held(['street', 'operator']), held(['harbour', 'operator']), held(['tunnel', 'operator'], ['tunnel', 'operator'])]) {
    expect(() => grantsAfter(manager, before, given)).toThrow('check your input')
  }
  expect(() => grantsAfter(manager, [], [])).toThrow('check your input')
  expect(grantsAfter(manager, before, [])).toEqual(held(['harbour', 'operator']))
  expect(grantsAfter(root, before, [])).toEqual([])
})

test('nobody gives more than he has', () => {
  expect(() => checkGiven(manager, ['a:b:list'])).not.toThrow()
  expect(() => checkGiven(manager, ['a:b:list', 'a:b:edit'])).toThrow('check your input')
  expect(() => checkGiven(root, ['a:b:edit', '*:*:*'])).not.toThrow()
})
