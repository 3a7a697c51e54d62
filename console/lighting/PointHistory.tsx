import { Segmented, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import type { Curve, Tag } from '../../contract/routes.ts'
import { useChartLook } from '../fields/useChartLook.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { useSay } from '../kit/useSay.ts'
import { usePolled } from '../stores/polled.ts'
import { useStores } from '../stores/root.ts'

const hourMs = 3_600_000
const spans = { '1h': hourMs, '24h': 24 * hourMs, '7d': 168 * hourMs } as const
type Span = keyof typeof spans
const isSpan = (key: string): key is Span => Object.hasOwn(spans, key)
const refreshMs = 30_000

/** The past of one point as a curve; a gap is a gap. */
export const PointHistory = observer(function PointHistory({ tags }: { readonly tags: readonly Tag[] }) {
  const { client } = useStores()
  const { t } = useTranslation('lighting')
  const say = useSay()
  const look = useChartLook()
  const choices = useMemo(() => tags.filter(({ kind }) => kind !== 'text'), [tags])
  const [picked, setPicked] = useState<string>()
  const [span, setSpan] = useState<Span>('1h')
  const tag = choices.find(({ path }) => path === picked) ?? choices.find(({ point }) => mainPoints.includes(point)) ?? choices[0]
  const path = tag?.path ?? ''
  const polled = usePolled<Curve | null>(`${path} ${span}`, refreshMs, async (signal) =>
    (path === '' ? null : (await client.call('history.read', { query: { tags: path, spanMs: spans[span], points: limits.history.points } }, { quiet: true, signal }))[0] ?? null))
  const { value: curve, failure } = polled
  const name = tag ? `${say(tag.words)}${tag.unit ? ` (${tag.unit})` : ''}` : ''
  const end = curve?.at.at(-1)
  const isShare = tag?.unit === '%'
  // What is switched or set stays until it is set anew: there is nothing in between.
  const isStepped = tag !== undefined && (tag.kind === 'flag' || tag.writable)
  const option = useMemo(() => ({
    grid: { left: 48, right: 12, top: 10, bottom: 24 }, tooltip: { trigger: 'axis', renderMode: 'richText', confine: true },
    xAxis: { type: 'time', ...(end === undefined ? {} : { min: end - spans[span], max: end }) }, yAxis: { type: 'value', ...(isShare ? { min: 0, max: 100 } : { scale: tag?.kind !== 'flag' }) },
    series: [{ type: 'line', name, showSymbol: false, step: isStepped ? 'end' : false, lineStyle: { width: 1.5 }, data: curve?.at.map((moment, index) => [moment, curve.values[index] ?? null]) ?? [] }],
  }), [curve, name, tag?.kind, end, span, isShare, isStepped])
  if (!tag) return null
  const isEmpty = !curve?.values.some((value) => value !== null)
  return (
    <div className="lighting-history">
      <div className="lighting-query">
        <Select size="small" aria-label={t('history')} value={path} onChange={setPicked} popupMatchSelectWidth={false} options={choices.map((one) => ({ value: one.path, label: say(one.words) }))} />
        <Segmented<string> size="small" aria-label={t('span')} value={span} onChange={(key) => { if (isSpan(key)) setSpan(key) }} options={Object.keys(spans).map((key) => ({ value: key, label: t(`spans.${key}`) }))} />
      </div>
      {failure && !curve
        ? <p className="lighting-none" role="alert">{say(failure.words)}</p>
        : polled.isLoading && !curve ? <p className="lighting-none" role="status">{t('loading')}</p>
          : isEmpty ? <p className="lighting-none" role="status">{t('noHistory')}</p>
            : <div className="lighting-curve"><Chart option={option} look={look} label={t('historyOf', { name })} /></div>}
    </div>
  )
})

/** What people ask for first. */
const mainPoints: readonly string[] = ['dimming', 'powerKw', 'luminance']
