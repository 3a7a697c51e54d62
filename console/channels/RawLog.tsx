import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ChannelDetails } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'

interface RawLogProps {
  readonly lines: ChannelDetails['log']
  /** End of the recording; null while it is off. */
  readonly until: number | null
  readonly onChange: (isEnabled: boolean) => void
}

/** Sent and received bytes of a channel, recorded for ten minutes at a time. */
export function RawLog({ lines, until, onChange }: RawLogProps) {
  const { t } = useTranslation('channels')
  return (
    <div className="channel-log">
      <div>
        <Button size="small" onClick={() => onChange(until === null)}>
          {t(until === null ? 'log.start' : 'log.stop')}
        </Button>
        {until !== null && <small>{t('log.until', { time: formatTime(until, 'HH:mm:ss') })}</small>}
      </div>
      {(until !== null || lines.length > 0) && (
        <pre tabIndex={0} aria-label={t('log.title')}>
          {lines.length === 0
            ? t('log.empty')
            : lines
                .map(
                  ({ at, direction, data }) =>
                    `${formatTime(at, 'HH:mm:ss.SSS')} ${direction === 'out' ? '→' : '←'} ${data}`,
                )
                .join('\n')}
        </pre>
      )}
    </div>
  )
}
