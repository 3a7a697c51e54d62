import { expect, test } from 'vitest'
import { entities } from './entities.ts'

/** Entities that administrators maintain without training. */
const listed = entities.filter(({ area, origin }) => (area === 'platform' || area === 'system') && origin === 'people')

test('each state change of an administrator entity has a confirmation text or a form', () => {
  const silent = listed.flatMap(({ name, lifecycle }) =>
    Object.entries(lifecycle?.moves ?? {}).flatMap(([move, { confirm, fields, hidden }]) =>
      (confirm ?? fields ?? hidden) ? [] : [`${name}.${move}`],
    ),
  )
  expect(silent).toEqual([])
})

test('the empty list of an entity that requires another one explains this prerequisite', () => {
  const undocumented = listed
    .filter(
      ({ name, fields, begin }) =>
        begin === undefined &&
        Object.values(fields).some((field) => field.kind === 'ref' && field.required && field.to !== name),
    )
    .map(({ name }) => name)
  expect(undocumented).toEqual([])
})
