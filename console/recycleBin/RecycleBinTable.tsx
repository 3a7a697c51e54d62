import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons'
import { App, Button, Table, type TableColumnsType } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecycledItem } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useConfirmDelete } from '../kit/form/useConfirmDelete.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useKindLabel } from './kinds.ts'

/** Fewer remaining days than this are highlighted. */
const warningDays = 4

/** Deleted objects with kind, author and time of deletion, and the remaining time. */
export const RecycleBinTable = observer(function RecycleBinTable({ rows }: { readonly rows: readonly RecycledItem[] }) {
  const { recycleBin, projects, session } = useStores()
  const { t } = useTranslation('recycleBin')
  const getKindLabel = useKindLabel()
  const { message, notification } = App.useApp()
  const confirmDelete = useConfirmDelete()
  const [restoring, setRestoring] = useState<string | null>(null)

  async function handleRestore({ id, name }: RecycledItem): Promise<void> {
    setRestoring(id)
    try {
      const restored = await recycleBin.restore(id)
      if (restored.isRenamed)
        notification.info({
          title: t('restore.renamed', { name, now: restored.name }),
          description: t('restore.renamedText'),
          duration: 0,
        })
      else void message.success(t('restore.done', { name }))
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
    } finally {
      setRestoring(null)
    }
  }

  const handleRemove = ({ id, name }: RecycledItem): void =>
    confirmDelete(
      {
        title: t('remove.title', { name }),
        text: t('remove.text'),
        confirmText: t('remove.go'),
        done: t('remove.done'),
      },
      () => recycleBin.remove(id),
    )

  const columns: TableColumnsType<RecycledItem> = [
    {
      key: 'name',
      title: t('column.name'),
      ellipsis: true,
      width: 240,
      render: (_, { name }) => (
        <strong className="recycle-name" title={name}>
          {name}
        </strong>
      ),
    },
    {
      key: 'kind',
      title: t('column.kind'),
      width: 150,
      ellipsis: true,
      render: (_, { kind }) => getKindLabel(kind, 'one'),
    },
    {
      key: 'project',
      title: t('column.project'),
      width: 120,
      ellipsis: true,
      render: (_, { project }) => (project === null ? t('noProject') : projects.name(project)),
    },
    { key: 'deletedBy', title: t('column.deletedBy'), width: 110, ellipsis: true, dataIndex: 'deletedBy' },
    {
      key: 'deletedAt',
      title: t('column.deletedAt'),
      width: 160,
      render: (_, { deletedAt }) => <span className="recycle-number">{formatTime(deletedAt)}</span>,
    },
    {
      key: 'left',
      title: t('column.left'),
      width: 110,
      render: (_, item) => {
        const count = recycleBin.daysLeft(item)
        return (
          <span
            className="recycle-number"
            data-few={count < warningDays || undefined}
            title={t('until', { time: formatTime(item.expiresAt) })}
          >
            {t('days', { count })}
          </span>
        )
      },
    },
    {
      key: 'actions',
      title: t('column.actions'),
      width: 220,
      fixed: 'end',
      render: (_, item) => (
        <>
          {session.mayDo('scada:recycleBin:restore') && (
            <Button
              type="text"
              size="small"
              icon={<RollbackOutlined aria-hidden />}
              loading={restoring === item.id}
              aria-label={t('restore.named', { name: item.name })}
              onClick={() => void handleRestore(item)}
            >
              {t('restore.go')}
            </Button>
          )}
          {session.mayDo('scada:recycleBin:remove') && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('remove.named', { name: item.name })}
              onClick={() => handleRemove(item)}
            >
              {t('remove.short')}
            </Button>
          )}
        </>
      ),
    },
  ]
  return (
    <Table<RecycledItem>
      className="recycle-table"
      rowKey="id"
      size="small"
      columns={columns}
      dataSource={[...rows]}
      pagination={false}
      scroll={{ x: 1110 }}
    />
  )
})
