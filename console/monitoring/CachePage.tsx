import { Button, Popconfirm, Table } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { MonitoredCache } from '../../contract/routes.ts'
import { routes } from '../../contract/routes.ts'
import { useStores } from '../stores/root.ts'
import { MonitorPage } from './MonitorPage.tsx'
import { usePolled } from '../stores/polled.ts'
import { formatBytes, formatCount } from './sizes.ts'

const everyMs = 3_000

/** What the server holds in its memory, how much of it, and how often it was of use. */
export const CachePage = observer(function CachePage() {
  const { client, session, notices } = useStores()
  const { t } = useTranslation('monitoring')
  const polled = usePolled<readonly MonitoredCache[]>('caches', everyMs, (signal) => client.call('monitor.caches', {}, { signal, quiet: true }))
  const mayClear = session.mayCall(routes['monitor.clearCache'].policy)

  const handleClear = async ({ name }: MonitoredCache): Promise<void> => {
    const { cleared } = await client.call('monitor.clearCache', { params: { name } })
    notices.post({ manner: 'success', words: { en: `${formatCount(cleared)} entries removed`, zh: `已清空 ${formatCount(cleared)} 条` } })
    await polled.load()
  }
  const count = (value: number | null): string => (value === null ? '–' : formatCount(value))
  return (
    <MonitorPage title={t('cache.title')} polled={polled}>
      {(caches) => (
        <Table<MonitoredCache>
          size="small" rowKey="name" pagination={false} dataSource={[...caches]} scroll={{ x: 900 }}
          columns={[
            { title: t('cache.name'), dataIndex: 'name', render: (name: MonitoredCache['name']) => <><div>{t(`cache.names.${name}`)}</div><div className="monitor-note">{t(`cache.texts.${name}`)}</div></> },
            { title: t('cache.entries'), dataIndex: 'entries', align: 'right', render: (entries: number, { most }) => (most === null ? formatCount(entries) : t('cache.of', { entries, most })) },
            { title: t('cache.bytes'), dataIndex: 'bytes', align: 'right', render: (bytes: number | null) => (bytes === null ? '–' : formatBytes(bytes)) },
            { title: t('cache.hits'), dataIndex: 'hits', align: 'right', render: count },
            { title: t('cache.misses'), dataIndex: 'misses', align: 'right', render: count },
            { title: t('cache.share'), key: 'share', align: 'right', render: (_value, { hits, misses }) => (hits === null || misses === null || hits + misses === 0 ? '–' : `${((hits / (hits + misses)) * 100).toFixed(1)} %`) },
            {
              title: t('actions'), key: 'actions', width: 110,
              render: (_value, cache) => mayClear && cache.isClearable && (
                <Popconfirm title={t('cache.confirm', { name: t(`cache.names.${cache.name}`) })} description={t('cache.confirmText')} okText={t('cache.clear')} cancelText={t('cancel')} onConfirm={() => void handleClear(cache)}>
                  <Button size="small" type="link" danger aria-label={t('cache.clearNamed', { name: t(`cache.names.${cache.name}`) })}>{t('cache.clear')}</Button>
                </Popconfirm>
              ),
            },
          ]}
        />
      )}
    </MonitorPage>
  )
})
