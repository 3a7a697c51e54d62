import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../kit/text/formatTime.ts'
import { useStores } from '../stores/root.ts'

/** Time zone of a trend: that of the browser, as in all histories. */
export function useChartZone(): {
  /** Sentence that names the time zone. */
  readonly name: string
  readonly zone: string
  readonly format: (at: number, pattern: string) => string
} {
  const { zones } = useStores()
  const { t } = useTranslation('trend')
  return useMemo(() => ({ name: t('zone', { zone: zones.own }), zone: zones.own, format: formatTime }), [t, zones.own])
}
