import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { text } from './text.ts'

it('is one primitive: no plate is painted where none can be seen', () => {
  expect(listPrimitives(text, { text: '230 V' })).toEqual([
    expect.objectContaining({ kind: 'text', content: '230 V', x: 0 }),
  ])
})

it('keeps clear of the edge of its plate', () => {
  expect(listPrimitives(text, { backgroundColor: '#ffffff' })[1]).toMatchObject({ kind: 'text', x: 6 })
})

it('is nothing when empty', () => {
  expect(listPrimitives(text, { text: '' })).toEqual([])
})
