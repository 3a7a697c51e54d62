import { Button, Popconfirm, Table, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import type { BrokerStatus, MonitoredClient } from '../../contract/routes.ts'
import { routes } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { ListPager } from '../kit/page/ListPager.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { Figures, MonitorPage } from './MonitorPage.tsx'
import { readPageRequest, toParams } from './paging.ts'
import { withPageSize } from '../stores/entities/pagingQuery.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { formatBytes, formatCount } from './sizes.ts'

const everyMs = 3_000
/**
 * Minimum table width in pixels. On an upright tablet (768 px) the fixed action column then does not cover the
 * connection time.
 */
const minWidth = 1098

/** MQTT broker status: connected clients, their subscriptions and queued messages. */
export const BrokerPage = observer(function BrokerPage() {
  const { client, session, notices } = useStores()
  const { t } = useTranslation('monitoring')
  const [params, setParams] = useSearchParams()
  const pageRequest = readPageRequest(params)
  const polled = usePolling<BrokerStatus>(JSON.stringify(pageRequest), everyMs, (signal) =>
    client.call('monitor.broker', { query: pageRequest }, { signal, quiet: true }),
  )
  const mayEnd = session.mayCall(routes['monitor.disconnect'].policy)

  const handleEnd = async ({ id, clientId }: MonitoredClient): Promise<void> => {
    try {
      await client.call('monitor.disconnect', { params: { id } })
      notices.post({ manner: 'success', words: { en: `${clientId} was disconnected`, zh: `已断开 ${clientId}` } })
      await polled.load()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    }
  }
  return (
    <MonitorPage
      title={t('broker.title')}
      polled={polled}
      page={pageRequest.page}
      tools={
        <SearchBox
          value={pageRequest.search ?? ''}
          label={t('broker.search')}
          clearWords={t('clear')}
          onSearch={(search) => setParams(toParams({ ...pageRequest, search, page: 1 }), { replace: true })}
        />
      }
      footer={
        polled.value && (
          <ListPager
            label={t('pages')}
            words={(count) => t('broker.count', { count })}
            page={pageRequest.page}
            pageSize={pageRequest.pageSize}
            sizes={limits.list.pageSizes}
            total={polled.value.total}
            onPage={(page) => setParams(toParams({ ...pageRequest, page }))}
            onPageSize={(pageSize) =>
              setParams(toParams(withPageSize(pageRequest, pageSize, polled.value?.total ?? 0)))
            }
          />
        )
      }
    >
      {(broker) => (
        <>
          <Figures figures={getFigures(broker, t)} />
          <Table<MonitoredClient>
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={[...broker.rows]}
            scroll={{ x: minWidth }}
            locale={{ emptyText: t('broker.none') }}
            columns={[
              {
                title: t('broker.client'),
                dataIndex: 'clientId',
                ellipsis: true,
                render: (text: string) => (
                  <span className="monitor-code" title={text}>
                    {text}
                  </span>
                ),
              },
              { title: t('broker.account'), dataIndex: 'account', width: 86 },
              {
                title: t('broker.kind'),
                dataIndex: 'kind',
                width: 84,
                render: (kind: MonitoredClient['kind']) => <Tag>{t(`broker.kinds.${kind ?? 'none'}`)}</Tag>,
              },
              {
                title: t('broker.address'),
                dataIndex: 'address',
                width: 112,
                render: (text: string) => <span className="monitor-code">{text}</span>,
              },
              {
                title: t('broker.since'),
                dataIndex: 'connectedAt',
                width: 146,
                render: (at: number) => formatTime(at),
              },
              { title: t('broker.filters'), dataIndex: 'filterCount', width: 118, align: 'right' },
              { title: t('broker.in'), dataIndex: 'received', width: 88, align: 'right', render: formatCount },
              { title: t('broker.out'), dataIndex: 'delivered', width: 92, align: 'right', render: formatCount },
              {
                title: t('broker.waiting'),
                dataIndex: 'waitingBytes',
                width: 72,
                align: 'right',
                render: (bytes: number) => formatBytes(bytes),
              },
              {
                title: t('actions'),
                key: 'actions',
                fixed: 'right',
                width: 108,
                render: (_value, row) =>
                  mayEnd && (
                    <Popconfirm
                      title={t('broker.confirm', { name: row.clientId })}
                      description={t('broker.confirmText')}
                      okText={t('broker.disconnect')}
                      cancelText={t('cancel')}
                      onConfirm={() => void handleEnd(row)}
                    >
                      <Button
                        size="small"
                        type="link"
                        danger
                        aria-label={t('broker.disconnectNamed', { name: row.clientId })}
                      >
                        {t('broker.disconnect')}
                      </Button>
                    </Popconfirm>
                  ),
              },
            ]}
            expandable={{
              rowExpandable: ({ filters }) => filters.length > 0,
              expandedRowRender: renderFilters,
            }}
          />
        </>
      )}
    </MonitorPage>
  )
})

const renderFilters = (row: MonitoredClient) => <Filters row={row} />

function Filters({ row: { filters, filterCount } }: { readonly row: MonitoredClient }) {
  const { t } = useTranslation('monitoring')
  return (
    <div className="monitor-code">
      {filters.map((filter) => (
        <div key={filter}>{filter}</div>
      ))}
      {filterCount > filters.length && <div>{t('broker.more', { count: filterCount - filters.length })}</div>}
    </div>
  )
}

function getFigures(broker: BrokerStatus, t: (key: string, options?: Record<string, unknown>) => string) {
  const perSecond = (count: number): string => t('perSecond', { count: Math.round(count * 10) / 10 })
  return [
    {
      name: t('broker.connections'),
      value: formatCount(broker.connections),
      more: t(`broker.external.${broker.external}`),
      tone: broker.external === 'lost' ? ('alarm' as const) : undefined,
    },
    {
      name: t('broker.received'),
      value: perSecond(broker.receivedPerSecond),
      more: t('broker.total', { count: broker.received }),
    },
    {
      name: t('broker.delivered'),
      value: perSecond(broker.deliveredPerSecond),
      more: t('broker.total', { count: broker.delivered }),
    },
    {
      name: t('broker.queue'),
      value: formatBytes(broker.waitingBytes),
      more: t('broker.conflated', { count: broker.conflated }),
    },
    { name: t('broker.retained'), value: formatCount(broker.retained), more: formatBytes(broker.retainedBytes) },
    {
      name: t('broker.toStore'),
      value: formatCount(broker.waitingPoints),
      more: t('broker.stored', { count: broker.committedPoints }),
      tone: broker.failedPoints > 0 ? ('warning' as const) : undefined,
    },
    {
      name: t('broker.refused'),
      value: formatCount(broker.refused),
      more: t('broker.malformed', { count: broker.malformed, leftOut: broker.leftOut }),
    },
  ]
}
