import { describe, expect, it } from 'vitest'
import { catalog, catalogOf } from './catalog.ts'
import { fieldForTrait, role, typesForRoles } from './roles.ts'

describe('typesForRoles', () => {
  it('finds an installed type for every role', () => {
    const types = typesForRoles(catalog)
    expect(Object.values(role).filter((name) => !catalog.get(types[name] ?? ''))).toEqual([])
  })

  it('lets another type stand in where one is not installed, and none where nothing can', () => {
    const few = catalogOf(catalog.list.filter(({ type }) => type === 'rect' || type === 'line'))
    expect(typesForRoles(few)).toMatchObject({ rect: 'rect', polygon: 'line', button: 'rect' })
    expect(typesForRoles(few).text).toBeUndefined()
  })
})

it('knows traits by whatever a type calls them', () => {
  const fieldOf = (name: keyof typeof role, trait: Parameters<typeof fieldForTrait>[1]) => fieldForTrait(catalog.get(typesForRoles(catalog)[name] ?? '')?.fields ?? {}, trait)
  expect([fieldOf('rect', 'fill'), fieldOf('line', 'stroke'), fieldOf('line', 'fill'), fieldOf('image', 'picture'), fieldOf('page', 'address'), fieldOf('pipe', 'flow')])
    .toEqual(['backgroundColor', 'lineColor', undefined, 'source', 'url', 'flow'])
})
