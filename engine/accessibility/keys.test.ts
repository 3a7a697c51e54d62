import { expect, it } from 'vitest'
import { workbench } from '../editing/workbench.ts'
import { selectByKeys } from './keyboardSelection.ts'
import { findNearest } from './direction.ts'

it('moves to the visually nearest component in each direction', () => {
  const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 })
  const boxes = [box(0, 0), box(50, 4), box(40, 90), box(0, 60), box(-80, 0)]
  const to = (direction: readonly [number, number]) => findNearest(boxes, 0, direction)
  expect([to([1, 0]), to([0, 1]), to([-1, 0]), to([0, -1])]).toEqual([1, 3, 4, -1])
})

it('moves through an edited drawing with Tab and into a group with Enter, and leaves it at both ends', () => {
  const bench = workbench(
    { name: 'a' },
    { name: 'g', type: 'group' },
    { name: 'm', in: 'g' },
    { name: 'n', in: 'g' },
    { name: 'b', locked: true },
    { name: 'c', visible: false },
  )
  const canvas = new EventTarget()
  const end = selectByKeys(canvas as HTMLCanvasElement, bench.document, bench.selection)
  /** Returns the names of the selected components, or "leaves" if the browser moves the focus out of the drawing. */
  const press = (key: string, shiftKey = false): string => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), {
      key,
      shiftKey,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
    })
    const isLeft = canvas.dispatchEvent(event)
    return isLeft
      ? 'leaves'
      : bench.selection
          .components()
          .map(({ name }) => name)
          .join()
  }
  expect([press('Tab'), press('Tab'), press('Tab'), press('Tab')]).toEqual(['a', 'g', 'b', 'leaves'])
  expect([press('Tab', true), press('Enter'), press('Tab'), press('Tab')]).toEqual(['g', 'm', 'n', 'leaves'])
  expect([press('Tab', true), press('Tab', true)]).toEqual(['m', 'leaves'])
  bench.selection.enter(null)
  expect([press('Tab', true), press('Enter')]).toEqual(['b', 'leaves'])
  end()
  expect(press('Tab')).toBe('leaves')
})
