import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { routes } from '../../contract/routes.ts'
import { LoadingCards } from '../kit/page/LoadingCards.tsx'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { DrawingQuery } from '../stores/drawings/drawingQuery.ts'
import { useStores } from '../stores/root.ts'
import { DrawingCards } from './DrawingCards.tsx'
import { DrawingTable } from './DrawingTable.tsx'

interface CenterBodyProps {
  readonly query: DrawingQuery
  readonly onQuery: (query: DrawingQuery) => void
  readonly onCreate: () => void
}

/** The list of drawings, or its loading, error or empty state. */
export const CenterBody = observer(function CenterBody({ query, onQuery, onCreate }: CenterBodyProps) {
  const { drawings, projects, session } = useStores()
  const { t } = useTranslation('center')
  const localize = useLocalized()

  if (drawings.loading === 'first') return <LoadingCards words={t('loading')} />
  if (drawings.failure) {
    return (
      <EmptyPanel tone="failed" title={t('failed.title')} text={localize(drawings.failure.words)}>
        <Button type="primary" onClick={() => void drawings.reload()}>
          {t('failed.again')}
        </Button>
      </EmptyPanel>
    )
  }
  if (drawings.rows.length > 0) return drawings.view === 'card' ? <DrawingCards /> : <DrawingTable />
  if (query.isFavourite && !query.search && !query.project) {
    return (
      <EmptyPanel tone="empty" title={t('favourite.none')} text={t('favourite.noneText')}>
        <Button onClick={() => onQuery({ ...query, isFavourite: false, page: 1 })}>{t('favourite.all')}</Button>
      </EmptyPanel>
    )
  }
  if (query.search || query.project || query.isFavourite || query.page > 1) {
    return (
      <EmptyPanel tone="empty" title={t('none.title')} text={t('none.text')}>
        <Button onClick={() => onQuery({ ...query, search: '', project: '', isFavourite: false, page: 1 })}>
          {t('none.clear')}
        </Button>
      </EmptyPanel>
    )
  }
  const mayCreate = projects.list.some(({ id }) => session.may(routes['drawing.create'].policy, id))
  return (
    <EmptyPanel tone="empty" title={t('empty.title')} text={t(mayCreate ? 'empty.text' : 'empty.textReader')}>
      {mayCreate && (
        <Button type="primary" onClick={onCreate}>
          {t('create.open')}
        </Button>
      )}
    </EmptyPanel>
  )
})
