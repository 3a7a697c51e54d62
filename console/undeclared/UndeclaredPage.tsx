import { Button, Segmented } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import type { UndeclaredDevice, UndeclaredQuota } from '../../contract/routes.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ListPager } from '../kit/page/ListPager.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { withPageSize } from '../stores/entities/pagingQuery.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { AdoptDialog } from './AdoptDialog.tsx'
import { QuotaNotices } from './QuotaNotices.tsx'
import { UndeclaredTable } from './UndeclaredTable.tsx'
import { readUndeclaredQuery, type UndeclaredQuery, writeUndeclaredQuery } from './query.ts'
import '../kit/page/List.css'
import './undeclared.css'

const everyMs = 10_000

/**
 * Devices that send values without a row: adopt, ignore, or delete with their history. The query is stored in the URL.
 */
export const UndeclaredPage = observer(function UndeclaredPage() {
  const { client } = useStores()
  const { t } = useTranslation('undeclared')
  const localize = useLocalized()
  const [params, setParams] = useSearchParams()
  const query = readUndeclaredQuery(params)
  const [adopted, setAdopted] = useState<UndeclaredDevice | null>(null)
  const { search, ...listQuery } = query
  const polled = usePolling<{
    readonly rows: readonly UndeclaredDevice[]
    readonly total: number
    readonly quota: readonly UndeclaredQuota[]
  }>(JSON.stringify(query), everyMs, async (signal) => {
    const [list, quota] = await Promise.all([
      client.call('undeclared.list', { query: { ...listQuery, ...(search && { search }) } }, { signal, quiet: true }),
      client.call('undeclared.quota', { query: {} }, { signal, quiet: true }),
    ])
    return { ...list, quota }
  })
  const handleQuery = (next: UndeclaredQuery): void =>
    setParams(writeUndeclaredQuery(next), { replace: next.search !== search })
  const { value, failure } = polled
  const isFound = search !== ''

  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('title')}</h1>
        <div className="list-toolbar" role="search">
          <Segmented
            aria-label={t('state.label')}
            value={query.state}
            options={[
              { value: 'new', label: t('state.new') },
              { value: 'ignored', label: t('state.ignored') },
            ]}
            onChange={(state) => handleQuery({ ...query, state: state === 'ignored' ? 'ignored' : 'new', page: 1 })}
          />
          <SearchBox
            clearWords={t('clear')}
            value={search}
            label={t('search')}
            onSearch={(next) => handleQuery({ ...query, search: next, page: 1 })}
          />
        </div>
        <p className="undeclared-lead">{t(query.state === 'new' ? 'lead' : 'leadIgnored')}</p>
        {value && <QuotaNotices quota={value.quota} />}
        {value && failure && (
          <p className="undeclared-lead" role="status">
            {t('old', { why: localize(failure.words) })}
          </p>
        )}
      </header>
      <div className="list-body" aria-busy={polled.isLoading}>
        <ProgressLine active={!value && !failure} />
        {!value && failure && (
          <EmptyPanel tone="failed" title={t('failed')} text={localize(failure.words)}>
            <Button type="primary" onClick={() => void polled.load()}>
              {t('again')}
            </Button>
          </EmptyPanel>
        )}
        {value && value.rows.length === 0 && (
          <EmptyPanel
            tone="empty"
            title={t(isFound ? 'noneFound' : query.state === 'new' ? 'none' : 'noneIgnored')}
            text={t(isFound ? 'noneFoundText' : query.state === 'new' ? 'noneText' : 'noneIgnoredText')}
          />
        )}
        {value && value.rows.length > 0 && (
          <UndeclaredTable
            key={query.state}
            state={query.state}
            rows={value.rows}
            onAdopt={setAdopted}
            onChanged={() => void polled.load()}
          />
        )}
      </div>
      <ListPager
        label={t('pages')}
        words={(count) => t('total', { count })}
        page={query.page}
        pageSize={query.pageSize}
        sizes={limits.list.pageSizes}
        total={value?.total ?? 0}
        onPage={(page) => handleQuery({ ...query, page })}
        onPageSize={(size) => handleQuery(withPageSize(query, size, value?.total ?? 0))}
      />
      {adopted && (
        <AdoptDialog
          device={adopted}
          onClose={() => setAdopted(null)}
          onAdopted={() => {
            setAdopted(null)
            void polled.load()
          }}
        />
      )}
    </div>
  )
})
