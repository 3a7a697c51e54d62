import { DisconnectOutlined } from '@ant-design/icons'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useStores } from '../../stores/root.ts'

/** Overlay while no live data arrives, so that the last state is not mistaken for the current one. */
export const OfflineOverlay = observer(function OfflineOverlay() {
  const { telemetry } = useStores()
  const { t } = useTranslation('runtime')
  const { link, since } = telemetry.link
  if (link !== 'lost') return null
  return (
    <div className="link-veil">
      <p role="alert">
        <DisconnectOutlined aria-hidden /> <b>{t('veil.title')}</b> {t('veil.text', { time: formatTime(since) })}
      </p>
    </div>
  )
})
