import { expect, it } from 'vitest'
import { getEntity } from '../entities.ts'
import type { EntityValues } from './field.ts'
import { readValues } from './read.ts'

const property = (identifier: string): EntityValues => ({ identifier, label: identifier, type: 'decimal' })
const problemsOf = (entity: string, values: EntityValues) =>
  readValues(getEntity(entity), values, 'create').problems?.map(({ path, words }) => [path, words.en, words.zh])

it('a thing model with a double identifier is refused at the later row, by its name and by where the first stands', () => {
  const model = { name: 'Lamp', code: 'lamp', category: 'lamp' }
  expect(
    problemsOf('product', {
      ...model,
      properties: [property('power'), property('level'), property('power')],
      functions: [{ identifier: 'level', label: 'Level' }],
    }),
  ).toEqual([
    [
      'properties.2.identifier',
      'Identifier power is already used in row 1 of Properties; identifiers in a thing model must be unique',
      '标识符 power 与“属性”第 1 行重复，物模型中标识符不能重复',
    ],
    [
      'functions.0.identifier',
      'Identifier level is already used in row 2 of Properties; identifiers in a thing model must be unique',
      '标识符 level 与“属性”第 2 行重复，物模型中标识符不能重复',
    ],
  ])
  expect(problemsOf('product', { ...model, properties: [property('power'), property('level')] })).toBeUndefined()
})

it('a timetable with a double time is refused at the later row, by that time', () => {
  const point = (at: string): EntityValues => ({ at, dimming: 50, colorTemperature: 50 })
  expect(
    problemsOf('timetable', { name: 'Night', points: [point('18:00'), point('22:00'), point('18:00')] })?.map(
      ([path, en]) => [path, en],
    ),
  ).toEqual([['points.2.at', '18:00 is already used in row 1; each time may occur only once']])
})
