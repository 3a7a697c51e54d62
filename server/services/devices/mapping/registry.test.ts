import { describe, expect, it } from 'vitest'
import { MappingRegistry } from './registry.ts'

const everything = { projects: null, devices: null }
const definition = JSON.stringify({
  version: 1,
  topics: [{ id: 'all', topic: 'meters/{device}' }],
  points: [{ point: 'power', type: 'decimal', sources: [{ topic: 'all', path: '' }] }],
})
const mapping = (ownerProject: string | null, more = {}) => ({
  product: 'meter',
  protocol: 'mapping',
  definition,
  isEnabled: true,
  ownerProject,
  ...more,
})
const device = (key: string, plantDevice: string, more = {}) => ({
  product: 'meter',
  serial: key,
  plantDevice,
  status: 1,
  ...more,
})

/** Names of the devices that each mapping finds by a key. */
function find(
  registry: MappingRegistry,
  key: string,
  scope: Parameters<MappingRegistry['findDevices']>[2] = everything,
) {
  return [...registry.products()].flatMap((product) =>
    registry.findDevices(product, key, scope).map((found) => `${product.id}: ${found.project}/${found.device}`),
  )
}

describe('the registry of mappings', () => {
  it('applies a mapping to its owner project, and the one of all projects elsewhere', () => {
    const registry = new MappingRegistry()
    registry.putMapping('shared', mapping(null))
    registry.putMapping('own', mapping('north'))
    registry.putDevice('1', 'north', device('M1', 'meter-1'))
    registry.putDevice('2', 'south', device('M1', 'meter-2'))
    expect(find(registry, 'M1')).toEqual(['shared: south/meter-2', 'own: north/meter-1'])
    registry.putMapping('second', mapping('north'))
    expect(find(registry, 'M1')).toEqual(['shared: south/meter-2', 'own: north/meter-1', 'second: north/meter-1'])
    registry.putMapping('second', undefined)
    registry.putMapping('own', undefined)
    expect(find(registry, 'M1')).toEqual(['shared: north/meter-1', 'shared: south/meter-2'])
  })

  it('finds a device by its name in messages, else by its serial number, within the scope of the publisher', () => {
    const registry = new MappingRegistry()
    registry.putMapping('shared', mapping(null))
    registry.putDevice('1', 'north', device('M1', 'meter-1', { messageKey: 'hall lamp/left' }))
    registry.putDevice('2', 'north', device('M2', 'meter-2'))
    expect(find(registry, 'hall lamp/left')).toEqual(['shared: north/meter-1'])
    expect(find(registry, 'M1')).toEqual([])
    expect(find(registry, 'M2', { projects: ['south'], devices: null })).toEqual([])
    expect(find(registry, 'M2', { projects: ['north'], devices: new Set(['meter-1']) })).toEqual([])
    expect(find(registry, 'M2', { projects: ['north'], devices: new Set(['meter-2']) })).toEqual([
      'shared: north/meter-2',
    ])
  })

  it('leaves out disabled devices and mappings, and mappings that cannot be read', () => {
    const registry = new MappingRegistry()
    registry.putDevice('1', 'north', device('M1', 'meter-1'))
    registry.putMapping('shared', mapping(null, { isEnabled: false }))
    expect(find(registry, 'M1')).toEqual([])
    registry.putMapping('shared', mapping(null, { definition: '{' }))
    expect(find(registry, 'M1')).toEqual([])
    registry.putMapping('shared', mapping(null))
    expect(find(registry, 'M1')).toEqual(['shared: north/meter-1'])
    registry.putDevice('1', 'north', device('M1', 'meter-1', { status: 2 }))
    expect(find(registry, 'M1')).toEqual([])
  })
})
