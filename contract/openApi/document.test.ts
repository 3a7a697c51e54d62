import { describe, expect, it } from 'vitest'
import { entities } from '../entities.ts'
import { getEntityRoutes } from '../entity/routes.ts'
import { routeList } from '../routes.ts'
import { createOpenApi } from './index.ts'

const document = createOpenApi(routeList, entities)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const place = (method: string, path: string): string => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

describe('the document', () => {
  it('has every static route and every route of every entity, and nothing else', () => {
    const declared = [
      ...routeList.map(([, route]) => route),
      ...entities.flatMap((entity) => Object.values(getEntityRoutes(entity))),
    ]
    expect(operations.map(({ method, path }) => place(method, path)).toSorted()).toEqual(
      [...new Set(declared.map(({ method, path }) => place(method, path)))].toSorted(),
    )
  })

  it('is of a right form: ids that are unique, parameters for each part of a path, references that lead somewhere', () => {
    const ids = operations.map(({ operation }) => operation['operationId'])
    expect(new Set(ids).size).toBe(ids.length)
    const faults = operations.flatMap(({ path, method, operation }) => {
      const parameters = operation['parameters'] as readonly {
        name: string
        in: string
        required: boolean
        schema: unknown
      }[]
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      const responses = Object.keys(operation['responses'] as object)
      return [
        ...(inPath.join() === names.join() ? [] : [`${method} ${path} names ${names.join()}`]),
        ...(responses.includes('200') && responses.every((status) => /^\d{3}$/.test(status))
          ? []
          : [`${method} ${path} answers ${responses.join()}`]),
        ...(method === 'get' && operation['requestBody'] ? [`${method} ${path} has a body`] : []),
        ...(typeof operation['summary'] === 'string' && operation['summary'] !== ''
          ? []
          : [`${method} ${path} has no summary`]),
      ]
    })
    expect(faults).toEqual([])
    const text = JSON.stringify(document)
    const broken = [...new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, to = '']) => to))].filter(
      (to) =>
        to.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document) ===
        undefined,
    )
    expect(broken).toEqual([])
    expect(text).not.toContain('$schema')
  })

  it('describes an entity in both languages, with its enums and limits', () => {
    const schema = document.components.schemas['CabinetValues'] as {
      properties: Record<string, { title: string; description: string; maxLength?: number }>
    }
    const name = schema.properties['name']
    expect(name).toMatchObject({ title: 'Name', maxLength: 100 })
    for (const [field, { title, description }] of Object.entries(schema.properties)) {
      expect([field, title]).not.toEqual([field, ''])
      expect(`${field}: ${description}`).toMatch(/[\u4e00-\u9fff]|IP/)
    }
    expect(JSON.stringify(document.components.schemas['PoleValues'])).toContain('Dual CCT dim / 双色温调光')
  })

  it('writes secrets and never reads them', () => {
    const { row, values } = {
      row: JSON.stringify(document.components.schemas['Camera']),
      values: JSON.stringify(document.components.schemas['CameraValues']),
    }
    expect(values).toContain('"writeOnly":true')
    expect(row).not.toContain('writeOnly')
    expect(row).toContain('never returned')
  })

  it('lists the permission that a token needs, and marks personal routes as unavailable for tokens', () => {
    const of = (id: string) => operations.find(({ operation }) => operation['operationId'] === id)?.operation
    expect(of('drawing.read')).toMatchObject({ 'x-permission': expect.stringMatching(/:drawing:read$/) })
    expect(of('lighting.cabinet.list')).toMatchObject({ 'x-permission': 'lighting:cabinet:list' })
    for (const id of ['session.read', 'token.create', 'system.account.create', 'system.role.update'])
      expect([id, of(id)]).toMatchObject([id, { security: [{ session: [] }] }])
    expect(of('session.signIn')).toMatchObject({ security: [] })
  })
})
