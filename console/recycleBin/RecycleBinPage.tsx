import { ReloadOutlined } from '@ant-design/icons'
import { Button, Select, Skeleton, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ListPager } from '../kit/page/ListPager.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { withPageSize } from '../stores/entities/pagingQuery.ts'
import { readRecycleQuery, type RecycleQuery, writeRecycleQuery } from '../stores/drawings/recycleBin.ts'
import { useStores } from '../stores/root.ts'
import { RecycleBinTable } from './RecycleBinTable.tsx'
import { recycledKinds, useKindLabel } from './kinds.ts'
import '../kit/page/List.css'
import './recycleBin.css'

/** Objects deleted in the last 30 days, to restore or delete permanently. The query is stored in the URL. */
export const RecycleBinPage = observer(function RecycleBinPage() {
  const { recycleBin } = useStores()
  const { t } = useTranslation('recycleBin')
  const localize = useLocalized()
  const getKindLabel = useKindLabel()
  const [params, setParams] = useSearchParams()
  const query = readRecycleQuery(params)
  const handleQuery = (next: RecycleQuery): void =>
    setParams(writeRecycleQuery(next), { replace: next.search !== query.search })
  const isNarrowed = query.search !== '' || query.kind !== ''

  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('title')}</h1>
        <div className="list-toolbar" role="search">
          <SearchBox
            clearWords={t('clear')}
            value={query.search}
            label={t('search')}
            onSearch={(search) => handleQuery({ ...query, search, page: 1 })}
          />
          <Select
            className="list-choice"
            aria-label={t('kind')}
            value={query.kind}
            options={[
              { value: '', label: t('allKinds') },
              ...recycledKinds.map((kind) => ({ value: kind, label: getKindLabel(kind, 'many') })),
            ]}
            onChange={(kind) => handleQuery({ ...query, kind, page: 1 })}
          />
          <span className="list-gap" />
          <Tooltip title={t('reload')}>
            <Button
              aria-label={t('reload')}
              icon={<ReloadOutlined aria-hidden />}
              onClick={() => void recycleBin.reload()}
            />
          </Tooltip>
        </div>
        <p className="recycle-lead">{t('lead')}</p>
      </header>
      <div className="list-body" aria-busy={recycleBin.loading !== null}>
        <ProgressLine active={recycleBin.loading === 'again'} />
        {recycleBin.loading === 'first' && (
          <div className="recycle-coming" role="status" aria-label={t('loading')}>
            <Skeleton active title={false} paragraph={{ rows: 6, width: '100%' }} />
          </div>
        )}
        {recycleBin.failure && recycleBin.loading === null && (
          <EmptyPanel tone="failed" title={t('failed')} text={localize(recycleBin.failure.words)}>
            <Button type="primary" onClick={() => void recycleBin.reload()}>
              {t('again')}
            </Button>
          </EmptyPanel>
        )}
        {!recycleBin.failure && recycleBin.loading === null && recycleBin.rows.length === 0 && (
          <EmptyPanel
            tone="empty"
            title={t(isNarrowed ? 'noneFound' : 'none')}
            text={t(isNarrowed ? 'noneFoundText' : 'noneText')}
          >
            {isNarrowed && (
              <Button onClick={() => handleQuery({ ...query, search: '', kind: '', page: 1 })}>{t('showAll')}</Button>
            )}
          </EmptyPanel>
        )}
        {!recycleBin.failure && recycleBin.rows.length > 0 && <RecycleBinTable rows={recycleBin.rows} />}
      </div>
      <ListPager
        label={t('pages')}
        words={(count) => t('total', { count })}
        page={query.page}
        pageSize={query.pageSize}
        sizes={limits.list.pageSizes}
        total={recycleBin.failure ? 0 : recycleBin.total}
        onPage={(page) => handleQuery({ ...query, page })}
        onPageSize={(size) => handleQuery(withPageSize(query, size, recycleBin.total))}
      />
    </div>
  )
})
