import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Cards } from '../kit/page/Card.tsx'
import { LoadingCards } from '../kit/page/LoadingCards.tsx'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { LibraryQuery } from '../stores/drawings/libraryQuery.ts'
import { useStores } from '../stores/root.ts'
import { EntryCard } from './EntryCard.tsx'

interface LibraryBodyProps {
  readonly query: LibraryQuery
  readonly onQuery: (query: LibraryQuery) => void
}

/** The library entries, or a loading, error or empty state. */
export const LibraryBody = observer(function LibraryBody({ query, onQuery }: LibraryBodyProps) {
  const { library } = useStores()
  const { t } = useTranslation('library')
  const localize = useLocalized()

  if (library.loading === 'first') return <LoadingCards words={t('loading')} />
  if (library.failure) {
    return (
      <EmptyPanel tone="failed" title={t('failed.title')} text={localize(library.failure.words)}>
        <Button type="primary" onClick={() => void library.reload()}>
          {t('failed.again')}
        </Button>
      </EmptyPanel>
    )
  }
  if (library.rows.length > 0) {
    return (
      <Cards label={t('title')}>
        {library.rows.map((entry) => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </Cards>
    )
  }
  if (query.search || query.type || query.page > 1) {
    return (
      <EmptyPanel tone="empty" title={t('none.title')} text={t('none.text')}>
        <Button onClick={() => onQuery({ ...query, search: '', type: '', page: 1 })}>{t('none.clear')}</Button>
      </EmptyPanel>
    )
  }
  return <EmptyPanel tone="empty" title={t('empty.title')} text={t('empty.text')} />
})
