import type { Component } from '@mimic/engine'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchHover, type HoverStage } from './hover.ts'

const longPressMs = 500

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createStage(hasTooltip = true) {
  const pump = { id: 'pump' } as Component
  const page = new EventTarget()
  const canvas = Object.assign(new EventTarget(), { ownerDocument: page })
  const stage = {
    canvas,
    camera: { toWorld: (point: { x: number }) => point },
    hitTest: ({ x }: { x: number }) => (x < 100 ? pump : null),
  }
  const reported: (string | null)[] = []
  const stop = watchHover(stage as unknown as HoverStage, {
    changed: (component) => void reported.push(component?.id ?? null),
    hasTooltip: () => hasTooltip,
    fingerMs: longPressMs,
    pinMark: 'data-pins',
  })
  const send = (type: string, x = 0, more: object = {}, target: EventTarget = canvas) => {
    const event = Object.assign(new Event(type, { cancelable: true }), {
      pointerType: 'touch',
      isPrimary: true,
      pointerId: 1,
      buttons: 1,
      offsetX: x,
      offsetY: 0,
      clientX: x,
      clientY: 0,
      ...more,
    })
    // The event as it bubbles to the document.
    Object.defineProperty(event, 'target', { value: target })
    page.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { reported, send, stop, page }
}

it('answers a finger that rests, and keeps the answer when it is lifted', () => {
  const { reported, send } = createStage()
  send('pointerdown')
  send('pointermove', 4)
  vi.advanceTimersByTime(longPressMs)
  send('pointerup')
  send('pointerleave')
  expect(reported).toEqual(['pump'])
  expect(send('contextmenu')).toBe(true)
  send('pointerdown', 200)
  expect(reported).toEqual(['pump', null])
})

it("has no answer for a finger that taps or pans, and leaves it the browser's menu beside components", () => {
  const { reported, send } = createStage()
  send('pointerdown')
  vi.advanceTimersByTime(longPressMs - 1)
  send('pointerup')
  send('pointerdown')
  send('pointermove', 40)
  vi.advanceTimersByTime(longPressMs)
  send('pointerdown', 200)
  vi.advanceTimersByTime(longPressMs)
  expect([reported, send('contextmenu')]).toEqual([[], false])
})

it('answers when the browser finds that a finger rests before we do', () => {
  const { reported, send } = createStage()
  send('pointerdown')
  expect(send('contextmenu')).toBe(true)
  vi.advanceTimersByTime(longPressMs)
  expect(reported).toEqual(['pump'])
})

it("keeps the browser's context menu for components without a tooltip", () => {
  const { send } = createStage(false)
  send('pointerdown')
  vi.advanceTimersByTime(longPressMs)
  expect(send('contextmenu')).toBe(false)
})

it('closes by Escape, whoever asked', () => {
  const { reported, send, page, stop } = createStage()
  send('pointermove', 0, { pointerType: 'mouse', buttons: 0 })
  vi.advanceTimersByTime(1000)
  send('keydown', 0, { key: 'Escape' }, page)
  expect(reported).toEqual(['pump', null, null])
  stop()
  send('keydown', 0, { key: 'Escape' }, page)
  expect(reported).toHaveLength(3)
})
