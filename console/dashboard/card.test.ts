import { expect, test } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { cardsOf } from './card.ts'

/** As the server sends it. */
const rowOf = (values: object): Row => JSON.parse(JSON.stringify({ id: 'd', revision: 1, createdAt: 0, createdBy: '', updatedAt: 0, updatedBy: '', titles: {}, ...values }))

test('a card has a scale even where none was entered, and what is no card is left out', () => {
  const cards = [{ kind: 'dial', tag: 'a/b/c', label: 'Level', min: null, max: 50 }, { kind: 'script' }, 'x', null]
  expect(cardsOf(rowOf({ cards }))).toEqual([{ kind: 'dial', label: 'Level', tag: 'a/b/c', chart: '', drawing: '', min: 0, max: 50, unit: '', isWide: false }])
  expect(cardsOf(rowOf({}))).toEqual([])
})
