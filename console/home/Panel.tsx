import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LatestRequest } from '../stores/latestRequest.ts'
import { LoadingRows } from './LoadingRows.tsx'
import { isForbidden } from '../stores/forbidden.ts'

interface PanelProps {
  readonly title: string
  readonly more?: ReactNode
  readonly className?: string
  /** Its content comes by this; until it is known the panel says that it comes, or that it did not. */
  readonly asked: LatestRequest
  readonly isKnown: boolean
  readonly children: ReactNode
}

/** A part of a home page with its heading; none of what the account may not see. */
export const Panel = observer(function Panel({ title, more, className = '', asked, isKnown, children }: PanelProps) {
  const { t } = useTranslation('home')
  if (isForbidden(asked.failure)) return null
  return (
    <section className={`home-panel ${className}`} aria-label={title}>
      <header><h2>{title}</h2>{more}</header>
      <div className="home-panel-body">{isKnown ? children : asked.failure ? <p className="home-none">{t('failed')}</p> : <LoadingRows rows={3} />}</div>
    </section>
  )
})
