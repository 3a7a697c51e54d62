import { catalog } from '@mimic/engine/catalog'
import { commonValues } from '@mimic/engine/commands'
import { makeComponent, readBindings, ProblemList } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { bindableFields, freshVia, viaKindsOf } from './bindable.ts'

it('several types share the fields that all of them have', () => {
  const all = catalog.list.map(({ type }) => makeComponent({ type, name: type }))
  const fieldsOf = (components: typeof all): string[] => [...commonValues(components, catalog)?.props.keys() ?? []]
  for (const one of all) expect(fieldsOf([one])).toEqual(Object.keys(catalog.get(one.type)?.fields ?? {}))
  for (const { fields } of catalog.list) expect(Object.keys(fields)).toEqual(expect.arrayContaining(fieldsOf(all)))
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
