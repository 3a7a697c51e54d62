import { expect, it } from 'vitest'
import { formErrorsAfter, findFormErrors } from './formErrors.ts'

const words = (en: string) => ({ en, zh: en })
const faults = {
  name: words('empty'),
  'points.0.time': words('no time'),
  'points.2.time': words('no time'),
  'points.2.dimming': words('too much'),
  pointsOfView: words('another'),
}
const points = [
  { time: null, dimming: 1 },
  { time: '08:00', dimming: 2 },
  { time: null, dimming: 300 },
]

it('of a field with rows each fault is known by its row and its cell', () => {
  expect(Object.keys(findFormErrors(faults, 'points'))).toEqual(['0.time', '2.time', '2.dimming'])
  expect(findFormErrors(faults, 'name')).toEqual({ '': words('empty') })
})

it('mending one cell leaves the marks of all others', () => {
  const mended = points.map((row, at) => (at === 2 ? { ...row, time: '09:00' } : row))
  expect(Object.keys(formErrorsAfter(faults, 'points', points, mended))).toEqual([
    'name',
    'points.0.time',
    'points.2.dimming',
    'pointsOfView',
  ])
  expect(Object.keys(formErrorsAfter(faults, 'name', null, 'x'))).toEqual([
    'points.0.time',
    'points.2.time',
    'points.2.dimming',
    'pointsOfView',
  ])
})

it('a row more or less takes the marks away: they would stand at the wrong rows', () => {
  expect(Object.keys(formErrorsAfter(faults, 'points', points, points.slice(1)))).toEqual(['name', 'pointsOfView'])
})
