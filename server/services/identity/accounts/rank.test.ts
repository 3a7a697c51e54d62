import { expect, test } from 'vitest'
import type { Membership } from '../../../../contract/access.ts'
import { checkGrantable, checkRank, checkReach, computeGrants, getManagedProjects } from './rank.ts'

const membership = (...projects: [id: string, role: Membership['role']][]): Membership[] =>
  projects.map(([id, role]) => ({ id, role }))
const manager = {
  role: 'manager',
  projects: membership(['tunnel', 'manager'], ['street', 'operator']),
  permissions: ['a:b:list'],
} as const
const root = { role: 'super', projects: [], permissions: ['*:*:*'] } as const
const general = { role: 'operator', projects: membership(['tunnel', 'operator']) } as const

test('a managing user looks after the projects where he manages', () => {
  expect([
    getManagedProjects(root),
    getManagedProjects(manager),
    getManagedProjects({ role: 'operator', projects: membership(['tunnel', 'manager']) }),
  ]).toEqual([undefined, ['tunnel'], []])
})

test('a managing user neither makes nor touches a managing account', () => {
  expect(() => checkRank(manager, general)).not.toThrow()
  for (const holder of [
    { role: 'manager', projects: [] },
    { role: 'super', projects: [] },
    { role: 'operator', projects: membership(['tunnel', 'manager']) },
  ] as const) {
    expect(() => checkRank(manager, general, holder)).toThrow('No permission to create a management account')
    expect(() => checkRank(root, holder)).not.toThrow()
  }
})

test('an account that belongs to other projects too is not his to open', () => {
  expect(() => checkReach(manager, general)).not.toThrow()
  expect(() =>
    checkReach(manager, { role: 'operator', projects: membership(['tunnel', 'operator'], ['street', 'operator']) }),
  ).toThrow('projects that you do not manage')
  expect(() => checkReach(root, { role: 'operator', projects: membership(['street', 'operator']) })).not.toThrow()
})

test('grants of projects that he does not manage stay, and are not his to give', () => {
  const before = membership(['harbour', 'operator'], ['tunnel', 'operator'])
  expect(computeGrants(manager, before, membership(['tunnel', 'operator']))).toEqual(
    membership(['harbour', 'operator'], ['tunnel', 'operator']),
  )
  for (const requested of [
    membership(['street', 'operator']),
    membership(['harbour', 'operator']),
    membership(['tunnel', 'operator'], ['tunnel', 'operator']),
  ]) {
    expect(() => computeGrants(manager, before, requested)).toThrow('check your input')
  }
  expect(() => computeGrants(manager, [], [])).toThrow('check your input')
  expect(computeGrants(manager, before, [])).toEqual(membership(['harbour', 'operator']))
  expect(computeGrants(root, before, [])).toEqual([])
})

test('an account cannot grant more permissions than it holds', () => {
  expect(() => checkGrantable(manager, ['a:b:list'])).not.toThrow()
  expect(() => checkGrantable(manager, ['a:b:list', 'a:b:edit'])).toThrow('check your input')
  expect(() => checkGrantable(root, ['a:b:edit', '*:*:*'])).not.toThrow()
})
