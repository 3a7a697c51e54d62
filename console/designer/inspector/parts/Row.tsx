import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface RowProps {
  readonly label: string
  /** Id of the control that the label belongs to; omit for controls with their own label. */
  readonly htmlFor?: string
  /** Help text behind an icon, accessible by pointer, keyboard and touch. */
  readonly hint?: string | undefined
  /** Label above the control, which uses the full width. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/** Row of the inspector: label and control. */
export function Row({ label, htmlFor, hint, isTall = false, children }: RowProps) {
  return (
    <div className="inspector-row" data-tall={isTall}>
      {hint === undefined ? (
        <label htmlFor={htmlFor} title={label}>
          {label}
        </label>
      ) : (
        <span className="inspector-explained">
          <label htmlFor={htmlFor} title={label}>
            {label}
          </label>
          <Explanation of={label} words={hint} />
        </span>
      )}
      <div>{children}</div>
    </div>
  )
}

function Explanation({ of, words }: { readonly of: string; readonly words: string }) {
  const { t } = useTranslation('designer')
  return (
    <Tooltip title={words} trigger={['hover', 'focus']} placement="left">
      <button type="button" className="inspector-explain" aria-label={t('inspector.explain', { words: of })}>
        {t('inspector.explainMark')}
      </button>
    </Tooltip>
  )
}

interface SectionProps {
  /** Omit if the heading of the panel is sufficient. */
  readonly title?: string
  readonly children: ReactNode
}

/** Group of rows under a heading. */
export function Section({ title, children }: SectionProps) {
  return (
    <section className="inspector-section">
      {title && <h3>{title}</h3>}
      {children}
    </section>
  )
}
