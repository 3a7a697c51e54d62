import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type uPlot from 'uplot'
import { connectPointer } from './plotPointer.ts'
import type { Period } from './range.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The parts of a plot that the pointer uses: 1000 s on 1000 pixels. */
function createPlot() {
  const over = document.createElement('div')
  over.setPointerCapture = () => undefined
  const scale = { min: 0, max: 1_000_000 }
  const plot = {
    over,
    scales: { x: scale },
    hooks: {},
    select: { left: 0, width: 0 },
    cursor: {},
    setScale: (_name: string, limits: { min: number; max: number }) => Object.assign(scale, limits),
    setSelect: () => undefined,
    posToVal: (pixels: number) => scale.min + (pixels / 1000) * (scale.max - scale.min),
  }
  const periods: Period[] = []
  let released = 0
  const pointer = connectPointer(
    plot as unknown as uPlot,
    () => ({ onCursor: () => undefined, onPeriod: (period) => periods.push(period) }),
    () => void released++,
  )
  /** A live trend shows the next second. */
  const tick = () => plot.setScale('x', { min: 1000, max: 1_001_000 })
  return { over, pointer, periods, tick, getReleased: () => released }
}

it('keeps a zoom of the wheel while a live trend moves', () => {
  const { over, pointer, periods, tick } = createPlot()
  over.dispatchEvent(Object.assign(new MouseEvent('wheel', { clientX: 500 }), { deltaY: -1 }))
  const zoomed = pointer.getHeldPeriod()
  expect(zoomed).toEqual({ from: 100_000, to: 900_000 })
  tick()
  vi.advanceTimersByTime(200)
  expect(periods).toEqual([zoomed])
  expect(pointer.getHeldPeriod()).toBeNull()
})

it('holds the plot during a selection and releases it after a click', () => {
  const { over, pointer, periods, getReleased } = createPlot()
  over.dispatchEvent(new MouseEvent('mousedown', { button: 0 }))
  expect(pointer.getHeldPeriod()).toEqual({ from: 0, to: 1_000_000 })
  window.dispatchEvent(new MouseEvent('mouseup'))
  expect([pointer.getHeldPeriod(), periods, getReleased()]).toEqual([null, [], 1])
})

it('moves by Shift and drag from where the drag began', () => {
  const { over, pointer, periods, tick } = createPlot()
  Object.defineProperty(over, 'clientWidth', { value: 1000 })
  over.dispatchEvent(new PointerEvent('pointerdown', { shiftKey: true, clientX: 500 }))
  over.dispatchEvent(new PointerEvent('pointermove', { clientX: 400 }))
  tick()
  over.dispatchEvent(new PointerEvent('pointerup'))
  expect(periods).toEqual([{ from: 100_000, to: 1_100_000 }])
  expect(pointer.getHeldPeriod()).toBeNull()
})
