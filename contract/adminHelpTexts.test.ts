import { expect, test } from 'vitest'
import { entities } from './entities.ts'

/** Entities that administrators maintain without training. */
const kept = entities.filter(({ area, origin }) => (area === 'platform' || area === 'system') && origin === 'people')

test('each move of what administrators keep says what comes of it, where it asks for nothing', () => {
  const silent = kept.flatMap(({ name, lifecycle }) =>
    Object.entries(lifecycle?.moves ?? {}).flatMap(([move, { confirm, fields, hidden }]) =>
      (confirm ?? fields ?? hidden) ? [] : [`${name}.${move}`],
    ),
  )
  expect(silent).toEqual([])
})

test('an empty list says what its rows are for and what comes first, where another thing has to be there before', () => {
  const unsaid = kept
    .filter(
      ({ name, fields, begin }) =>
        begin === undefined &&
        Object.values(fields).some((field) => field.kind === 'ref' && field.required && field.to !== name),
    )
    .map(({ name }) => name)
  expect(unsaid).toEqual([])
})
