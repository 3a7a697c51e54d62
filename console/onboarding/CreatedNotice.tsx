import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CreatedDevice } from './CreatePanel.tsx'
import { IssuedSecret } from './IssuedSecret.tsx'

interface CreatedNoticeProps {
  readonly device: CreatedDevice
  readonly onAgain: () => void
}

/** Result of the page: the new device, and its credential, whose password cannot be read again. */
export function CreatedNotice({ device: { name, credential }, onAgain }: CreatedNoticeProps) {
  const { t } = useTranslation('onboarding')
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('created.title', { name })}
      description={
        <>
          <p>{t('created.text')}</p>
          {credential && <IssuedSecret credential={credential} />}
          <span className="onboarding-actions">
            <Link to="/platform/devices">{t('created.devices')}</Link>
            <Button onClick={onAgain}>{t('created.again')}</Button>
          </span>
        </>
      }
    />
  )
}
