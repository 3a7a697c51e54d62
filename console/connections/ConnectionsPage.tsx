import { PlusOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import {
  type DeviceCredential,
  type IssuedCredential,
  type RouteResponse,
  type Routes,
  routes,
} from '../../contract/routes.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ListPager } from '../kit/page/ListPager.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { withPageSize } from '../stores/entities/pagingQuery.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { ConnectionTable } from './ConnectionTable.tsx'
import { CreateCredentialsDialog } from './CreateCredentialsDialog.tsx'
import { CredentialTable } from './CredentialTable.tsx'
import { IssuedDialog } from './IssuedDialog.tsx'
import { RejectedTable } from './RejectedTable.tsx'
import { SharedCredential } from './SharedCredential.tsx'
import { type ConnectionsQuery, readConnectionsQuery, writeConnectionsQuery } from './query.ts'
import '../kit/page/List.css'
import './connections.css'

const everyMs = 5_000

interface ConnectionsData {
  readonly overview: RouteResponse<Routes['connection.read']>
  /** Null while connections are shown. */
  readonly credentials: { readonly rows: readonly DeviceCredential[]; readonly total: number } | null
}

/** Open connections of devices with rejected attempts, and credentials. The query is stored in the URL. */
export const ConnectionsPage = observer(function ConnectionsPage() {
  const { client, projects, session } = useStores()
  const { t } = useTranslation('connections')
  const localize = useLocalized()
  const [params, setParams] = useSearchParams()
  const query = readConnectionsQuery(params)
  const { view, search, page, pageSize } = query
  const [isCreating, setCreating] = useState(false)
  const [issued, setIssued] = useState<readonly IssuedCredential[] | null>(null)
  const polled = usePolling<ConnectionsData>(JSON.stringify(query), everyMs, async (signal) => {
    const list = { page, pageSize, ...(search && { search }) }
    const isList = view === 'connections'
    const [overview, credentials] = await Promise.all([
      client.call('connection.read', { query: isList ? list : {} }, { signal, quiet: true }),
      isList ? null : client.call('credential.list', { query: list }, { signal, quiet: true }),
    ])
    return { overview, credentials }
  })
  const handleQuery = (next: ConnectionsQuery): void =>
    setParams(writeConnectionsQuery(next), { replace: next.search !== search })
  const reload = (): void => void polled.load()
  const { value, failure } = polled
  const shown = value && (value.credentials ?? value.overview)
  const mayCreate = projects.list.some(({ id }) => session.mayCall(routes['credential.create'].policy, id))

  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('title')}</h1>
        <div className="list-toolbar" role="search">
          <Segmented
            aria-label={t('view')}
            value={view}
            options={[
              { value: 'connections', label: t('connections') },
              { value: 'credentials', label: t('credentials') },
            ]}
            onChange={(next) => handleQuery({ ...query, view: next === 'credentials' ? next : 'connections', page: 1 })}
          />
          <SearchBox
            clearWords={t('clear')}
            value={search}
            label={t(view === 'connections' ? 'search' : 'searchCredentials')}
            onSearch={(next) => handleQuery({ ...query, search: next, page: 1 })}
          />
          <span className="connections-gap" />
          {mayCreate && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
              {t('create.go')}
            </Button>
          )}
        </div>
        {value && (
          <p className="connections-lead">
            {t('listeners')}{' '}
            {value.overview.listeners.map(({ protocol, port }) => `${t(`protocol.${protocol}`)} ${port}`).join(' · ')}
          </p>
        )}
        {value && failure && (
          <p className="connections-lead" role="status">
            {t('old', { why: localize(failure.words) })}
          </p>
        )}
      </header>
      <div className="list-body" aria-busy={polled.isLoading}>
        <ProgressLine active={!value && !failure} />
        {!value && failure && (
          <EmptyPanel tone="failed" title={t('failed')} text={localize(failure.words)}>
            <Button type="primary" onClick={reload}>
              {t('again')}
            </Button>
          </EmptyPanel>
        )}
        {value && view === 'connections' && page === 1 && (
          <SharedCredential shared={value.overview.shared} onChanged={reload} />
        )}
        {shown && shown.rows.length === 0 && (
          <EmptyPanel
            tone="empty"
            title={t(search ? 'noneFound' : `none.${view}`)}
            text={t(search ? 'noneFoundText' : `noneText.${view}`)}
          />
        )}
        {value && view === 'connections' && value.overview.rows.length > 0 && (
          <ConnectionTable rows={value.overview.rows} />
        )}
        {value && view === 'connections' && value.overview.rejected.length > 0 && (
          <RejectedTable rows={value.overview.rejected} />
        )}
        {value?.credentials && value.credentials.rows.length > 0 && (
          <CredentialTable rows={value.credentials.rows} listeners={value.overview.listeners} onChanged={reload} />
        )}
      </div>
      <ListPager
        label={t('pages')}
        words={(count) => t(`total.${view}`, { count })}
        page={page}
        pageSize={pageSize}
        sizes={limits.list.pageSizes}
        total={shown?.total ?? 0}
        onPage={(next) => handleQuery({ ...query, page: next })}
        onPageSize={(size) => handleQuery(withPageSize(query, size, shown?.total ?? 0))}
      />
      {isCreating && (
        <CreateCredentialsDialog
          onClose={() => setCreating(false)}
          onCreated={(credentials) => {
            setCreating(false)
            setIssued(credentials)
            reload()
          }}
        />
      )}
      {issued && (
        <IssuedDialog
          credentials={issued}
          listeners={value?.overview.listeners ?? []}
          onClose={() => setIssued(null)}
        />
      )}
    </div>
  )
})
