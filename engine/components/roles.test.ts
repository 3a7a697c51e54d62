import { describe, expect, it } from 'vitest'
import { catalog, createCatalog } from './catalog.ts'
import { fieldForTrait, role, typesForRoles } from './roles.ts'

describe('typesForRoles', () => {
  it('finds an installed type for every role', () => {
    const types = typesForRoles(catalog)
    expect(Object.values(role).filter((name) => !catalog.get(types[name] ?? ''))).toEqual([])
  })

  it('lets another type stand in where one is not installed, and none where nothing can', () => {
    const few = createCatalog(catalog.list.filter(({ type }) => type === 'rect' || type === 'line'))
    expect(typesForRoles(few)).toMatchObject({ rect: 'rect', polygon: 'line', button: 'rect' })
    expect(typesForRoles(few).text).toBeUndefined()
  })
})

it('knows traits by whatever a type calls them', () => {
  const findField = (name: keyof typeof role, trait: Parameters<typeof fieldForTrait>[1]) =>
    fieldForTrait(catalog.get(typesForRoles(catalog)[name] ?? '')?.fields ?? {}, trait)
  expect([
    findField('rect', 'fill'),
    findField('line', 'stroke'),
    findField('line', 'fill'),
    findField('image', 'picture'),
    findField('page', 'address'),
    findField('pipe', 'flow'),
  ]).toEqual(['backgroundColor', 'lineColor', undefined, 'source', 'url', 'flow'])
})
