import { WarningFilled } from '@ant-design/icons'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { routes } from '../../../contract/routes.ts'
import { useStores } from '../../stores/root.ts'
import './StorageBanner.css'

const serverPage = '/monitor/server'

/** Banner while the server cannot store data, with a link to the server page for accounts that may open it. */
export const StorageBanner = observer(function StorageBanner() {
  const { storage, session } = useStores()
  const { t } = useTranslation('shell')
  useEffect(() => storage.start(), [storage])
  const { fault } = storage
  if (fault === null) return null
  return (
    <div className="storage-banner" role="alert">
      <WarningFilled aria-hidden />
      <span>{t(`storage.${fault}`)}</span>
      {session.mayCall(routes['monitor.server'].policy) && <Link to={serverPage}>{t('storage.details')}</Link>}
    </div>
  )
})
