import { Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import type { Curve, Tag } from '../../contract/routes.ts'
import { isReserved } from '../../contract/telemetry/index.ts'
import { HistoryExport } from '../fields/HistoryExport.tsx'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { useChartTheme } from '../fields/useChartTheme.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { createPeriodRequest, type Period, periodAxis, periodKey, refreshMs, type Span } from '../kit/period/period.ts'
import { PeriodPicker } from '../kit/period/PeriodPicker.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'

const spans: readonly Span[] = ['1h', '6h', '24h', '7d']

/** History of the selected tags as curves on one time axis; gaps are not bridged. */
export const SceneHistory = observer(function SceneHistory({ tags }: { readonly tags: readonly Tag[] }) {
  const { client } = useStores()
  const { t } = useTranslation('scene')
  const localize = useLocalized()
  const chartTheme = useChartTheme()
  const numbers = useMemo(() => tags.filter(({ kind }) => kind === 'number'), [tags])
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const [period, setPeriod] = useState<Period>({ kind: 'last', span: '1h' })
  const chosen = useMemo(() => picked ?? numbers.slice(0, 2).map(({ path }) => path), [picked, numbers])
  const tagList = chosen.join(',')
  const { value: curves, failure } = usePolling<readonly Curve[]>(
    `${tagList} ${periodKey(period)}`,
    refreshMs,
    createPeriodRequest(period, async (query, signal) =>
      tagList === ''
        ? []
        : await client.call(
            'history.read',
            { query: { tags: tagList, ...query, points: limits.history.points } },
            { quiet: true, signal },
          ),
    ),
  )
  const getName = (path: string): string => {
    const tag = tags.find((one) => one.path === path)
    return tag
      ? `${isReserved(tag.device) ? '' : `${formatDevice(tag, tags)} · `}${localize(tag.words)}${tag.unit ? ` (${tag.unit})` : ''}`
      : path
  }
  const shown = (curves ?? []).filter(({ tag }) => chosen.includes(tag))
  const option = {
    grid: { left: 52, right: 16, top: 34, bottom: 28 },
    legend: { top: 2, type: 'scroll' },
    tooltip: { trigger: 'axis', renderMode: 'richText', confine: true },
    xAxis: { type: 'time', ...periodAxis(period, undefined) },
    yAxis: { type: 'value', scale: true },
    series: shown.map(({ tag, at, values }) => ({
      type: 'line',
      name: getName(tag),
      showSymbol: false,
      lineStyle: { width: 1.5 },
      data: at.map((moment, index) => [moment, values[index] ?? null]),
    })),
  }
  const isEmpty = shown.every(({ values }) => values.every((value) => value === null))
  return (
    <section className="scene-panel" aria-label={t('history')}>
      <h2>{t('history')}</h2>
      <div className="scene-query">
        <Select
          mode="multiple"
          maxTagCount="responsive"
          className="scene-tags"
          aria-label={t('historyTags')}
          placeholder={t('historyTags')}
          value={[...chosen]}
          maxCount={limits.history.tags}
          onChange={(next: string[]) => setPicked(next)}
          options={numbers.map(({ path }) => ({ value: path, label: getName(path) }))}
          optionFilterProp="label"
        />
        <PeriodPicker spans={spans} value={period} onChange={setPeriod} now={Date.now} />
        <HistoryExport tags={chosen} period={period} />
      </div>
      <ZoneNote kind="moments" project={tags[0]?.project} />
      {numbers.length === 0 ? (
        <p className="scene-none" role="status">
          {t('noHistoryTags')}
        </p>
      ) : curves === null && failure ? (
        <p className="scene-none" role="alert">
          {localize(failure.words)}
        </p>
      ) : curves === null ? (
        <div className="scene-curves" aria-busy="true">
          <p className="scene-none" role="status">
            {t('loading')}
          </p>
        </div>
      ) : isEmpty ? (
        <p className="scene-none" role="status">
          {t('noHistory')}
        </p>
      ) : (
        <div className="scene-curves">
          <Chart
            option={option}
            theme={chartTheme}
            label={t('historyOf', { names: shown.map(({ tag }) => getName(tag)).join(', ') })}
          />
        </div>
      )}
    </section>
  )
})

/** Device name as in the scene's device table, with the id appended if two devices have the same name. */
function formatDevice({ device, deviceName = '' }: Tag, tags: readonly Tag[]): string {
  if (deviceName === '') return device
  return tags.some((other) => other.device !== device && other.deviceName === deviceName)
    ? `${deviceName} (${device})`
    : deviceName
}
