import { Table, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import type { RejectedConnection } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'

/** Recent connection attempts that the broker rejected, with the reason. */
export function RejectedTable({ rows }: { readonly rows: readonly RejectedConnection[] }) {
  const { t } = useTranslation('connections')
  const columns: TableColumnsType<RejectedConnection> = [
    { key: 'username', title: t('column.username'), ellipsis: true, render: (_, { username }) => username || '–' },
    { key: 'address', title: t('column.address'), width: 170, render: (_, { address }) => address },
    { key: 'reason', title: t('column.reason'), width: 420, render: (_, { reason }) => t(`reason.${reason}`) },
    {
      key: 'count',
      title: t('column.attempts'),
      width: 100,
      align: 'right',
      render: (_, { count }) => <span className="connections-number">{count}</span>,
    },
    {
      key: 'at',
      title: t('column.lastAttempt'),
      width: 158,
      render: (_, { at }) => <span className="connections-number">{formatTime(at)}</span>,
    },
  ]
  return (
    <section className="connections-section">
      <h2>{t('rejected')}</h2>
      <Table<RejectedConnection>
        className="connections-table"
        rowKey={({ username, address }) => `${username} ${address}`}
        size="small"
        columns={columns}
        dataSource={[...rows]}
        pagination={false}
        scroll={{ x: 1000 }}
      />
    </section>
  )
}
