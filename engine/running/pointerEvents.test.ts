import { expect, it } from 'vitest'
import type { Component } from '../document/index.ts'
import { longPressMs, watchPointer } from './pointerEvents.ts'
import type { PointedEvent } from './pointerEvents.ts'

it('does not operate on a long press, which opens the context menu', () => {
  const { send, clicks } = lampOnAScreen()
  const press = (pointerType: string, forMs: number) => {
    send('pointerdown', pointerType, 1, 100)
    send('pointerup', pointerType, 1, 100 + forMs)
    return clicks()
  }
  expect([press('touch', longPressMs - 1), press('touch', longPressMs), press('mouse', 5 * longPressMs)]).toEqual([
    1, 1, 2,
  ])
})

it('operates by the pen and not by the hand that holds it, whichever of them comes first', () => {
  const { send, clicks } = lampOnAScreen()
  send('pointerdown', 'pen', 1)
  send('pointerdown', 'touch', 2)
  send('pointerup', 'touch', 2)
  expect(clicks()).toBe(0)
  send('pointerup', 'pen', 1)
  expect(clicks()).toBe(1)
  send('pointerdown', 'touch', 3)
  send('pointerdown', 'pen', 1)
  send('pointerup', 'pen', 1)
  send('pointercancel', 'touch', 3)
  expect(clicks()).toBe(2)
})

function lampOnAScreen() {
  const listeners = new Map<string, (event: PointedEvent) => void>()
  const canvas = {
    style: { cursor: '' },
    addEventListener: (type: string, listener: (event: PointedEvent) => void) => void listeners.set(type, listener),
    removeEventListener() {},
  }
  const lamp = { id: 'lamp' } as Component
  let clicks = 0
  watchPointer(
    { canvas, camera: { toWorld: (point) => point }, hitTest: () => lamp },
    (hit) => hit,
    () => {
      clicks++
    },
  )
  const send = (type: string, pointerType: string, pointerId: number, timeStamp = 100) => {
    listeners.get(type)?.({
      isPrimary: true,
      button: 0,
      buttons: 1,
      pointerId,
      offsetX: 0,
      offsetY: 0,
      pointerType,
      timeStamp,
    })
  }
  return { send, clicks: () => clicks }
}
