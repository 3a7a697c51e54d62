import { expect, test } from 'vitest'
import { ofProject } from './ofProject.ts'

test('a count leads to the list of what it counts: of the same project, or of all', () => {
  expect(ofProject('/instdet1', undefined)).toBe('/instdet1')
  expect(ofProject('/instdet1', 'north & south')).toBe('/instdet1?project=north+%26+south')
  expect(ofProject('/alarms', undefined, { 'filter.status': 'unconfirmed' })).toBe('/alarms?filter.status=unconfirmed')
  expect(ofProject('/alarms', 'tunnel', { 'filter.status': 'unconfirmed' })).toBe('/alarms?filter.status=unconfirmed&project=tunnel')
})
