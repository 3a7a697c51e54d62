import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listenToLongPress } from './longPress.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MouseEvent', class extends Event {})
  vi.stubGlobal('PointerEvent', class extends Event {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function finger() {
  const canvas = new EventTarget()
  const events: string[] = []
  const stop = listenToLongPress({
    canvas: canvas as HTMLCanvasElement,
    beforeMenu: () => events.push('taken back'),
    isPalm: ({ clientX }) => clientX > 900,
  })
  canvas.addEventListener('contextmenu', () => events.push('menu'))
  const send = (type: string, at: { x: number; y: number } = { x: 50, y: 50 }, pointerType = 'touch') =>
    canvas.dispatchEvent(
      Object.assign(new Event(type, { cancelable: true }), {
        pointerType,
        isPrimary: true,
        clientX: at.x,
        clientY: at.y,
      }),
    )
  return { send, events, stop }
}

it('a long press cancels the started gesture and opens the menu once', () => {
  const { send, events } = finger()
  send('pointerdown')
  send('pointermove', { x: 54, y: 52 })
  vi.advanceTimersByTime(499)
  expect(events).toEqual([])
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['taken back', 'menu'])
  send('contextmenu')
  expect(events).toEqual(['taken back', 'menu'])
})

it('leaves the browser its own where that comes first', () => {
  const { send, events } = finger()
  send('pointerdown')
  send('contextmenu')
  vi.advanceTimersByTime(1000)
  expect(events).toEqual(['taken back', 'menu'])
})

it('a palm beside a pen does not ask, however long it rests', () => {
  const { send, events } = finger()
  send('pointerdown', { x: 950, y: 50 })
  vi.advanceTimersByTime(5000)
  expect(events).toEqual([])
})

it('a moving or lifted finger, a mouse and a pen open no menu', () => {
  const { send, events, stop } = finger()
  send('pointerdown')
  send('pointermove', { x: 80, y: 50 })
  vi.advanceTimersByTime(1000)
  send('pointerdown')
  send('pointerup')
  vi.advanceTimersByTime(1000)
  send('pointerdown', { x: 0, y: 0 }, 'mouse')
  send('pointerdown', { x: 0, y: 0 }, 'pen')
  vi.advanceTimersByTime(1000)
  send('pointerdown')
  stop()
  vi.advanceTimersByTime(1000)
  expect(events).toEqual([])
})
