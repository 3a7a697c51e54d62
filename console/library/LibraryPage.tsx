import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import { ListPager } from '../kit/page/ListPager.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { scrollToTop } from '../kit/page/scrollToTop.ts'
import { withPageSize } from '../stores/entities/pagingQuery.ts'
import { type LibraryQuery, readLibraryQuery, writeLibraryQuery } from '../stores/drawings/libraryQuery.ts'
import { useStores } from '../stores/root.ts'
import { LibraryBody } from './LibraryBody.tsx'
import { LibraryToolbar } from './LibraryToolbar.tsx'
import '../kit/page/List.css'
import './LibraryPage.css'

/** Component library: find, preview, rename, classify, publish and delete symbols. The query is stored in the URL. */
export const LibraryPage = observer(function LibraryPage() {
  const { library } = useStores()
  const { t } = useTranslation('library')
  const [params, setParams] = useSearchParams()
  const scroller = useRef<HTMLDivElement>(null)
  const query = readLibraryQuery(params)

  function handleQuery(next: LibraryQuery) {
    if (next.page !== query.page && scroller.current) scrollToTop(scroller.current)
    // Replace the history entry while the user types, so that one search is one step back.
    setParams(writeLibraryQuery(next), { replace: next.search !== query.search })
  }

  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('title')}</h1>
        <LibraryToolbar query={query} onQuery={handleQuery} />
      </header>
      <div className="list-body" ref={scroller} aria-busy={library.loading !== null}>
        <ProgressLine active={library.loading === 'again'} />
        <LibraryBody query={query} onQuery={handleQuery} />
      </div>
      <ListPager
        label={t('pages')}
        words={(count) => t('total', { count })}
        page={query.page}
        pageSize={query.pageSize}
        sizes={limits.list.pageSizes}
        total={library.total}
        onPage={(page) => handleQuery({ ...query, page })}
        onPageSize={(size) => handleQuery(withPageSize(query, size, library.total))}
      />
    </div>
  )
})
