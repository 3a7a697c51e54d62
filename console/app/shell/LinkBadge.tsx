import { Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/root.ts'
import { formatTime } from '../../kit/text/formatTime.ts'
import './LinkBadge.css'

/** Shows whether live values reach this page. On failure, shape and text change together with the colour. */
export const LinkBadge = observer(function LinkBadge() {
  const { telemetry } = useStores()
  const { t } = useTranslation('shell')
  const { link, since } = telemetry.link
  return (
    <Tooltip
      title={
        <>
          {t(`link.${link}Hint`)}
          {since > 0 && (
            <>
              <br />
              {t('link.since', { time: formatTime(since) })}
            </>
          )}
        </>
      }
    >
      <span className="link-badge" data-link={link} role="status" tabIndex={0}>
        <i className="link-badge-dot" aria-hidden />
        {t(`link.${link}`)}
      </span>
    </Tooltip>
  )
})
