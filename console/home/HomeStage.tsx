import { Button, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyPanel } from '../kit/EmptyPanel.tsx'
import { useLocalized } from '../kit/useLocalized.ts'
import type { LatestRequest } from '../stores/latestRequest.ts'

interface HomeStageProps {
  /** What is shown comes by this. */
  readonly asked: LatestRequest
  readonly isEmpty: boolean
  /** Nothing is shown because the account may not see what would be. */
  readonly isUnseen?: boolean
  /** Said where there is nothing, with the page that makes some. */
  readonly none: { readonly title: string; readonly text: string; readonly manage: string; readonly path: string }
  readonly onAgain: () => void
  readonly children: ReactNode
}

/** The middle of a panorama: what it shows, and whether another was asked for in vain; or why it shows nothing: not here yet, not answered, nothing there. */
export const HomeStage = observer(function HomeStage({ asked: { isLoading, failure }, isEmpty, isUnseen = false, none, onAgain, children }: HomeStageProps) {
  const { t } = useTranslation('home')
  const say = useLocalized()
  if (!isEmpty) return <div className="home-stage">{failure && <p className="home-failure" role="alert">{say(failure.words)}</p>}{children}</div>
  return (
    <div className="home-stage">
      {isLoading ? <Skeleton active className="home-coming" paragraph={{ rows: 8 }} />
        : failure ? <EmptyPanel tone="failed" title={t('failed')} text={say(failure.words)}><Button onClick={onAgain}>{t('again')}</Button></EmptyPanel>
          : isUnseen ? <EmptyPanel tone="empty" title={t('unseenTitle')} text={t('unseen')} />
          : <EmptyPanel tone="empty" title={none.title} text={none.text}><Link to={none.path}><Button type="primary">{none.manage}</Button></Link></EmptyPanel>}
    </div>
  )
})
