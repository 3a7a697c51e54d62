import type { ReactNode } from 'react'

interface PanelProps {
  readonly title: string
  readonly more?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A part of a home page with its heading. */
export function Panel({ title, more, className = '', children }: PanelProps) {
  return (
    <section className={`home-panel ${className}`} aria-label={title}>
      <header><h2>{title}</h2>{more}</header>
      <div className="home-panel-body">{children}</div>
    </section>
  )
}
