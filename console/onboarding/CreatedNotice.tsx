import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { CopyButton } from '../app/secondStep/CopyButton.tsx'
import type { CreatedDevice } from './CreatePanel.tsx'

interface CreatedNoticeProps {
  readonly device: CreatedDevice
  readonly onAgain: () => void
}

/** Result of the page: the new device, and its credential, whose password cannot be read again. */
export function CreatedNotice({ device: { name, credential }, onAgain }: CreatedNoticeProps) {
  const { t } = useTranslation('onboarding')
  const secret = credential?.secret ?? null
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('created.title', { name })}
      description={
        <>
          <p>{t('created.text')}</p>
          {credential && secret !== null && (
            <dl className="onboarding-values">
              <dt>{t('created.username')}</dt>
              <dd>
                <code>{credential.username}</code>
              </dd>
              <dt>{t('created.password')}</dt>
              <dd>
                <code>{secret}</code> <CopyButton text={secret} label={t('created.copy')} />
                <p className="onboarding-note">{t('created.once')}</p>
              </dd>
            </dl>
          )}
          <span className="onboarding-actions">
            <Link to="/platform/devices">{t('created.devices')}</Link>
            <Button onClick={onAgain}>{t('created.again')}</Button>
          </span>
        </>
      }
    />
  )
}
