import { Button, Drawer, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ListPager } from '../kit/page/ListPager.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { type HistoryDrawing, RevisionStore, type RevisionQuery } from '../stores/drawings/revisions.ts'
import { useStores } from '../stores/root.ts'
import { RevisionRow } from './RevisionRow.tsx'
import './revisions.css'

interface HistoryDrawerProps {
  readonly drawing: HistoryDrawing
  /** Restores a revision; `newest` is the newest one in the list. Resolves with true on success. */
  readonly onRestore: (store: RevisionStore, revision: number, newest: number) => Promise<boolean>
  /** Warning for the confirmation, for example about unsaved changes that would be lost. */
  readonly warning?: string | undefined
  readonly onClose: () => void
}

/** All saved revisions of a drawing: view, restore, download and annotate. */
export const HistoryDrawer = observer(function HistoryDrawer({
  drawing,
  onRestore,
  warning,
  onClose,
}: HistoryDrawerProps) {
  const { client, files } = useStores()
  const { t } = useTranslation('revisions')
  const localize = useLocalized()
  const [store] = useState(() => new RevisionStore(client, files, drawing.id))
  const [query, setQuery] = useState<RevisionQuery>({ page: 1, pageSize: limits.list.pageSize })
  const [newest, setNewest] = useState(0)
  useEffect(() => store.show(query), [store, query])
  useEffect(() => () => store.clear(), [store])
  const { rows, loading, failure, total } = store
  const first = query.page === 1 ? rows[0]?.revision : undefined
  if (first !== undefined && first !== newest) setNewest(first)

  const handleRestore = async (revision: number): Promise<boolean> => {
    const isDone = await onRestore(store, revision, newest)
    // Show the restored revision, or one saved by another user meanwhile, at the top.
    if (query.page === 1) await store.reload()
    else setQuery({ ...query, page: 1 })
    return isDone
  }

  return (
    <Drawer
      title={t('title', { name: drawing.name })}
      open
      size={520}
      onClose={onClose}
      classNames={{ body: 'revisions-body' }}
    >
      <div className="revisions-list" aria-busy={loading !== null}>
        <ProgressLine active={loading === 'again'} />
        {loading === 'first' && (
          <div role="status" aria-label={t('loading')} className="revisions-coming">
            <Skeleton active avatar={{ shape: 'square', size: 64 }} paragraph={{ rows: 2 }} />
            <Skeleton active avatar={{ shape: 'square', size: 64 }} paragraph={{ rows: 2 }} />
          </div>
        )}
        {failure && loading === null && (
          <EmptyPanel tone="failed" title={t('failed')} text={localize(failure.words)}>
            <Button type="primary" onClick={() => void store.reload()}>
              {t('again')}
            </Button>
          </EmptyPanel>
        )}
        {!failure && loading === null && rows.length === 0 && (
          <EmptyPanel tone="empty" title={t('none')} text={t('noneText')} />
        )}
        {!failure && rows.length > 0 && (
          <ol>
            {rows.map((row) => (
              <RevisionRow
                key={row.revision}
                store={store}
                drawing={drawing}
                row={row}
                isNewest={row.revision === newest}
                warning={warning}
                onRestore={handleRestore}
              />
            ))}
          </ol>
        )}
      </div>
      <ListPager
        label={t('pages')}
        words={(count) => t('total', { count })}
        page={query.page}
        pageSize={query.pageSize}
        sizes={limits.list.pageSizes}
        total={failure ? 0 : total}
        onPage={(page) => setQuery({ ...query, page })}
        onPageSize={(pageSize) => setQuery({ page: 1, pageSize })}
      />
    </Drawer>
  )
})
