import { expect, test } from 'vitest'
import { PendingUploads } from './pendingUploads.ts'

test('a form knows the files on their way in all of its controls, and none of a control that has ended', () => {
  const underway = new PendingUploads()
  underway.setCount('pictures', 2)
  underway.setCount('report', 1)
  expect(underway.count).toBe(3)
  underway.setCount('pictures', 1)
  underway.setCount('report', 0)
  expect(underway.count).toBe(1)
  underway.setCount('pictures', 0)
  expect(underway.count).toBe(0)
})
