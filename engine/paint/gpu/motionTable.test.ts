import { expect, it } from 'vitest'
import { MotionTable } from './motionTable.ts'

const blink = { kind: 'blink', periodMs: 500 } as const
const frame = { x: 0, y: 0, width: 10, height: 10 }

/** Returns the changed rows and marks them as uploaded. */
function sent(table: MotionTable): number[] {
  const rows = [table.dirtyFrom, table.dirtyTo]
  table.dirtyFrom = 0
  table.dirtyTo = 0
  return rows
}

it('has nothing to send when a component is painted again with the same motion', () => {
  const table = new MotionTable()
  const row = table.assign(frame, blink, 0)
  expect(sent(table)).toEqual([0, 1])
  expect(table.assign(frame, blink, row)).toBe(row)
  expect(sent(table)).toEqual([0, 0])
  table.assign({ ...frame, x: 5 }, blink, row)
  expect(sent(table)).toEqual([0, 1])
})

it('sends only the rows of the texture that were written', () => {
  const table = new MotionTable()
  const rows = Array.from({ length: 600 }, () => table.assign(frame, blink, 0))
  sent(table)
  table.assign({ ...frame, y: 3 }, blink, rows[300] ?? 0)
  expect(sent(table)).toEqual([2, 3])
  table.assign({ ...frame, y: 3 }, blink, rows[0] ?? 0)
  table.assign({ ...frame, y: 3 }, blink, rows[200] ?? 0)
  expect(sent(table)).toEqual([0, 2])
})
