import { expect, test } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { readCards, computeDivisions } from './card.ts'

/** A row in the form in which the server sends it. */
const createRow = (values: object): Row =>
  JSON.parse(
    JSON.stringify({
      id: 'd',
      revision: 1,
      createdAt: 0,
      createdBy: '',
      updatedAt: 0,
      updatedBy: '',
      titles: {},
      ...values,
    }),
  )

test('a card without a scale uses the default scale, and invalid cards are skipped', () => {
  const cards = [{ kind: 'dial', tag: 'a/b/c', label: 'Level', min: null, max: 50 }, { kind: 'script' }, 'x', null]
  expect(readCards(createRow({ cards }))).toEqual([
    { kind: 'dial', label: 'Level', tag: 'a/b/c', chart: '', drawing: '', min: 0, max: 50, unit: '', isWide: false },
  ])
  expect(readCards(createRow({}))).toEqual([])
})

test('a dial has round figures at its scale, and some also where none are', () => {
  expect(
    [
      [0, 100],
      [0, 8],
      [0, 16],
      [0, 60],
      [180, 280],
      [0, 1.6],
      [-40, 40],
    ].map(([min = 0, max = 0]) => computeDivisions(min, max)),
  ).toEqual([10, 8, 8, 6, 10, 8, 8])
  expect(computeDivisions(0, 7)).toBe(10)
})
