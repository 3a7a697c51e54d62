import { expect, test } from 'vitest'
import { projectLink } from './projectLink.ts'

test('a count links to the matching list of the same project, or of all projects', () => {
  expect(projectLink('/instdet1', undefined)).toBe('/instdet1')
  expect(projectLink('/instdet1', 'north & south')).toBe('/instdet1?project=north+%26+south')
  expect(projectLink('/alarms', undefined, { 'filter.status': 'unconfirmed' })).toBe(
    '/alarms?filter.status=unconfirmed',
  )
  expect(projectLink('/alarms', 'tunnel', { 'filter.status': 'unconfirmed' })).toBe(
    '/alarms?filter.status=unconfirmed&project=tunnel',
  )
})
