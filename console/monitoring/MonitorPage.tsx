import { Button, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { scrollToTop } from '../kit/page/scrollToTop.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { Polled } from '../stores/entities/polling.ts'
import '../kit/page/List.css'
import './monitoring.css'

interface MonitorPageProps<T> {
  readonly title: string
  readonly polled: Polled<T>
  /** Page number of a list; a change scrolls to the top. */
  readonly page?: number
  readonly tools?: ReactNode
  readonly footer?: ReactNode
  readonly children: (value: T) => ReactNode
}

/** Frame of a monitoring page: content, loading state, error state, and a note if the data is outdated. */
export const MonitorPage = observer(function MonitorPage<T>({
  title,
  polled,
  page,
  tools,
  footer,
  children,
}: MonitorPageProps<T>) {
  const { t } = useTranslation('monitoring')
  const localize = useLocalized()
  const { value, failure } = polled
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (body.current) scrollToTop(body.current)
  }, [page])
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{title}</h1>
        <div className="list-toolbar">{tools}</div>
        {value !== null && failure && (
          <p className="monitor-old" role="status">
            {t('old', { why: localize(failure.words) })}
          </p>
        )}
      </header>
      <div className="list-body monitor-body" tabIndex={0} ref={body}>
        {value !== null ? (
          children(value)
        ) : failure ? (
          <EmptyPanel tone="failed" title={t('failed')} text={localize(failure.words)}>
            <Button type="primary" onClick={() => void polled.load()}>
              {t('again')}
            </Button>
          </EmptyPanel>
        ) : (
          <div role="status" aria-label={t('loading')}>
            <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
          </div>
        )}
      </div>
      {footer}
    </div>
  )
})

export interface Figure {
  readonly name: string
  readonly value: string
  readonly more?: string
  readonly tone?: 'warning' | 'alarm' | undefined
}

/** Space between a number and its unit, replaced by a non-breaking one. */
const unit = /(\d) (?=(?:[KMGT]?B|ms|%)(?!\w))/g

/** A row of labelled figures. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="monitor-figures">
      {figures.map(({ name, value, more, tone }) => (
        <div key={name} data-tone={tone}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {more !== undefined && <dd>{more.replace(unit, '$1\u00a0')}</dd>}
        </div>
      ))}
    </dl>
  )
}
