import { expect, it } from 'vitest'
import type { EntityValues } from '../entity/field.ts'
import { readValues } from '../entity/read.ts'
import { project } from '../system/access.ts'
import { defaultFaultLimits } from './faultLimits.ts'

const findProblems = (values: EntityValues): readonly string[] =>
  (readValues(project, { key: 'street', name: 'Street', ...values }, 'create').problems ?? []).map(({ path }) => path)

it('a project without limits of its own has the defaults', () => {
  expect(readValues(project, { key: 'street', name: 'Street' }, 'create').values).toMatchObject(defaultFaultLimits)
})

it.each<[EntityValues, readonly string[]]>([
  [{ minVoltage: 88, maxVoltage: 132 }, []],
  [{ minVoltage: 260 }, ['maxVoltage']],
  [{ minVoltage: 40 }, ['supplyLossVoltage']],
  [{ shortFaultDelay: 30 }, ['longFaultDelay']],
  [{ minVoltage: null }, ['minVoltage']],
])('the limits %o have problems in the fields %o', (values, problems) => {
  expect(findProblems(values)).toEqual(problems)
})
