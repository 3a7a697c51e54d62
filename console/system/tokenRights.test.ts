import { expect, it } from 'vitest'
import { getBuiltInPermissions } from '../../contract/entities.ts'
import { metricsPermission } from '../../contract/tokens.ts'
import { givable, hasAllPermissions } from './tokenRights.ts'

const account = (role: 'super' | 'manager') => ({ role, projects: [], permissions: getBuiltInPermissions(role) })
const offered = (of: Parameters<typeof givable>[0]): string[] =>
  givable(of).flatMap(({ groups }) =>
    groups.flatMap(({ permissions }) => permissions.map(({ permission }) => permission)),
  )

it('offers a super administrator every permission of a token, except those for accounts and identity', () => {
  const all = offered(account('super'))
  expect(all).toEqual(expect.arrayContaining(['lighting:pole:list', metricsPermission, 'platform:file:upload']))
  expect(all.filter((permission) => /:(?:account|role|token|profile):/.test(permission))).toEqual([])
  expect(hasAllPermissions(account('super'))).toBe(true)
})

it('offers no more permissions than the account holds', () => {
  const narrow = { role: 'manager' as const, projects: [], permissions: ['lighting:pole:list'] }
  expect(offered(narrow).filter((permission) => !permission.startsWith('api:'))).toEqual(['lighting:pole:list'])
  expect([offered(account('manager')).includes(metricsPermission), hasAllPermissions(account('manager'))]).toEqual([
    false,
    false,
  ])
})

it('describes every permission in both languages', () => {
  for (const { groups } of givable(account('super'))) {
    for (const { key, words, permissions } of groups) {
      expect([key, words.en === key]).toEqual([key, false])
      for (const one of permissions)
        expect([one.permission, one.words.en === one.permission]).toEqual([one.permission, false])
    }
  }
})
