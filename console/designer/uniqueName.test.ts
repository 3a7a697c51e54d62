import { DrawingDocument, makeComponent, newDrawing } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { uniqueName } from './uniqueName.ts'

it('counts past both how many there are and the highest number given', () => {
  expect(uniqueName(named(), 'tank', '储罐')).toBe('储罐 1')
  expect(uniqueName(named('Tank', 'Tank B'), 'tank', 'Tank')).toBe('Tank 3')
  expect(uniqueName(named('Tank 7'), 'tank', 'Tank')).toBe('Tank 8')
  expect(uniqueName(named('Tank 99999999999'), 'tank', 'Tank')).toBe('Tank 2')
})

function named(...names: readonly string[]) {
  const components = names.map((name, index) =>
    makeComponent({ type: 'tank', name, rank: `a${index}`, x: 0, y: 0, width: 10, height: 10 }),
  )
  return new DrawingDocument({ ...newDrawing('test'), components }).components.values()
}
