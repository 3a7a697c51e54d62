import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDirtyPart } from '../../kit/unsavedChanges.ts'
import { saveFile } from '../../kit/saveFile.ts'
import { CopyButton } from './CopyButton.tsx'

interface RecoveryCodesProps {
  readonly account: string
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/**
 * Shows new recovery codes once; the server stores only their hashes. Only its button closes the dialog, and leaving
 * the page requires confirmation.
 */
export function RecoveryCodes({ account, codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('secondStep')
  const letGo = useStaying()
  const text = [t('codes.file', { account }), '', ...codes, ''].join('\n')

  function handleKept() {
    letGo()
    onKept()
  }

  return (
    <Modal
      open width={560} title={t('codes.label')} closable={false} keyboard={false} mask={{ closable: false }}
      footer={<Button type="primary" block onClick={handleKept}>{t('codes.kept')}</Button>}
    >
      <div className="modal-form second-step">
        <Alert type="success" showIcon role="status" title={t('codes.on')} description={t('codes.once')} />
        <ol className="second-step-codes">{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ol>
        <div className="second-step-buttons">
          <CopyButton text={text} label={t('codes.copy')} />
          <Button icon={<DownloadOutlined aria-hidden />} onClick={() => saveFile(t('codes.fileName', { account }), 'txt', new Blob([text], { type: 'text/plain' }))}>{t('codes.save')}</Button>
        </div>
      </div>
    </Modal>
  )
}

/** Blocks every navigation, including the browser's back button, until the returned function is called. */
function useStaying(): () => void {
  const isFree = useRef(false)
  const holds = (): boolean => !isFree.current
  useDirtyPart({
    holds, holdsClosing: holds,
    ask: ({ stay }) => {
      stay()
      return () => {}
    },
  })
  return () => { isFree.current = true }
}
