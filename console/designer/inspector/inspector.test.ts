import { catalog } from '@mimic/engine/catalog'
import { makeComponent, readBindings, ProblemList } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { alike, sharedFields } from './alike.ts'
import { bindableFields, freshVia, viaKindsOf } from './bindable.ts'

it('values that differ have none in common, equal lists do', () => {
  expect(alike([1, 1, 1])).toBe(1)
  expect(alike([1, 2])).toBeUndefined()
  expect(alike([[0, 1], [0, 1]])).toEqual([0, 1])
})

it('several types share the fields that all of them have', () => {
  const all = catalog.list.map(({ type }) => makeComponent({ type, name: type }))
  for (const one of all) expect(sharedFields([one]).map(([name]) => name)).toEqual(Object.keys(catalog.get(one.type)?.fields ?? {}))
  const shared = sharedFields(all).map(([name]) => name)
  for (const { fields } of catalog.list) expect(Object.keys(fields)).toEqual(expect.arrayContaining(shared))
})

it('every way that the dialog begins with is one that the drawing accepts', () => {
  for (const { type, fields } of catalog.list) {
    for (const [prop, field] of bindableFields(makeComponent({ type, name: type }))) {
      for (const kind of viaKindsOf(field)) {
        const problems = new ProblemList()
        readBindings([{ prop, tag: 'p/d/x', via: freshVia(field, kind) }], fields, '', problems)
        expect(problems.list, `${type}.${prop} by ${kind}`).toEqual([])
      }
    }
  }
})
