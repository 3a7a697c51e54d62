import { Button, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyPanel } from '../../kit/page/EmptyPanel.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import type { LatestRequest } from '../../stores/entities/latestRequest.ts'

interface HomeStageProps {
  /** Request that loads the content. */
  readonly request: LatestRequest
  readonly isEmpty: boolean
  /** True if the account lacks permission to see the content. */
  readonly isForbidden?: boolean
  /** Empty state with a link to the page that manages the content. */
  readonly none: { readonly title: string; readonly text: string; readonly manage: string; readonly path: string }
  readonly onRetry: () => void
  readonly children: ReactNode
}

/**
 * Main area of a home page: its content, with an error if the last request failed, or a loading, error or empty state.
 */
export const HomeStage = observer(function HomeStage({
  request: { isLoading, failure },
  isEmpty,
  isForbidden = false,
  none,
  onRetry: onAgain,
  children,
}: HomeStageProps) {
  const { t } = useTranslation('home')
  const localize = useLocalized()
  if (!isEmpty)
    return (
      <div className="home-stage">
        {failure && (
          <p className="home-failure" role="alert">
            {localize(failure.words)}
          </p>
        )}
        {children}
      </div>
    )
  return (
    <div className="home-stage">
      {isLoading ? (
        <Skeleton active className="home-coming" paragraph={{ rows: 8 }} />
      ) : failure ? (
        <EmptyPanel tone="failed" title={t('failed')} text={localize(failure.words)}>
          <Button onClick={onAgain}>{t('again')}</Button>
        </EmptyPanel>
      ) : isForbidden ? (
        <EmptyPanel tone="empty" title={t('unseenTitle')} text={t('unseen')} />
      ) : (
        <EmptyPanel tone="empty" title={none.title} text={none.text}>
          <Link to={none.path}>
            <Button type="primary">{none.manage}</Button>
          </Link>
        </EmptyPanel>
      )}
    </div>
  )
})
