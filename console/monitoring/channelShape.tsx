import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { channel } from '../../contract/platform/notification.ts'
import type { RouteResponse, Routes } from '../../contract/routes.ts'
import { routes } from '../../contract/routes.ts'
import { type CustomScreenConfig, type RowDialogProps, getTitle, getValue } from '../crud/config/screenConfig.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { LocalizedText } from './LocalizedText.tsx'
import './monitoring.css'

type Outcome = RouteResponse<Routes['channel.test']>

/** Notification channels with a "Test" action. */
export const channelShape: CustomScreenConfig = {
  rowActions: [{ label: 'monitoring:channel.test', needs: routes['channel.test'].policy, Dialog: TestDialog }],
}

function TestDialog({ row, onClose }: RowDialogProps) {
  const { client } = useStores()
  const { t } = useTranslation('monitoring')
  const [receivers, setReceivers] = useState('')
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const isMail = getValue(row, 'kind') === 'email'
  const isSms = !isMail && getValue(row, 'format') === 'sms'

  const handleSend = async (): Promise<void> => {
    setSending(true)
    setOutcome(null)
    try {
      setOutcome(
        await client.call(
          'channel.test',
          { params: { id: row.id }, body: receivers.trim() === '' ? {} : { receivers } },
          { headers: { repeatSubmit: false } },
        ),
      )
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // otherwise the client has shown it
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal
      open
      title={t('channel.testNamed', { name: getTitle(channel, row) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button type="primary" loading={isSending} onClick={() => void handleSend()}>
            {t('channel.send')}
          </Button>
        </>
      }
    >
      {isMail || isSms ? (
        <Form layout="vertical">
          <Form.Item label={t('channel.receivers')} extra={t(isSms ? 'channel.phonesHint' : 'channel.receiversHint')}>
            <Input value={receivers} maxLength={500} onChange={(event) => setReceivers(event.target.value)} />
          </Form.Item>
        </Form>
      ) : (
        <p className="monitor-note">{t('channel.hookHint')}</p>
      )}
      {outcome && (
        <p className="monitor-outcome" role="status" data-failed={outcome.isSent ? undefined : true}>
          {t(outcome.isSent ? 'channel.sent' : 'channel.failed', { ms: outcome.tookMs })}
          <br />
          <span className="monitor-code">
            <LocalizedText text={outcome.message} />
          </span>
        </p>
      )}
    </Modal>
  )
}
