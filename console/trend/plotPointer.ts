import type uPlot from 'uplot'
import { panPeriod, type Period, zoomPeriod } from './range.ts'

export interface PlotHandlers {
  /** Called with the time under the pointer, or null when it leaves. */
  readonly onCursor: (at: number | null) => void
  /** Called with the period that the user selects by drag, wheel or keys. */
  readonly onPeriod: (period: Period) => void
  /** The wheel zooms only with Ctrl, because it scrolls the page. */
  readonly needsCtrl?: boolean
  /** Called with the clicked time. */
  readonly onTime?: ((at: number) => void) | undefined
}

/** Interaction of the user with a plot. */
export interface PlotPointer {
  /** Period that the plot shows while the user zooms, moves or selects; null otherwise. */
  readonly getHeldPeriod: () => Period | null
  readonly disconnect: () => void
}

const wheelStep = 1.25
/** The period is loaded when the wheel rests for this time, in milliseconds. */
const settleMs = 180
const minDragPx = 4
const keySteps: Readonly<Record<string, (period: Period) => Period>> = {
  ArrowLeft: (period) => panPeriod(period, -0.2),
  ArrowRight: (period) => panPeriod(period, 0.2),
  '+': (period) => zoomPeriod(period, 1 / wheelStep, (period.from + period.to) / 2),
  '-': (period) => zoomPeriod(period, wheelStep, (period.from + period.to) / 2),
}

/**
 * Connects pointer, wheel and keys with a plot. A period is held until it is selected, because a live trend moves in
 * the meantime. `onRelease` is called when an interaction ends without a new period.
 */
export function connectPointer(plot: uPlot, getHandlers: () => PlotHandlers, onRelease: () => void): PlotPointer {
  const { over } = plot
  over.tabIndex = 0
  let settling: ReturnType<typeof setTimeout> | undefined
  let drag: { readonly x: number; readonly period: Period } | null = null
  let pending: Period | null = null
  let isSelecting = false

  const getPeriod = (): Period => pending ?? { from: plot.scales['x']?.min ?? 0, to: plot.scales['x']?.max ?? 1 }
  const preview = (period: Period): void => {
    pending = period
    plot.setScale('x', { min: period.from, max: period.to })
  }
  /** Selects a period, or releases the plot without one. */
  const finish = (period: Period | null): void => {
    clearTimeout(settling)
    pending = null
    isSelecting = false
    if (period) getHandlers().onPeriod(period)
    else onRelease()
  }
  const settle = (period: Period): void => {
    preview(period)
    clearTimeout(settling)
    settling = setTimeout(() => finish(pending), settleMs)
  }

  const handleWheel = (event: WheelEvent): void => {
    if (getHandlers().needsCtrl && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const period = getPeriod()
    const center = plot.posToVal(event.clientX - over.getBoundingClientRect().left, 'x')
    settle(
      event.shiftKey
        ? panPeriod(period, Math.sign(event.deltaY || event.deltaX) * 0.1)
        : zoomPeriod(period, event.deltaY > 0 ? wheelStep : 1 / wheelStep, center),
    )
  }
  const handleDown = (event: PointerEvent): void => {
    if (!event.shiftKey && event.button !== 1) return
    // Without this, uPlot starts to select.
    event.stopPropagation()
    event.preventDefault()
    clearTimeout(settling)
    drag = { x: event.clientX, period: getPeriod() }
    over.setPointerCapture(event.pointerId)
    over.style.cursor = 'grabbing'
  }
  const handleMove = (event: PointerEvent): void => {
    if (!drag) return
    preview(panPeriod(drag.period, (drag.x - event.clientX) / Math.max(1, over.clientWidth)))
  }
  const handleUp = (): void => {
    if (!drag) return
    drag = null
    over.style.cursor = ''
    finish(pending)
  }
  // uPlot listens to mouse events, which follow the pointer events.
  const handleMouseDown = (event: MouseEvent): void => {
    if (event.shiftKey || event.button === 1) event.stopImmediatePropagation()
    else if (event.button === 0) isSelecting = true
  }
  // uPlot ends a selection when the document receives the event, before the window does.
  const handleMouseUp = (): void => {
    if (isSelecting) finish(pending)
  }
  const handleKey = (event: KeyboardEvent): void => {
    const step = keySteps[event.key]
    if (!step) return
    event.preventDefault()
    // The keys also move a running drawing.
    event.stopPropagation()
    settle(step(getPeriod()))
  }
  const handleClick = (event: MouseEvent): void => {
    if (event.shiftKey || plot.select.width >= minDragPx) return
    getHandlers().onTime?.(plot.posToVal(event.clientX - over.getBoundingClientRect().left, 'x'))
  }

  ;(plot.hooks.setSelect ??= []).push(() => {
    const { left, width } = plot.select
    if (width < minDragPx) return
    const period = { from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') }
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
    finish(period)
  })
  ;(plot.hooks.setCursor ??= []).push(() => {
    const { left = -1 } = plot.cursor
    getHandlers().onCursor(left < 0 ? null : plot.posToVal(left, 'x'))
  })

  over.addEventListener('wheel', handleWheel, { passive: false })
  over.addEventListener('pointerdown', handleDown)
  over.addEventListener('pointermove', handleMove)
  over.addEventListener('pointerup', handleUp)
  over.addEventListener('lostpointercapture', handleUp)
  over.addEventListener('mousedown', handleMouseDown, { capture: true })
  over.addEventListener('keydown', handleKey)
  over.addEventListener('click', handleClick)
  window.addEventListener('mouseup', handleMouseUp)
  return {
    getHeldPeriod: () => (pending !== null || drag !== null || isSelecting ? getPeriod() : null),
    disconnect: () => {
      clearTimeout(settling)
      over.removeEventListener('wheel', handleWheel)
      over.removeEventListener('pointerdown', handleDown)
      over.removeEventListener('pointermove', handleMove)
      over.removeEventListener('pointerup', handleUp)
      over.removeEventListener('lostpointercapture', handleUp)
      over.removeEventListener('mousedown', handleMouseDown, { capture: true })
      over.removeEventListener('keydown', handleKey)
      over.removeEventListener('click', handleClick)
      window.removeEventListener('mouseup', handleMouseUp)
    },
  }
}
