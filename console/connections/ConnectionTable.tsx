import { Table, type TableColumnsType, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { DeviceConnection } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useStores } from '../stores/root.ts'
import { RefusalText } from './RefusalText.tsx'

/** Open connections of devices and gateways. */
export const ConnectionTable = observer(function ConnectionTable({
  rows,
}: {
  readonly rows: readonly DeviceConnection[]
}) {
  const { projects } = useStores()
  const { t } = useTranslation('connections')
  const columns: TableColumnsType<DeviceConnection> = [
    {
      key: 'device',
      title: t('column.device'),
      width: 170,
      render: (_, { device, username, clientId, isGateway }) => (
        <div className="connections-device">
          <strong title={device ?? username}>{device ?? username}</strong>
          {isGateway && <Tag>{t('gateway')}</Tag>}
          <small title={clientId}>{clientId}</small>
        </div>
      ),
    },
    {
      key: 'project',
      title: t('column.project'),
      width: 96,
      ellipsis: true,
      render: (_, { project }) => (project === null ? t('allProjects') : projects.name(project)),
    },
    {
      key: 'address',
      title: t('column.address'),
      width: 158,
      render: (_, { address, protocol }) => (
        <div className="connections-device">
          <span className="connections-number">{address}</span>
          <small>{t(`protocol.${protocol}`)}</small>
        </div>
      ),
    },
    {
      key: 'connectedAt',
      title: t('column.since'),
      width: 150,
      render: (_, { connectedAt }) => <span className="connections-number">{formatTime(connectedAt)}</span>,
    },
    {
      key: 'lastMessageAt',
      title: t('column.lastMessage'),
      width: 150,
      render: (_, { lastMessageAt }) => (
        <span className="connections-number">{lastMessageAt === null ? '–' : formatTime(lastMessageAt)}</span>
      ),
    },
    {
      key: 'messagesPerMinute',
      title: t('column.perMinute'),
      width: 94,
      align: 'right',
      render: (_, { messagesPerMinute }) => <span className="connections-number">{messagesPerMinute}</span>,
    },
    {
      key: 'lastRefusal',
      title: t('column.lastRefusal'),
      render: (_, { lastRefusal }) => (lastRefusal === null ? '–' : <RefusalText refusal={lastRefusal} />),
    },
  ]
  return (
    <Table<DeviceConnection>
      className="connections-table"
      rowKey="id"
      size="small"
      columns={columns}
      dataSource={[...rows]}
      pagination={false}
      scroll={{ x: 1030 }}
    />
  )
})
