import { expect, test } from 'vitest'
import { entityOf } from '../../contract/entities.ts'
import { clockOf, fixedFields } from './shape.ts'

test('a list says whose clock its times are by: what is of days the project\'s, other times this browser\'s, a job\'s the server\'s', () => {
  const said = (name: string, clock?: 'runs') => clockOf({ entity: entityOf(name), ...(clock ? { clock } : {}) })
  expect([said('energyData'), said('freezeData'), said('alarm'), said('workOrder'), said('cabinet'), said('job', 'runs'), said('account')]).toEqual(['plan', 'plan', 'moments', 'moments', 'moments', 'runs', null])
})

test('a form says what of its row is never changed: what a job does, and no title, which stands above it', () => {
  const said = (name: string) => fixedFields({ entity: entityOf(name) }).map(([field]) => field)
  expect([said('job'), said('device'), said('workOrder'), said('pole')]).toEqual([['task'], ['serial'], [], []])
})
