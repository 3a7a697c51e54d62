import type { ReactNode } from 'react'
import './lighting.css'

/** A named figure with an optional explanation. */
export interface Figure {
  readonly name: string
  /** Text with unit; null if unknown. */
  readonly value: string | null
  readonly note?: string | undefined
}

/** Formats a number with up to `digits` decimal places in the language of the console. */
export const formatFigure = (language: string, value: number, digits: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)

/** List of figures under a title. Unknown values are a dash; their note says what is missing. */
export function Figures({
  title,
  figures,
  children,
}: {
  readonly title: string
  readonly figures: readonly Figure[]
  readonly children?: ReactNode
}) {
  return (
    <section className="lighting-now lighting-figure-panel" aria-label={title}>
      <h3>{title}</h3>
      <ul className="lighting-points lighting-figures">
        {figures.map(({ name, value, note }) => (
          <li key={name}>
            <span className="lighting-name">{name}</span>
            <span className="lighting-value">{value ?? '–'}</span>
            <small>{note}</small>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
