import { expect, test } from 'vitest'
import { entities, entityRoutes, getBuiltInPermissions } from './entities.ts'
import { parsePermissions } from './access.ts'
import { permissionTree } from './permissions.ts'
import { routeList } from './routes.ts'

const inTree = permissionTree().flatMap(({ groups }) => groups.flatMap(({ permissions }) => permissions))

test('the tree has every permission that a route asks for, once, and each named in both languages', () => {
  const required = [...routeList.map(([, route]) => route), ...Object.values(entityRoutes)].flatMap(
    ({ policy: { permission } }) => (permission === undefined ? [] : [permission]),
  )
  expect(inTree.map(({ permission }) => permission).toSorted()).toEqual([...new Set(required)].toSorted())
  for (const { permission, words } of inTree)
    expect([permission, /^[a-z]+$/.test(words.en), /\p{Script=Han}/u.test(words.zh)]).toEqual([permission, false, true])
})

test('each entity has its own permission group', () => {
  const groups = permissionTree().flatMap((area) => area.groups.map(({ key }) => key))
  expect(entities.filter(({ area, name }) => !groups.includes(`${area}:${name}`))).toEqual([])
})

test('a stronger rank may all that a weaker one may, and a super administrator everything', () => {
  const manager = new Set(getBuiltInPermissions('manager'))
  expect(getBuiltInPermissions('operator').filter((permission) => !manager.has(permission))).toEqual([])
  expect(getBuiltInPermissions('super')).toEqual(['*:*:*'])
  expect(getBuiltInPermissions('operator')).toContain('platform:command:send')
  expect(getBuiltInPermissions('operator')).not.toContain('scada:drawing:edit')
})

test('a role keeps its permissions one a line', () => {
  expect(parsePermissions(' lighting:cabinet:list \n\nlighting:cabinet:edit\r\n')).toEqual([
    'lighting:cabinet:list',
    'lighting:cabinet:edit',
  ])
})
