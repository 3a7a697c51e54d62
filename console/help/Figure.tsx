import { useLocalized } from '../kit/text/useLocalized.ts'
import type { FigureName } from './guide.ts'
import { type FigureSheet, figures } from './figures.ts'

interface FigureProps {
  readonly name: FigureName
  readonly label: string
}

/** Diagram of boxes and arrows in theme colours, so that it fits both themes and languages. */
export function Figure({ name, label }: FigureProps) {
  const localize = useLocalized()
  const { width, height, boxes, lines, texts = [] }: FigureSheet = figures[name]
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} fontSize="12" fontFamily="inherit">
      <defs>
        <marker
          id={`arrow-${name}`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0 8 4 0 8z" fill="var(--ink-soft)" />
        </marker>
      </defs>
      {lines.map(([x1, y1, x2, y2, dashed], index) => (
        <line
          key={index}
          x1={x1}
          y1={y1}
          x2={x2}
          y2={y2}
          stroke="var(--ink-soft)"
          strokeWidth="1.4"
          {...(dashed === 'plain' ? {} : { markerEnd: `url(#arrow-${name})` })}
          strokeDasharray={dashed === 'dashed' ? '4 4' : undefined}
        />
      ))}
      {boxes.map(({ x, y, w, h = 40, words, tone = 'plain' }) => (
        <g key={`${x}-${y}`}>
          <rect
            x={x}
            y={y}
            width={w}
            height={h}
            rx="4"
            fill={tone === 'accent' ? 'var(--accent-soft)' : 'var(--raised)'}
            opacity={tone === 'stale' ? 0.5 : 1}
            stroke={tone === 'alarm' ? 'var(--alarm)' : tone === 'accent' ? 'var(--accent)' : 'var(--line-strong)'}
            strokeDasharray={tone === 'stale' ? '5 4' : undefined}
            strokeWidth={tone === 'alarm' ? 2 : 1.2}
          />
          <text
            x={x + w / 2}
            y={y + h / 2}
            textAnchor="middle"
            dominantBaseline="central"
            fill={tone === 'stale' ? 'var(--stale)' : 'var(--ink)'}
          >
            {localize(words)}
          </text>
        </g>
      ))}
      {texts.map(({ x, y, words }) => (
        <text key={`${x}-${y}`} x={x} y={y} textAnchor="middle" fill="var(--ink-soft)" fontSize="11">
          {localize(words)}
        </text>
      ))}
    </svg>
  )
}
