import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { scrollToTop } from '../kit/page/scrollToTop.ts'
import { type DrawingQuery, readDrawingQuery, writeDrawingQuery } from '../stores/drawings/drawingQuery.ts'
import { useStores } from '../stores/root.ts'
import { CenterBody } from './CenterBody.tsx'
import { CenterPager } from './CenterPager.tsx'
import { CenterToolbar } from './CenterToolbar.tsx'
import { NewDrawingDialog } from './NewDrawingDialog.tsx'
import { scrollerId } from './paths.ts'
import '../kit/page/List.css'
import { designPath } from '../kit/drawing/drawingPaths.ts'
import './CenterPage.css'

/** Configuration centre: find, create, open, run and delete drawings. The query is stored in the URL. */
export const CenterPage = observer(function CenterPage() {
  const { drawings } = useStores()
  const { t } = useTranslation('center')
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const query = readDrawingQuery(params)

  function handleQuery(next: DrawingQuery) {
    if (next.page !== query.page && scroller.current) scrollToTop(scroller.current)
    // Replace the history entry while the user types, so that one search is one step back.
    setParams(writeDrawingQuery(next), { replace: next.search !== query.search })
  }

  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('title')}</h1>
        <CenterToolbar query={query} onQuery={handleQuery} onCreate={() => setCreating(true)} />
      </header>
      <div className="list-body" id={scrollerId} ref={scroller} aria-busy={drawings.loading !== null}>
        <ProgressLine active={drawings.loading === 'again'} />
        <CenterBody query={query} onQuery={handleQuery} onCreate={() => setCreating(true)} />
      </div>
      <CenterPager query={query} onQuery={handleQuery} />
      {isCreating && (
        <NewDrawingDialog
          project={query.project}
          onClose={() => setCreating(false)}
          onCreated={(drawing) => void navigate(designPath(drawing.id))}
        />
      )}
    </div>
  )
})
