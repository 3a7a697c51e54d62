import { Table } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { MonitoredCache } from '../../contract/routes.ts'
import { clearableCaches, routes } from '../../contract/routes.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { CacheKeys } from './CacheKeys.tsx'
import { readCacheName } from './paging.ts'
import { ClearCacheButton } from './ClearCacheButton.tsx'
import { MonitorPage } from './MonitorPage.tsx'
import { formatBytes, formatCount } from './sizes.ts'

const everyMs = 3_000

/** In-memory caches of the server; with a cache in the URL, its keys. */
export const CachePage = observer(function CachePage() {
  const { session } = useStores()
  const [params] = useSearchParams()
  const name = readCacheName(params)
  return name && session.mayCall(routes['monitor.cacheKeys'].policy) ? (
    <CacheKeys key={name} name={name} isClearable={clearableCaches.some((one) => one === name)} />
  ) : (
    <CacheList />
  )
})

/** All caches with size and hit rate. */
const CacheList = observer(function CacheList() {
  const { client, session } = useStores()
  const { t } = useTranslation('monitoring')
  const polled = usePolling<readonly MonitoredCache[]>('caches', everyMs, (signal) =>
    client.call('monitor.caches', {}, { signal, quiet: true }),
  )
  const maySeeKeys = session.mayCall(routes['monitor.cacheKeys'].policy)

  const count = (value: number | null): string => (value === null ? '–' : formatCount(value))
  return (
    <MonitorPage title={t('cache.title')} polled={polled}>
      {(caches) => (
        <Table<MonitoredCache>
          size="small"
          rowKey="name"
          pagination={false}
          dataSource={[...caches]}
          scroll={{ x: 960 }}
          columns={[
            {
              title: t('cache.name'),
              dataIndex: 'name',
              width: 300,
              render: (name: MonitoredCache['name']) => (
                <>
                  <div>{t(`cache.names.${name}`)}</div>
                  <div className="monitor-note">{t(`cache.texts.${name}`)}</div>
                </>
              ),
            },
            {
              title: t('cache.entries'),
              dataIndex: 'entries',
              align: 'right',
              render: (entries: number, { most }) =>
                most === null ? formatCount(entries) : t('cache.of', { entries, most }),
            },
            {
              title: t('cache.bytes'),
              dataIndex: 'bytes',
              align: 'right',
              render: (bytes: number | null) => (bytes === null ? '–' : formatBytes(bytes)),
            },
            { title: t('cache.hits'), dataIndex: 'hits', align: 'right', render: count },
            { title: t('cache.misses'), dataIndex: 'misses', align: 'right', render: count },
            {
              title: t('cache.share'),
              key: 'share',
              align: 'right',
              render: (_value, { hits, misses }) =>
                hits === null || misses === null || hits + misses === 0
                  ? '–'
                  : `${((hits / (hits + misses)) * 100).toFixed(1)} %`,
            },
            {
              title: t('actions'),
              key: 'actions',
              fixed: 'right',
              width: 160,
              render: (_value, { name, isClearable }) => (
                <span className="monitor-actions">
                  {maySeeKeys && (
                    <Link to={`?cache=${name}`} aria-label={t('cache.keysNamed', { name: t(`cache.names.${name}`) })}>
                      {t('cache.keys')}
                    </Link>
                  )}
                  {isClearable && <ClearCacheButton name={name} onCleared={() => polled.load()} />}
                </span>
              ),
            },
          ]}
        />
      )}
    </MonitorPage>
  )
})
