import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { HistoryStorage } from '../../contract/routes.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { Figures } from './MonitorPage.tsx'
import { formatBytes } from './sizes.ts'

const everyMs = 60_000

/** Size of the tag history, its growth, and the forecast for the end of the retention period. */
export const HistoryStorageFigures = observer(function HistoryStorageFigures() {
  const { client } = useStores()
  const { t } = useTranslation('monitoring')
  const localize = useLocalized()
  const { value, failure } = usePolling<HistoryStorage>('history', everyMs, (signal) =>
    client.call('monitor.history', {}, { signal, quiet: true }),
  )
  if (value === null)
    return failure ? (
      <p className="monitor-note" role="status">
        {t('historySize.failed', { why: localize(failure.words) })}
      </p>
    ) : null
  const all = value.levels.reduce<Omit<HistoryStorage['levels'][number], 'level'>>(
    (sum, { bytes, bytesPerDay, predictedBytes }) => ({
      bytes: sum.bytes + bytes,
      bytesPerDay: sum.bytesPerDay + bytesPerDay,
      predictedBytes:
        sum.predictedBytes === null || predictedBytes === null ? null : sum.predictedBytes + predictedBytes,
    }),
    { bytes: 0, bytesPerDay: 0, predictedBytes: 0 },
  )
  const isTooLarge = all.predictedBytes !== null && all.predictedBytes - all.bytes > value.freeBytes
  const more = ({
    bytesPerDay,
    predictedBytes,
  }: Pick<HistoryStorage['levels'][number], 'bytesPerDay' | 'predictedBytes'>): string => {
    const growth = t('historySize.growth', { bytes: formatBytes(bytesPerDay) })
    return predictedBytes === null
      ? t('historySize.endless', { growth })
      : t('historySize.predicted', { growth, bytes: formatBytes(predictedBytes) })
  }
  return (
    <section aria-label={t('historySize.title')}>
      <Figures
        figures={[
          {
            name: t('historySize.all'),
            value: formatBytes(all.bytes),
            more: more(all),
            tone: isTooLarge ? 'warning' : undefined,
          },
          ...value.levels.map((level) => ({
            name: t(`historySize.${level.level}`),
            value: formatBytes(level.bytes),
            more: more(level),
          })),
        ]}
      />
      <p className="monitor-note">
        {isTooLarge && <strong role="status">{t('historySize.tooLarge')} </strong>}
        <Link to="/system/history-retention">{t('historySize.settings')}</Link>
      </p>
    </section>
  )
})
