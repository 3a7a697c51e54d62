import { Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import type { Curve, Tag } from '../../contract/routes.ts'
import { HistoryExport } from '../fields/HistoryExport.tsx'
import { useChartTheme } from '../fields/useChartTheme.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { createPeriodRequest, type Period, periodKey, refreshMs, type Span } from '../kit/period/period.ts'
import { PeriodPicker } from '../kit/period/PeriodPicker.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { createHistoryOption } from './historyOption.ts'

const spans: readonly Span[] = ['1h', '24h', '7d']

interface PointHistoryProps {
  readonly tags: readonly Tag[]
  readonly now: () => number
  /** The device's switch is inverted: 0 is on. */
  readonly isReversed: boolean
}

/** History of a point as a curve; gaps are not bridged. The surrounding details view shows the time zone. */
export const PointHistory = observer(function PointHistory({ tags, now, isReversed }: PointHistoryProps) {
  const { client } = useStores()
  const { t } = useTranslation('lighting')
  const localize = useLocalized()
  const look = useChartTheme()
  const choices = useMemo(() => tags.filter(({ kind }) => kind !== 'text'), [tags])
  const [picked, setPicked] = useState<string>()
  const [period, setPeriod] = useState<Period>({ kind: 'last', span: '1h' })
  const tag =
    choices.find(({ path }) => path === picked) ?? choices.find(({ point }) => mainPoints.includes(point)) ?? choices[0]
  const path = tag?.path ?? ''
  const { value: curves, failure } = usePolling<readonly Curve[]>(
    `${path} ${periodKey(period)}`,
    refreshMs,
    createPeriodRequest(period, async (query, signal) =>
      path === ''
        ? []
        : await client.call(
            'history.read',
            { query: { tags: path, ...query, points: limits.history.points } },
            { quiet: true, signal },
          ),
    ),
  )
  const curve = curves?.[0]
  const name = tag ? `${localize(tag.words)}${tag.unit ? ` (${tag.unit})` : ''}` : ''
  const isTurned = tag?.point === 'switch' && isReversed
  const [on, off] = [t('on'), t('off')]
  const option = useMemo(
    () => (tag ? createHistoryOption({ tag, curve, period, name, words: { on, off }, isReversed: isTurned }) : {}),
    [tag, curve, period, name, on, off, isTurned],
  )
  if (!tag) return null
  const isEmpty = !curve?.values.some((value) => value !== null)
  return (
    <div className="lighting-history">
      <div className="lighting-query">
        <Select
          size="small"
          aria-label={t('history')}
          value={path}
          onChange={setPicked}
          popupMatchSelectWidth={false}
          options={choices.map((one) => ({ value: one.path, label: localize(one.words) }))}
        />
        <PeriodPicker spans={spans} value={period} onChange={setPeriod} now={now} />
        <HistoryExport tags={[path]} period={period} />
      </div>
      {curves === null && failure ? (
        <p className="lighting-none" role="alert">
          {localize(failure.words)}
        </p>
      ) : curves === null ? (
        <p className="lighting-none" role="status">
          {t('loading')}
        </p>
      ) : isEmpty ? (
        <p className="lighting-none" role="status">
          {t('noHistory')}
        </p>
      ) : (
        <div className="lighting-curve">
          <Chart option={option} theme={look} label={t('historyOf', { name })} />
        </div>
      )}
    </div>
  )
})

/** Points selected by default. */
const mainPoints: readonly string[] = ['dimming', 'powerKw', 'luminance']
