import { expect, test } from 'vitest'
import { readDrawingQuery, writeDrawingQuery } from './drawingQuery.ts'
import { withPageSize } from '../entities/pagingQuery.ts'

test('section 9: page 1 and 20 a page by default, and sizes only of 10, 20, 30 and 50', () => {
  expect(readDrawingQuery(new URLSearchParams(''))).toEqual({
    search: '',
    project: '',
    isFavourite: false,
    page: 1,
    pageSize: 20,
  })
  expect(readDrawingQuery(new URLSearchParams('page=-3&size=1000'))).toMatchObject({ page: 1, pageSize: 20 })
  expect(readDrawingQuery(new URLSearchParams('page=3&size=50'))).toMatchObject({ page: 3, pageSize: 50 })
})

test('section 9: a new page size returns to page 1 if page times size exceeds the total', () => {
  const query = { search: '', project: '', page: 3, pageSize: 10 } as const
  expect(withPageSize(query, 20, 59).page).toBe(1)
  expect(withPageSize(query, 20, 60).page).toBe(3)
})

test('an address holds the query and nothing that is default', () => {
  const query = { search: 'pump', project: 'factory', isFavourite: true, page: 2, pageSize: 30 } as const
  expect(readDrawingQuery(writeDrawingQuery(query))).toEqual(query)
  expect(writeDrawingQuery({ search: '', project: '', isFavourite: false, page: 1, pageSize: 20 }).toString()).toBe('')
})
