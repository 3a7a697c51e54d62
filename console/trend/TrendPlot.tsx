import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { AlignedCurves } from './curve.ts'
import { connectPointer, type PlotHandlers, type PlotPointer } from './plotPointer.ts'
import { createPlotOptions, type PlotLook, type PlotNote, type PlotPen } from './plotOptions.ts'
import type { TrendAxis } from './axes.ts'
import type { Period } from './range.ts'

interface TrendPlotProps extends PlotHandlers {
  readonly pens: readonly PlotPen[]
  readonly axes: readonly TrendAxis[]
  readonly isCompared: boolean
  /** One column per pen, then one per pen of the earlier period if compared. */
  readonly data: AlignedCurves
  readonly period: Period
  readonly notes: readonly PlotNote[]
  readonly theme: PlotLook
  readonly words: { readonly on: string; readonly off: string }
  readonly formatTime: (at: number, pattern: string) => string
  /** Accessible description. */
  readonly label: string
  readonly onWidth: (pixels: number) => void
  /** Receives the canvas with the curves, for pictures; null when the plot is removed. */
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void
}

/**
 * Curves that fill their container, drawn by uPlot. Drag zooms, Shift and drag moves, the wheel zooms at the pointer. Import it
 * lazily: it loads the library.
 */
export function TrendPlot(props: TrendPlotProps) {
  const { pens, axes, isCompared, theme, words } = props
  // Series, axes and colours of a plot are fixed.
  const structure = JSON.stringify([pens, axes, isCompared, theme.theme, theme.palette.accent, words])
  return <Plot key={structure} {...props} />
}

function Plot(props: TrendPlotProps) {
  const { data, period, notes, formatTime, label } = props
  const place = useRef<HTMLDivElement>(null)
  const plotRef = useRef<uPlot | null>(null)
  const pointerRef = useRef<PlotPointer | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const current = latest.current
    const size = measure(element)
    const options = createPlotOptions({
      Plot: uPlot,
      pens: current.pens,
      axes: current.axes,
      isCompared: current.isCompared,
      theme: current.theme,
      words: current.words,
      formatTime: (at, pattern) => latest.current.formatTime(at, pattern),
      getNotes: () => latest.current.notes,
    })
    const plot = new uPlot(
      { ...options, ...size, cursor: { y: false, points: { size: 6 }, drag: { x: true, y: false, setScale: false } } },
      current.data,
      element,
    )
    plotRef.current = plot
    showPeriod(plot, current.period)
    current.onWidth(size.width)
    current.onCanvas(plot.ctx.canvas)
    const pointer = connectPointer(
      plot,
      () => latest.current,
      () => showPeriod(plot, latest.current.period),
    )
    pointerRef.current = pointer
    const watcher = new ResizeObserver(() => {
      const next = measure(element)
      if (next.width === plot.width && next.height === plot.height) return
      plot.setSize(next)
      latest.current.onWidth(next.width)
    })
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      pointer.disconnect()
      pointerRef.current = null
      plot.destroy()
      plotRef.current = null
      latest.current.onCanvas(null)
    }
  }, [])

  useEffect(() => {
    const plot = plotRef.current
    if (!plot) return
    plot.batch(() => {
      plot.setData(data, false)
      showPeriod(plot, pointerRef.current?.getHeldPeriod() ?? period)
    })
  }, [data, period])
  useEffect(() => redraw(plotRef.current, [notes, formatTime]), [notes, formatTime])

  return <div ref={place} className="trend-plot" role="group" aria-label={label} />
}

const minWidth = 120
const minHeight = 80

const measure = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: Math.max(minWidth, clientWidth),
  height: Math.max(minHeight, clientHeight),
})

/** Draws the plot again after a change of values that it reads while drawing. */
function redraw(plot: uPlot | null, changes: readonly unknown[]): void {
  if (changes.length > 0) plot?.redraw(false)
}

function showPeriod(plot: uPlot, { from, to }: Period): void {
  plot.setScale('x', { min: from, max: to })
}
