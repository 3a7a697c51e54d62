import { Alert, Button, Modal, Table } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessChannel } from '../../contract/lighting/accessChannel.ts'
import type { RouteResponse, Routes } from '../../contract/routes.ts'
import { type RowDialogProps, getTitle } from '../crud/config/screenConfig.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import './channels.css'

type Result = RouteResponse<Routes['accessChannelState.test']>

/** Reads all points of a channel once and shows the values; nothing is stored. */
export function TestDialog({ row, onClose }: RowDialogProps) {
  const { client } = useStores()
  const { t } = useTranslation('channels')
  const localize = useLocalized()
  const [result, setResult] = useState<Result | null>(null)
  const [isReading, setReading] = useState(false)

  const read = async (): Promise<void> => {
    setReading(true)
    try {
      setResult(
        await client.call('accessChannelState.test', { params: { id: row.id } }, { headers: { repeatSubmit: false } }),
      )
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    } finally {
      setReading(false)
    }
  }
  useEffect(() => {
    void read()
    // Once, when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <Modal
      open
      width={720}
      title={t('test.title', { name: getTitle(accessChannel, row) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button type="primary" loading={isReading} onClick={() => void read()}>
            {t('test.again')}
          </Button>
        </>
      }
    >
      {result?.fault && (
        <Alert
          type="error"
          showIcon
          title={localize(result.fault.words)}
          description={t('state.code', { code: result.fault.code })}
        />
      )}
      {!result?.fault && (
        <Table
          size="small"
          rowKey="tag"
          loading={isReading}
          pagination={{ pageSize: 10, hideOnSinglePage: true, size: 'small' }}
          dataSource={[...(result?.readings ?? [])]}
          locale={{ emptyText: t('test.none') }}
          columns={[
            { title: t('faults.tag'), dataIndex: 'tag' },
            {
              title: t('test.value'),
              align: 'right',
              render: (_value, { value }) => (value === null ? '–' : String(value)),
            },
            { title: t('test.result'), render: (_value, { words }) => localize(words) },
          ]}
        />
      )}
    </Modal>
  )
}
