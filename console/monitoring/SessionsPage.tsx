import { Button, Popconfirm, Table, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import type { MonitoredSession } from '../../contract/routes.ts'
import { routes } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { ListPager } from '../kit/page/ListPager.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { MonitorPage } from './MonitorPage.tsx'
import { readPageRequest, toParams } from './paging.ts'
import { withPageSize } from '../stores/entities/pagingQuery.ts'
import { usePolling } from '../stores/entities/polling.ts'

const everyMs = 5_000

/** Signed-in sessions with address and time; sessions can be ended here. */
export const SessionsPage = observer(function SessionsPage() {
  const { client, session, notices } = useStores()
  const { t } = useTranslation('monitoring')
  const [params, setParams] = useSearchParams()
  const pageRequest = readPageRequest(params)
  const polled = usePolling<{ readonly rows: readonly MonitoredSession[]; readonly total: number }>(
    JSON.stringify(pageRequest),
    everyMs,
    (signal) => client.call('monitor.sessions', { query: pageRequest }, { signal, quiet: true }),
  )
  const mayEnd = session.mayCall(routes['monitor.endSession'].policy)

  const handleEnd = async ({ id, account }: MonitoredSession): Promise<void> => {
    try {
      await client.call('monitor.endSession', { params: { id } })
      notices.post({ manner: 'success', words: { en: `${account} was signed out`, zh: `已将 ${account} 下线` } })
      await polled.load()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    }
  }
  return (
    <MonitorPage
      title={t('sessions.title')}
      polled={polled}
      page={pageRequest.page}
      tools={
        <SearchBox
          value={pageRequest.search ?? ''}
          label={t('sessions.search')}
          clearWords={t('clear')}
          onSearch={(search) => setParams(toParams({ ...pageRequest, search, page: 1 }), { replace: true })}
        />
      }
      footer={
        polled.value && (
          <ListPager
            label={t('pages')}
            words={(count) => t('sessions.count', { count })}
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
      {({ rows }) => (
        <Table<MonitoredSession>
          size="small"
          rowKey="id"
          pagination={false}
          dataSource={[...rows]}
          scroll={{ x: 1106 }}
          locale={{ emptyText: t('sessions.none') }}
          columns={[
            {
              title: t('sessions.account'),
              dataIndex: 'account',
              render: (name: string, { isOwn }) => (
                <span className="monitor-account">
                  {name}
                  {isOwn && <Tag>{t('sessions.own')}</Tag>}
                </span>
              ),
            },
            {
              title: t('sessions.role'),
              dataIndex: 'role',
              width: 150,
              render: (role: string) => t(`sessions.roles.${role}`),
            },
            {
              title: t('sessions.address'),
              dataIndex: 'address',
              width: 112,
              render: (text: string) => <span className="monitor-code">{text}</span>,
            },
            { title: t('sessions.since'), dataIndex: 'signedInAt', width: 146, render: (at: number) => formatTime(at) },
            { title: t('sessions.seen'), dataIndex: 'seenAt', width: 146, render: (at: number) => formatTime(at) },
            {
              title: t('sessions.expires'),
              dataIndex: 'expiresAt',
              width: 146,
              render: (at: number) => formatTime(at),
            },
            { title: t('sessions.connections'), dataIndex: 'connections', width: 130, align: 'right' },
            {
              title: t('actions'),
              key: 'actions',
              fixed: 'right',
              width: 110,
              render: (_value, row) =>
                mayEnd &&
                !row.isOwn && (
                  <Popconfirm
                    title={t('sessions.confirm', { name: row.account })}
                    description={t('sessions.confirmText')}
                    okText={t('sessions.end')}
                    cancelText={t('cancel')}
                    onConfirm={() => void handleEnd(row)}
                  >
                    <Button size="small" type="link" danger aria-label={t('sessions.endNamed', { name: row.account })}>
                      {t('sessions.end')}
                    </Button>
                  </Popconfirm>
                ),
            },
          ]}
        />
      )}
    </MonitorPage>
  )
})
