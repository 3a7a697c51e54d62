import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { FullPageMessage } from '../../kit/page/FullPageMessage.tsx'
import { homePath } from '../pages/guard.ts'

/** Page for unknown addresses: shows the address and a link home. */
export function NotFoundPage() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  return (
    <FullPageMessage title={t('missing.title')} text={t('missing.text')} code={pathname}>
      <Link to={homePath}>
        <Button type="primary">{t('missing.home')}</Button>
      </Link>
    </FullPageMessage>
  )
}
