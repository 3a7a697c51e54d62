import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

export const connectPath = '/platform/connect-device'

/** Link to the page "Connect a device". */
export function ConnectLink() {
  const { t } = useTranslation('onboarding')
  return (
    <Link to={connectPath}>
      <Button>{t('title')}</Button>
    </Link>
  )
}
