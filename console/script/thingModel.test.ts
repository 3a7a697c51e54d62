import { expect, test } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import type { Tag } from '../../contract/routes.ts'
import { fitted } from './LinkageRows.tsx'
import { joinModelAndTags, getModelItems, getOwner, type ThingModelItem } from './thingModel.ts'

const frame = { id: 'p', revision: 1, createdAt: 0, createdBy: 'a', updatedAt: 0, updatedBy: 'a', titles: {} }
const model = {
  name: 'Lamp',
  properties: [
    { identifier: 'dimming', label: 'Brightness', type: 'integer', unit: '%', min: 0, max: 100, isWritable: true },
    { identifier: 'on', label: 'Lit', type: 'enum', unit: null, min: null, max: null, isWritable: false },
  ],
  functions: [{ identifier: 'restart', label: 'Restart', input: null, output: null }],
  events: [{ identifier: 'door', label: 'Door opened', level: 'alert' }],
}
const product: Row = JSON.parse(JSON.stringify({ ...frame, ...model }))
const tag = (point: string, more: Partial<Tag> = {}): Tag => ({
  path: `street/lamp/${point}`,
  project: 'street',
  device: 'lamp',
  point,
  unit: '',
  kind: 'number',
  min: null,
  max: null,
  writable: false,
  words: { en: point, zh: point },
  ...more,
})

test('the items of a device are its thing model, refined by its points, and the points without a model', () => {
  const modelItems = joinModelAndTags(getModelItems(product), [
    tag('on', { kind: 'flag', writable: true }),
    tag('power', { unit: 'W' }),
  ])
  expect(
    modelItems.map(({ category, identifier, words, kind, unit, isWritable }) => [
      category,
      identifier,
      words.en,
      kind,
      unit,
      isWritable,
    ]),
  ).toEqual([
    ['attribute', 'dimming', 'Brightness', 'number', '%', true],
    ['attribute', 'on', 'Lit', 'flag', '', true],
    ['function', 'restart', 'Restart', null, '', true],
    ['event', 'door', 'Door opened', null, '', false],
    ['attribute', 'power', 'power', 'number', 'W', false],
  ])
})

test('a new attribute keeps only a comparison and a value that suit its type', () => {
  const thing = (kind: ThingModelItem['kind']): ThingModelItem => ({
    category: 'attribute',
    identifier: 'x',
    words: { en: 'x', zh: 'x' },
    kind,
    unit: '',
    min: null,
    max: null,
    isWritable: true,
  })
  const row = { identifier: 'old', operator: '>', value: 'red' }
  expect(fitted(row, 'x', thing('flag'))).toEqual({ identifier: 'x', operator: '==', value: null })
  expect(fitted(row, 'x', thing('text'))).toEqual({ identifier: 'x', operator: '==' })
  expect(fitted({ ...row, value: '5' }, 'x', thing('number'))).toEqual({ identifier: 'x' })
  expect([
    fitted({ ...row, value: '5' }, 'x', thing('flag')),
    fitted({ ...row, value: 'true' }, 'x', thing('flag')),
  ]).toEqual([
    { identifier: 'x', operator: '==', value: null },
    { identifier: 'x', operator: '==' },
  ])
  // For an unknown item any value is accepted.
  expect(fitted(row, 'x', undefined)).toEqual({ identifier: 'x' })
  // Actions have no comparison.
  expect(fitted({ identifier: 'old', value: 'red' }, 'x', thing('number'))).toEqual({ identifier: 'x', value: null })
})

test('the owner of a row is its device or product, in its project', () => {
  expect(getOwner({ source: 'device', device: 'd1', product: 'p1' }, 'street')).toEqual({
    project: 'street',
    device: 'd1',
    product: null,
  })
  expect(getOwner({ kind: 'product', device: 'd1', product: 'p1' }, 'street')).toEqual({
    project: 'street',
    device: null,
    product: 'p1',
  })
  expect(getOwner({ kind: 'facility', facility: 'lamp-001', device: 'd1' }, 'street')).toEqual({
    project: 'street',
    device: null,
    product: null,
    plant: 'lamp-001',
  })
  expect([
    getOwner({ source: 'timed', device: 'd1' }, 'street'),
    getOwner({ kind: 'device', device: 'd1' }, undefined),
    getOwner({ source: 'device', device: null }, 'street'),
  ]).toEqual([null, null, null])
})
