import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface RowProps {
  readonly label: string
  /** The control's id, so that the words name it; absent where it names itself. */
  readonly htmlFor?: string
  /** What the words leave open, behind a mark that pointer, keyboard and finger reach. */
  readonly hint?: string | undefined
  /** Words above the control instead of beside it: for what needs the whole width. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/** One line of the inspector: words and control. */
export function Row({ label, htmlFor, hint, isTall = false, children }: RowProps) {
  return (
    <div className="inspector-row" data-tall={isTall}>
      {hint === undefined
        ? <label htmlFor={htmlFor} title={label}>{label}</label>
        : <span className="inspector-explained"><label htmlFor={htmlFor} title={label}>{label}</label><Explanation of={label} words={hint} /></span>}
      <div>{children}</div>
    </div>
  )
}

function Explanation({ of, words }: { readonly of: string; readonly words: string }) {
  const { t } = useTranslation('designer')
  return (
    <Tooltip title={words} trigger={['hover', 'focus']} placement="left">
      <button type="button" className="inspector-explain" aria-label={t('inspector.explain', { words: of })}>{t('inspector.explainMark')}</button>
    </Tooltip>
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
