import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDirtyPart } from '../../kit/form/unsavedChanges.ts'
import { saveFile } from '../../kit/saveFile.ts'
import { CopyButton } from './CopyButton.tsx'

interface RecoveryCodesProps {
  readonly account: string
  readonly codes: readonly string[]
  readonly onConfirmed: () => void
}

/**
 * Shows new recovery codes once; the server stores only their hashes. Only its button closes the dialog, and leaving
 * the page requires confirmation.
 */
export function RecoveryCodes({ account, codes, onConfirmed }: RecoveryCodesProps) {
  const { t } = useTranslation('secondStep')
  const allowLeave = useBlockLeave()
  const text = [t('codes.file', { account }), '', ...codes, ''].join('\n')

  function handleConfirm() {
    allowLeave()
    onConfirmed()
  }

  return (
    <Modal
      open
      width={560}
      title={t('codes.label')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" block onClick={handleConfirm}>
          {t('codes.kept')}
        </Button>
      }
    >
      <div className="modal-form second-step">
        <Alert type="success" showIcon role="status" title={t('codes.on')} description={t('codes.once')} />
        <ol className="second-step-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="second-step-buttons">
          <CopyButton text={text} label={t('codes.copy')} />
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => saveFile(t('codes.fileName', { account }), 'txt', new Blob([text], { type: 'text/plain' }))}
          >
            {t('codes.save')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Blocks every navigation, including the browser's back button, until the returned function is called. */
function useBlockLeave(): () => void {
  const isFree = useRef(false)
  const isBlocking = (): boolean => !isFree.current
  useDirtyPart({
    blocks: isBlocking,
    blocksClosing: isBlocking,
    confirm: ({ stay: cancel }) => {
      cancel()
      return () => {}
    },
  })
  return () => {
    isFree.current = true
  }
}
