import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ShownTokenProps {
  readonly name: string
  readonly token: string
  readonly onClose: () => void
}

/** A fresh token, shown now and never again: only its hash is kept. Nothing but its button closes this. */
export function ShownToken({ name, token, onClose }: ShownTokenProps) {
  const { t } = useTranslation('system')
  const field = useRef<InputRef>(null)
  const [copied, setCopied] = useState<'not' | 'done' | 'byHand'>('not')

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(token)
      setCopied('done')
    } catch {
      // Without TLS a browser gives no clipboard: the text stands chosen, for the person's own hands.
      field.current?.focus({ cursor: 'all' })
      setCopied('byHand')
    }
  }

  return (
    <Modal open width={640} title={t('tokens.made', { name })} closable={false} keyboard={false} mask={{ closable: false }} footer={<Button type="primary" onClick={onClose}>{t('tokens.kept')}</Button>}>
      <div className="modal-form tokens-shown">
        <Alert type="warning" showIcon title={t('tokens.once')} />
        <div className="tokens-copy">
          <Input ref={field} readOnly value={token} aria-label={t('tokens.token')} onFocus={(event) => event.target.select()} />
          <Button icon={copied === 'done' ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />} onClick={() => void handleCopy()}>{t(copied === 'done' ? 'tokens.copied' : 'tokens.copy')}</Button>
        </div>
        <p role="status">{copied === 'byHand' ? t('tokens.byHand') : t('tokens.use')}</p>
        <pre>{exampleOf(location.origin)}</pre>
      </div>
    </Modal>
  )
}

/** A call as one types it; the token itself stands in no line that a terminal remembers. */
const exampleOf = (origin: string): string => ['curl -H "Authorization: Bearer $MIMIC_TOKEN"', `${origin}/api/…`].join(' ')
