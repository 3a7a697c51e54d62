import { useId } from 'react'
import { formatTime } from '../kit/text/formatTime.ts'
import { roundUp } from './sizes.ts'

interface LineChartProps {
  readonly title: string
  /** Formatted newest value. */
  readonly value: string
  readonly at: readonly number[]
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[]
  /** Minimum upper end of the axis. */
  readonly min?: number
  readonly format: (value: number) => string
}

const width = 600
const height = 120

/** Small SVG line chart, light enough to redraw every two seconds without a chart library. */
export function LineChart({ title, value, at, lines, min: least = 0, format }: LineChartProps) {
  const heading = useId()
  const top = roundUp(Math.max(least, ...lines.flatMap(({ values }) => values)))
  const from = at[0] ?? 0
  const to = at.at(-1) ?? 1
  const x = (moment: number): number => (to > from ? ((moment - from) / (to - from)) * width : width)
  const y = (one: number): number => height - (one / top) * height
  return (
    <figure className="monitor-chart" aria-labelledby={heading}>
      <figcaption>
        <span id={heading}>{title}</span>
        <b>{value}</b>
      </figcaption>
      <div className="monitor-plot">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
          {[0.25, 0.5, 0.75].map((share) => (
            <line key={share} className="monitor-grid" x1={0} x2={width} y1={height * share} y2={height * share} />
          ))}
          {lines.map(({ name, values }, index) => (
            <polyline
              key={name}
              data-line={index}
              points={values.map((one, place) => `${x(at[place] ?? 0).toFixed(1)},${y(one).toFixed(1)}`).join(' ')}
            />
          ))}
        </svg>
        <i>{format(top)}</i>
      </div>
      <footer>
        <time>{at.length > 0 ? formatTime(from, 'HH:mm:ss') : ''}</time>
        {lines.length > 1 && (
          <ul>
            {lines.map(({ name }, index) => (
              <li key={name} data-line={index}>
                {name}
              </li>
            ))}
          </ul>
        )}
        <time>{at.length > 0 ? formatTime(to, 'HH:mm:ss') : ''}</time>
      </footer>
    </figure>
  )
}
