import type { ReactNode } from 'react'

interface RowProps {
  readonly label: string
  /** The control's id, so that the words name it; absent where it names itself. */
  readonly htmlFor?: string
  /** Words above the control instead of beside it: for what needs the whole width. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/** One line of the inspector: words and control. */
export function Row({ label, htmlFor, isTall = false, children }: RowProps) {
  return (
    <div className="inspector-row" data-tall={isTall}>
      <label htmlFor={htmlFor} title={label}>{label}</label>
      <div>{children}</div>
    </div>
  )
}

interface SectionProps {
  /** Absent where the panel's own heading says it. */
  readonly title?: string
  readonly children: ReactNode
}

/** A group of rows under a heading. */
export function Section({ title, children }: SectionProps) {
  return <section className="inspector-section">{title && <h3>{title}</h3>}{children}</section>
}
