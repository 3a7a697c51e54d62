import type uPlot from 'uplot'
import type { TrendPen } from '../../contract/platform/trendDefinition.ts'
import type { Theme } from '../stores/session/preferences.ts'
import type { Palette } from '../styles/palette.ts'
import { computeEnds, type PenTag, type TrendAxis } from './axes.ts'
import { getPenColor } from './penColors.ts'
import { formatTicks } from './range.ts'

/** An annotation on the time axis. */
export interface PlotNote {
  readonly id: string
  readonly at: number
  readonly until: number | null
  readonly text: string
}

export interface PlotLook {
  readonly palette: Palette
  readonly theme: Theme
  readonly fontFamily: string
}

export interface PlotPen {
  readonly pen: TrendPen
  readonly tag: PenTag | undefined
  readonly name: string
}

interface PlotParts {
  readonly Plot: typeof uPlot
  readonly pens: readonly PlotPen[]
  readonly axes: readonly TrendAxis[]
  /** Also has a dashed curve per pen for the earlier period. */
  readonly isCompared: boolean
  readonly theme: PlotLook
  readonly words: { readonly on: string; readonly off: string }
  readonly formatTime: (at: number, pattern: string) => string
  readonly getNotes: () => readonly PlotNote[]
}

const dashes = { solid: [], dashed: [8, 5], dotted: [2, 4] } as const
const earlierDash = [5, 5]

/** Options of the plot without its size and interaction: series, scales and axes. Times are in milliseconds. */
export function createPlotOptions(parts: PlotParts): Omit<uPlot.Options, 'width' | 'height'> {
  const { Plot, pens, axes, isCompared, theme, formatTime, getNotes } = parts
  const getAxis = (index: number): TrendAxis | undefined => axes.find((axis) => axis.pens.includes(index))
  const createSeries = (index: number, isEarlier: boolean): uPlot.Series => {
    const { pen, tag, name } = pens[index] ?? noPen
    const color = getPenColor(theme.theme, pen.color)
    const isStep = pen.course === 'step' || (pen.course === 'auto' && (tag?.kind === 'flag' || tag?.writable === true))
    const path = isStep ? Plot.paths.stepped?.({ align: 1 }) : Plot.paths.linear?.()
    return {
      label: name,
      scale: getAxis(index)?.key ?? 'none',
      show: !pen.isHidden,
      stroke: isEarlier ? `${color}b0` : color,
      width: isEarlier ? 1 : 1.5,
      dash: isEarlier ? earlierDash : [...dashes[pen.line]],
      spanGaps: false,
      points: { show: isEarlier ? false : undefined, size: 4, filter: isolatedPoints },
      ...(path && { paths: path }),
    }
  }
  const indexes = pens.map((_pen, index) => index)
  return {
    ms: 1,
    legend: { show: false },
    series: [
      {},
      ...indexes.map((index) => createSeries(index, false)),
      ...(isCompared ? indexes.map((index) => createSeries(index, true)) : []),
    ],
    scales: {
      x: { time: true },
      ...Object.fromEntries(
        axes.map((axis) => [
          axis.key,
          {
            range: (_plot: uPlot, low: number | null, high: number | null): [number, number] => {
              const [min, max] = computeEnds(axis, low, high)
              return [min, max]
            },
          },
        ]),
      ),
    },
    axes: [
      {
        ...createAxisLook(theme),
        space: 70,
        size: 38,
        values: (_plot, ticks) => formatTicks(ticks, formatTime),
      },
      ...axes.map((axis, index) => createValueAxis(axis, index, parts)),
    ],
    hooks: { drawAxes: [(plot) => drawNotes(plot, getNotes(), theme)] },
  }
}

const noPen: PlotPen = {
  pen: { tag: '', label: '', color: 0, line: 'solid', course: 'auto', axis: 'unit', isHidden: true },
  tag: undefined,
  name: '',
}

const createAxisLook = ({ palette, fontFamily }: PlotLook): uPlot.Axis => ({
  stroke: palette.inkSoft,
  font: `11px ${fontFamily}`,
  grid: { stroke: palette.line, width: 1 },
  ticks: { stroke: palette.lineStrong, width: 1, size: 4 },
})

function createValueAxis(axis: TrendAxis, index: number, { theme, pens, words }: PlotParts): uPlot.Axis {
  const own = axis.pens.length === 1 ? pens[axis.pens[0] ?? 0]?.pen : undefined
  return {
    ...createAxisLook(theme),
    scale: axis.key,
    // The first axis is on the left, the next one on the right.
    side: index % 2 === 0 ? 3 : 1,
    size: (_plot, values) => 16 + Math.max(28, ...(values ?? []).map((text) => text.length * 7)),
    // One grid is readable, several are not.
    grid: { show: index === 0, stroke: theme.palette.line, width: 1 },
    ...(own && { stroke: getPenColor(theme.theme, own.color) }),
    ...(axis.unit !== '' && { label: axis.unit, labelSize: 18, labelGap: 0, labelFont: `11px ${theme.fontFamily}` }),
    ...(axis.isFlag && {
      splits: () => [0, 1],
      values: (_plot: uPlot, ticks: number[]) => ticks.map((tick) => (tick === 1 ? words.on : words.off)),
    }),
  }
}

/** Shows only values without a neighbour, which have no line. */
function isolatedPoints(plot: uPlot, series: number, show: boolean): number[] | null {
  const values = plot.data[series]
  if (!values) return null
  const isValid = (value: number | null | undefined): boolean => value !== null && value !== undefined
  const found: number[] = []
  let before: number | null | undefined = null
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (value === undefined) continue
    if (isValid(value) && (show || (!isValid(before) && !isValid(findNext(values, index))))) found.push(index)
    before = value
  }
  return found
}

function findNext(values: ArrayLike<number | null | undefined>, index: number): number | null | undefined {
  for (let next = index + 1; next < values.length; next++) if (values[next] !== undefined) return values[next]
  return null
}

/** Draws annotations below the curves: a line at a time, a band for a period. */
function drawNotes(plot: uPlot, notes: readonly PlotNote[], { palette }: PlotLook): void {
  const { ctx, bbox } = plot
  const { min = 0, max = 0 } = plot.scales['x'] ?? {}
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  for (const { at, until } of notes) {
    if ((until ?? at) < min || at > max) continue
    const left = plot.valToPos(at, 'x', true)
    if (until !== null) {
      ctx.globalAlpha = 0.12
      ctx.fillStyle = palette.inkSoft
      ctx.fillRect(left, bbox.top, plot.valToPos(until, 'x', true) - left, bbox.height)
    }
    ctx.globalAlpha = 1
    ctx.strokeStyle = palette.inkSoft
    ctx.lineWidth = devicePixelRatio
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
    ctx.beginPath()
    for (const time of until === null ? [at] : [at, until]) {
      const x = plot.valToPos(time, 'x', true)
      ctx.moveTo(x, bbox.top)
      ctx.lineTo(x, bbox.top + bbox.height)
    }
    ctx.stroke()
  }
  ctx.restore()
}
