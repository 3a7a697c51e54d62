import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LatestRequest } from '../../stores/entities/latestRequest.ts'
import { LoadingRows } from './LoadingRows.tsx'
import { isForbidden } from '../../stores/entities/forbidden.ts'

interface PanelProps {
  readonly title: string
  readonly more?: ReactNode
  readonly className?: string
  /** Request that loads the content; the panel shows a placeholder or an error until the content is available. */
  readonly request: LatestRequest
  readonly isKnown: boolean
  readonly children: ReactNode
}

/** Section of a home page with a heading. Renders nothing if the account lacks permission. */
export const Panel = observer(function Panel({ title, more, className = '', request, isKnown, children }: PanelProps) {
  const { t } = useTranslation('home')
  if (isForbidden(request.failure)) return null
  return (
    <section className={`home-panel ${className}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {more}
      </header>
      <div className="home-panel-body">
        {isKnown ? children : request.failure ? <p className="home-none">{t('failed')}</p> : <LoadingRows rows={3} />}
      </div>
    </section>
  )
})
