import { Segmented, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import type { Curve, Tag } from '../../contract/routes.ts'
import { useChartLook } from '../fields/useChartLook.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { useSay } from '../kit/useSay.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

const hour = 3_600_000
const spans = [{ key: '1h', ms: hour }, { key: '6h', ms: 6 * hour }, { key: '24h', ms: 24 * hour }, { key: '7d', ms: 168 * hour }] as const
const refreshMs = 30_000

/** The history query: the past of chosen tags as curves over one time axis; a gap is a gap. */
export const SceneHistory = observer(function SceneHistory({ tags }: { readonly tags: readonly Tag[] }) {
  const { client } = useStores()
  const { t } = useTranslation('scene')
  const say = useSay()
  const look = useChartLook()
  const numbers = useMemo(() => tags.filter(({ kind }) => kind === 'number'), [tags])
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const [span, setSpan] = useState<(typeof spans)[number]['key']>('1h')
  const chosen = useMemo(() => picked ?? numbers.slice(0, 2).map(({ path }) => path), [picked, numbers])
  const [curves, setCurves] = useState<readonly Curve[]>([])
  const asked = chosen.join(',')
  useEffect(() => {
    if (asked === '') return undefined
    const running = new AbortController()
    const spanMs = spans.find(({ key }) => key === span)?.ms ?? hour
    const load = (): void => {
      client.call('history.read', { query: { tags: asked, spanMs, points: limits.history.points } }, { quiet: true, signal: running.signal }).then(setCurves, (thrown: unknown) => {
        if (!running.signal.aborted && !(thrown instanceof CallFailure)) throw thrown
      })
    }
    load()
    const timer = setInterval(load, refreshMs)
    return () => {
      clearInterval(timer)
      running.abort()
    }
  }, [client, asked, span])
  const nameOf = (path: string): string => {
    const tag = tags.find((one) => one.path === path)
    return tag ? `${tag.device} · ${say(tag.words)}${tag.unit ? ` (${tag.unit})` : ''}` : path
  }
  const shown = curves.filter(({ tag }) => chosen.includes(tag))
  const option = {
    grid: { left: 52, right: 16, top: 34, bottom: 28 }, legend: { top: 2, type: 'scroll' }, tooltip: { trigger: 'axis', renderMode: 'richText', confine: true },
    xAxis: { type: 'time' }, yAxis: { type: 'value', scale: true },
    series: shown.map(({ tag, at, values }) => ({ type: 'line', name: nameOf(tag), showSymbol: false, lineStyle: { width: 1.5 }, data: at.map((moment, index) => [moment, values[index] ?? null]) })),
  }
  const isEmpty = shown.every(({ values }) => values.every((value) => value === null))
  return (
    <section className="scene-panel" aria-label={t('history')}>
      <h2>{t('history')}</h2>
      <div className="scene-query">
        <Select
          mode="multiple" maxTagCount="responsive" className="scene-tags" aria-label={t('historyTags')} placeholder={t('historyTags')} value={[...chosen]} maxCount={limits.history.tags}
          onChange={(next: string[]) => setPicked(next)} options={numbers.map(({ path }) => ({ value: path, label: nameOf(path) }))} optionFilterProp="label"
        />
        <Segmented size="small" value={span} onChange={setSpan} options={spans.map(({ key }) => ({ value: key, label: t(`span.${key}`) }))} />
      </div>
      {numbers.length === 0 || isEmpty
        ? <p className="scene-none" role="status">{t(numbers.length === 0 ? 'noHistoryTags' : 'noHistory')}</p>
        : <div className="scene-curves"><Chart option={option} look={look} label={t('historyOf', { names: shown.map(({ tag }) => nameOf(tag)).join(', ') })} /></div>}
    </section>
  )
})
