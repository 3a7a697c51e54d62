import { expect, it } from 'vitest'
import type { Component } from '../document/index.ts'
import { longPressMs, watchPointer } from './pointing.ts'
import type { PointedEvent } from './pointing.ts'

it('operates nothing by a finger that rests: it asks what that is', () => {
  const listeners = new Map<string, (event: PointedEvent) => void>()
  const canvas = { style: { cursor: '' }, addEventListener: (type: string, listener: (event: PointedEvent) => void) => void listeners.set(type, listener), removeEventListener() {} }
  const lamp = { id: 'lamp' } as Component
  let clicks = 0
  watchPointer({ canvas, camera: { toWorld: (point) => point }, hitTest: () => lamp }, (hit) => hit, () => { clicks++ })
  const press = (pointerType: string, forMs: number) => {
    const event = { isPrimary: true, button: 0, buttons: 1, pointerId: 1, offsetX: 0, offsetY: 0, pointerType }
    listeners.get('pointerdown')?.({ ...event, timeStamp: 100 })
    listeners.get('pointerup')?.({ ...event, timeStamp: 100 + forMs })
    return clicks
  }
  expect([press('touch', longPressMs - 1), press('touch', longPressMs), press('mouse', 5 * longPressMs)]).toEqual([1, 1, 2])
})
