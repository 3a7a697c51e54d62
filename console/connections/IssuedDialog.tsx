import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Modal, Table, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BrokerListener, IssuedCredential } from '../../contract/routes.ts'
import { CopyButton } from '../app/secondStep/CopyButton.tsx'
import { saveTable } from '../crud/sheets/workbook.ts'
import { createPublishCommand } from './publishCommand.ts'

interface IssuedDialogProps {
  readonly credentials: readonly IssuedCredential[]
  readonly listeners: readonly BrokerListener[]
  /** A point of the single device, for its command. */
  readonly point?: string | undefined
  readonly onClose: () => void
}

/** Shows the secrets of new credentials, which cannot be read again. They can be saved as an Excel sheet. */
export function IssuedDialog({ credentials, listeners, point, onClose }: IssuedDialogProps) {
  const { t } = useTranslation('connections')
  const host = window.location.hostname
  const createCommand = (credential: IssuedCredential): string =>
    createPublishCommand({ credential, secret: credential.secret, listeners, host, point }) ?? ''
  const columns: TableColumnsType<IssuedCredential> = [
    { key: 'device', title: t('column.device'), width: 150, ellipsis: true, dataIndex: 'device' },
    { key: 'username', title: t('column.username'), width: 200, render: (_, row) => <code>{row.username}</code> },
    {
      key: 'secret',
      title: t('column.secret'),
      render: (_, { secret }) => <code>{secret ?? t('certificateOnly')}</code>,
    },
    {
      key: 'copy',
      title: '',
      width: 170,
      render: (_, row) => {
        const command = createCommand(row)
        return command !== '' && <CopyButton text={command} label={t('copyCommand')} />
      },
    },
  ]
  const handleSave = (): void => {
    const head = [t('column.project'), t('column.device'), t('column.username'), t('column.secret'), t('command')]
    const rows = credentials.map((row) => [row.project, row.device, row.username, row.secret ?? '', createCommand(row)])
    void saveTable([head, ...rows], t('sheetName'))
  }
  const [first] = credentials
  return (
    <Modal
      open
      width={860}
      title={t('issued.title', { count: credentials.length })}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={[
        <Button key="save" icon={<DownloadOutlined aria-hidden />} onClick={handleSave}>
          {t('issued.save')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('issued.close')}
        </Button>,
      ]}
    >
      <Alert className="connections-notice" type="warning" showIcon title={t('issued.once')} />
      <Table<IssuedCredential>
        className="connections-table"
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={[...credentials]}
        pagination={credentials.length > 10 && { pageSize: 10, showSizeChanger: false }}
        scroll={{ x: 780 }}
      />
      {credentials.length === 1 && first && createCommand(first) !== '' && (
        <pre className="connections-command">{createCommand(first)}</pre>
      )}
    </Modal>
  )
}
