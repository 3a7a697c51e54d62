import { Alert, App, Button, Table, type TableColumnsType, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrokerListener, DeviceCredential, IssuedCredential } from '../../contract/routes.ts'
import { useConfirmDelete } from '../kit/form/useConfirmDelete.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { IssuedDialog } from './IssuedDialog.tsx'
import { createPublishCommand } from './publishCommand.ts'

interface CredentialTableProps {
  readonly rows: readonly DeviceCredential[]
  readonly listeners: readonly BrokerListener[]
  /** Hides device and project, on the page of a device. */
  readonly isOfDevice?: boolean
  /** A point of the device, for the copied command. */
  readonly point?: string | undefined
  readonly onChanged: () => void
}

/** Credentials with their actions: copy command, rotate, enable, disable, delete. */
export const CredentialTable = observer(function CredentialTable({
  rows,
  listeners,
  isOfDevice = false,
  point,
  onChanged,
}: CredentialTableProps) {
  const { client, projects, session } = useStores()
  const { t } = useTranslation('connections')
  const { message, modal } = App.useApp()
  const confirmDelete = useConfirmDelete()
  const [issued, setIssued] = useState<IssuedCredential | null>(null)
  const mayEdit = session.mayDo('platform:deviceCredential:edit')
  const mayRemove = session.mayDo('platform:deviceCredential:remove')

  async function run(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      onChanged()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    }
  }
  const handleRotate = (row: DeviceCredential): void =>
    void modal.confirm({
      title: t('rotate.title', { username: row.username }),
      content: t('rotate.text'),
      okText: t('rotate.go'),
      cancelText: t('cancel'),
      onOk: () => run(async () => setIssued(await client.call('credential.rotate', { params: { id: row.id } }))),
    })
  const handleEnable = (row: DeviceCredential, isEnabled: boolean): void =>
    void run(async () => {
      await client.call('credential.update', { params: { id: row.id }, body: { isEnabled } })
      void message.success(t(isEnabled ? 'enabled' : 'disabled', { username: row.username }))
    })
  const handleRemove = (row: DeviceCredential): void =>
    confirmDelete(
      {
        title: t('remove.title', { username: row.username }),
        text: t('remove.text'),
        confirmText: t('remove.go'),
        done: t('remove.done'),
      },
      async () => {
        await client.call('credential.remove', { params: { id: row.id } })
        onChanged()
      },
    )
  async function handleCopy(row: DeviceCredential): Promise<void> {
    const command = createPublishCommand({
      credential: row,
      secret: null,
      listeners,
      host: window.location.hostname,
      point,
    })
    if (command === null) return void message.warning(t('noListener'))
    const hint = row.hasSecret ? t('copiedSecret') : t('copied')
    try {
      await navigator.clipboard.writeText(command)
      void message.success(hint)
    } catch {
      // Without TLS, browsers deny access to the clipboard.
      void modal.info({
        title: t('command'),
        width: 720,
        content: <pre className="connections-command">{command}</pre>,
      })
    }
  }

  const columns: TableColumnsType<DeviceCredential> = [
    ...(isOfDevice
      ? []
      : [
          {
            key: 'device',
            title: t('column.device'),
            width: 118,
            ellipsis: true,
            render: (_: unknown, { device }: DeviceCredential) => <strong title={device}>{device}</strong>,
          },
          {
            key: 'project',
            title: t('column.project'),
            width: 96,
            ellipsis: true,
            render: (_: unknown, { project }: DeviceCredential) => projects.name(project),
          },
        ]),
    {
      key: 'username',
      title: t('column.username'),
      width: 190,
      render: (_, { username, isGateway, devices, fingerprint }) => (
        <div className="connections-device">
          <code title={username}>{username}</code>
          {isGateway && <Tag title={devices.join(', ')}>{t('gatewayFor', { count: devices.length })}</Tag>}
          {fingerprint !== null && <Tag title={fingerprint}>{t('certificate')}</Tag>}
        </div>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 130,
      render: (_, { isEnabled, connections }) =>
        !isEnabled ? (
          <Tag color="warning">{t('state.disabled')}</Tag>
        ) : connections > 0 ? (
          <Tag color="success">{t('state.connected', { count: connections })}</Tag>
        ) : (
          <Tag>{t('state.notConnected')}</Tag>
        ),
    },
    ...(isOfDevice
      ? []
      : [
          {
            key: 'createdAt',
            title: t('column.created'),
            width: 150,
            render: (_: unknown, { createdAt }: DeviceCredential) => (
              <span className="connections-number">{formatTime(createdAt)}</span>
            ),
          },
        ]),
    {
      key: 'actions',
      title: t('column.actions'),
      width: isOfDevice ? 320 : 346,
      render: (_, row) => (
        <div className="connections-actions">
          <Button size="small" type="text" aria-label={t('named.copy', row)} onClick={() => void handleCopy(row)}>
            {t('copyCommand')}
          </Button>
          {mayEdit && (
            <>
              <Button size="small" type="text" aria-label={t('named.rotate', row)} onClick={() => handleRotate(row)}>
                {t('rotate.short')}
              </Button>
              <Button
                size="small"
                type="text"
                aria-label={t(row.isEnabled ? 'named.disable' : 'named.enable', row)}
                onClick={() => handleEnable(row, !row.isEnabled)}
              >
                {t(row.isEnabled ? 'disable' : 'enable')}
              </Button>
            </>
          )}
          {mayRemove && (
            <Button size="small" type="text" aria-label={t('named.remove', row)} onClick={() => handleRemove(row)}>
              {t('remove.short')}
            </Button>
          )}
        </div>
      ),
    },
  ]
  return (
    <>
      {rows.some(({ connections }) => connections > 1) && (
        <Alert className="connections-notice" type="warning" showIcon title={t('severalConnections')} />
      )}
      <Table<DeviceCredential>
        className="connections-table"
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={[...rows]}
        pagination={false}
        scroll={{ x: isOfDevice ? 640 : 1030 }}
      />
      {issued && (
        <IssuedDialog credentials={[issued]} listeners={listeners} point={point} onClose={() => setIssued(null)} />
      )}
    </>
  )
})
