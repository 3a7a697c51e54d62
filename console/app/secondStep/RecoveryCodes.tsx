import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../kit/saveFile.ts'
import { takeFocus } from '../../kit/takeFocus.ts'
import { CopyButton } from './CopyButton.tsx'

interface RecoveryCodesProps {
  readonly account: string
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** Fresh recovery codes, shown now and never again: only their hashes are kept. Nothing but its button closes this. */
export function RecoveryCodes({ account, codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('secondStep')
  const text = [t('codes.file', { account }), '', ...codes, ''].join('\n')
  return (
    <div className="second-step" role="group" aria-label={t('codes.label')} tabIndex={-1} ref={takeFocus}>
      <Alert type="success" showIcon role="status" title={t('codes.on')} description={t('codes.once')} />
      <ol className="second-step-codes">{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ol>
      <div className="second-step-buttons">
        <CopyButton text={text} label={t('codes.copy')} />
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => saveFile(t('codes.fileName', { account }), 'txt', new Blob([text], { type: 'text/plain' }))}>{t('codes.save')}</Button>
      </div>
      <Button type="primary" block onClick={onKept}>{t('codes.kept')}</Button>
    </div>
  )
}
