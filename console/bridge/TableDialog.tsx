import { Button, Form, Input, Modal, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeLocalized } from '../../contract/localizedText.ts'
import type { RouteResponse, Routes } from '../../contract/routes.ts'
import { bridge, bridgeKinds } from '../../contract/scada/bridge.ts'
import { type RowDialogProps, getTitle, getValue } from '../crud/config/screenConfig.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

const validName = /^[A-Za-z_]\w{0,62}(?:\.[A-Za-z_]\w{0,62})?$/

/** Creates a table for messages in the database of a bridge, and shows the statement that fills it. */
export function TableDialog({ row, onClose }: RowDialogProps) {
  const { client } = useStores()
  const { t } = useTranslation('bridge')
  const localize = useLocalized()
  const [table, setTable] = useState('mimic_message')
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<RouteResponse<Routes['bridge.createTable']> | null>(null)
  const isDatabase = getValue(row, 'kind') === bridgeKinds.database
  const isValid = validName.test(table)

  const handleCreate = async (): Promise<void> => {
    setRunning(true)
    setOutcome(null)
    try {
      setOutcome(
        await client.call(
          'bridge.createTable',
          { params: { id: row.id }, body: { table } },
          { headers: { repeatSubmit: false } },
        ),
      )
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // otherwise the client has shown it
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      open
      title={t('tableNamed', { name: getTitle(bridge, row) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {isDatabase && (
            <Button type="primary" disabled={!isValid} loading={isRunning} onClick={() => void handleCreate()}>
              {t('createTable')}
            </Button>
          )}
        </>
      }
    >
      <p className="bridge-note">{t(isDatabase ? 'tableHint' : 'tableOnlyDatabase')}</p>
      {isDatabase && (
        <Form layout="vertical">
          <Form.Item
            label={t('tableName')}
            {...(isValid ? {} : { validateStatus: 'error' as const, help: t('tableNameInvalid') })}
          >
            <Input value={table} maxLength={127} onChange={(event) => setTable(event.target.value.trim())} />
          </Form.Item>
        </Form>
      )}
      {outcome && (
        <div className="bridge-outcome" role="status" data-failed={outcome.isOk ? undefined : true}>
          {outcome.isOk ? (
            <>
              <p>{t('tableCreated')}</p>
              <Typography.Paragraph copyable={{ text: outcome.statement }}>
                <pre className="bridge-statement">{outcome.statement}</pre>
              </Typography.Paragraph>
            </>
          ) : (
            localize(decodeLocalized(outcome.message))
          )}
        </div>
      )}
    </Modal>
  )
}
