import { describe, expect, it } from 'vitest'
import type { EntityValues } from '../entity/field.ts'
import { isVisible, readValues } from '../entity/read.ts'
import { bridge } from './bridge.ts'

const read = (values: Readonly<Record<string, unknown>>) => readValues(bridge, { name: 'b', ...values }, 'create')
const paths = (values: Readonly<Record<string, unknown>>) => read(values).problems?.map(({ path }) => path)

describe('the address of a bridge', () => {
  it.each([
    [3, 'https://example.org/in/${device}?t=${topic}'],
    [3, 'http://10.0.0.1:8080'],
    [4, 'mqtts://broker.example.org'],
    [4, 'ws://broker:8083/mqtt'],
    [5, 'postgresql://db:5432/plant'],
    [5, 'mysql://db/plant'],
  ])('of kind %s may be %s', (kind, url) => {
    expect(paths({ kind, url, statement: 'select 1' })).toBeUndefined()
  })
  it.each([
    [3, 'mqtt://broker'],
    [3, 'https://${device}/in'],
    [3, 'https://ann:secret@example.org/'],
    [3, 'file:///etc/passwd'],
    [4, 'http://broker'],
    [4, 'mqtt://broker/${device}'],
    [5, 'postgresql://db'],
    [5, 'postgresql://db/a/b'],
    [5, 'redis://db/0'],
  ])('of kind %s must not be %s', (kind, url) => {
    expect(paths({ kind, url, statement: 'select 1' })).toEqual(['url'])
  })
})

describe('the form of a bridge', () => {
  const shown = (values: EntityValues) => {
    const all = {
      ...Object.fromEntries(Object.entries(bridge.fields).map(([name, { default: usual }]) => [name, usual])),
      ...values,
    }
    return Object.entries(bridge.fields)
      .filter(([, field]) => field.when && isVisible(field, all))
      .map(([name]) => name)
  }
  it('shows the fields of its kind only', () => {
    expect(shown({ kind: 3, direction: 1 })).toEqual(['direction', 'inputSecret', 'topic'])
    expect(shown({ kind: 3, authentication: 'bearer' })).toEqual([
      'direction',
      'url',
      'method',
      'authentication',
      'token',
      'headers',
      'body',
      'batchSize',
      'maxQueued',
      'reports',
    ])
    expect(shown({ kind: 4, direction: 1 })).toEqual([
      'url',
      'username',
      'password',
      'clientId',
      'mappings',
      'certificate',
      'clientCertificate',
      'clientKey',
      'maxQueued',
      'reports',
    ])
    expect(shown({ kind: 5, reports: 'products' })).toEqual([
      'url',
      'username',
      'password',
      'certificate',
      'usesTls',
      'statement',
      'maxQueued',
      'reports',
      'sourceProducts',
    ])
  })
  it('refuses wildcards in prefixes and in the middle of a level', () => {
    const mapping = { direction: 'in', filter: '#', localPrefix: '', remotePrefix: '', qos: 1, isRetained: false }
    const withMapping = (values: object) => paths({ kind: 4, url: 'mqtt://b', mappings: [{ ...mapping, ...values }] })
    expect(withMapping({ filter: 'a/+/b/#' })).toBeUndefined()
    for (const wrong of [{ filter: '#/a' }, { filter: 'a#' }, { filter: 'a/b+' }, { localPrefix: 'a/+/' }])
      expect(withMapping(wrong)).toEqual(['mappings'])
  })
})
