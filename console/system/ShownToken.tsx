import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ShownTokenProps {
  readonly name: string
  readonly token: string
  readonly onClose: () => void
}

/** A new token, shown only once, because only its hash is stored. Closes only by its button. */
export function ShownToken({ name, token, onClose }: ShownTokenProps) {
  const { t } = useTranslation('system')
  const field = useRef<InputRef>(null)
  const [copied, setCopied] = useState<'not' | 'done' | 'byHand'>('not')

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(token)
      setCopied('done')
    } catch {
      // Without TLS browsers provide no clipboard API: select the text so that the user can copy it.
      field.current?.focus({ cursor: 'all' })
      setCopied('byHand')
    }
  }

  return (
    <Modal
      open
      width={640}
      title={t('tokens.made', { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('tokens.kept')}
        </Button>
      }
    >
      <div className="modal-form tokens-shown">
        <Alert type="warning" showIcon title={t('tokens.once')} />
        <div className="tokens-copy">
          <Input
            ref={field}
            readOnly
            value={token}
            aria-label={t('tokens.token')}
            onFocus={(event) => event.target.select()}
          />
          <Button
            icon={copied === 'done' ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
            onClick={() => void handleCopy()}
          >
            {t(copied === 'done' ? 'tokens.copied' : 'tokens.copy')}
          </Button>
        </div>
        <p role="status">{copied === 'byHand' ? t('tokens.byHand') : t('tokens.use')}</p>
        <pre>{createExample(location.origin)}</pre>
      </div>
    </Modal>
  )
}

/** Example call. The token is passed by a variable, so that it is not stored in the shell history. */
const createExample = (origin: string): string =>
  ['curl -H "Authorization: Bearer $MIMIC_TOKEN"', `${origin}/api/…`].join(' ')
