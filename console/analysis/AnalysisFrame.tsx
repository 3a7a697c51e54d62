import { DownloadOutlined } from '@ant-design/icons'
import { Button, Segmented, Select, Skeleton, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Entity } from '../../contract/entity/define.ts'
import { limits } from '../../contract/limits.ts'
import { useExport } from '../crud/useExport.ts'
import { useRights } from '../crud/useRights.ts'
import { EmptyPanel } from '../kit/EmptyPanel.tsx'
import { useSay } from '../kit/useSay.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import type { AllRows } from '../stores/allRows.ts'
import { useStores } from '../stores/root.ts'
import { daysOfMonth, daysUpTo, endOfDay, midnightOf } from './figures.ts'
import type { Loaded } from './useRowsSince.ts'
import '../kit/List.css'
import './analysis.css'

export const ranges = [7, 14, 30, 90] as const

const lastMonth = 'month'

export interface Asked {
  /** The midnights of the days asked for, oldest first. */
  readonly days: readonly number[]
  /** Those of the stretch before: as many days, or the month before. */
  readonly before: readonly number[]
  /** The end of the last day. */
  readonly to: number
  readonly project: string | undefined
}

/** What the address asks for: which days, of which project. `last`: the day that a number of days ends with. */
export function useAsked(last: 'today' | 'yesterday'): Asked {
  const [params] = useSearchParams()
  const [now] = useState(() => Date.now())
  const stretch = stretchIn(params)
  const both = typeof stretch === 'number' ? daysUpTo(last === 'today' ? now : midnightOf(now) - 1, stretch * 2) : []
  const days = typeof stretch === 'number' ? both.slice(stretch) : daysOfMonth(now, -1)
  const before = typeof stretch === 'number' ? both.slice(0, stretch) : daysOfMonth(now, -2)
  return { days, before, to: endOfDay(days.at(-1) ?? now), project: params.get('project') ?? undefined }
}

const stretchIn = (params: URLSearchParams): (typeof ranges)[number] | typeof lastMonth =>
  (params.get('days') === lastMonth ? lastMonth : ranges.find((days) => days === Number(params.get('days'))) ?? 14)

interface AnalysisFrameProps {
  readonly title: string
  readonly loaded: Loaded
  /** The list that the figures are made of, to be taken along as a spreadsheet. */
  readonly source?: { readonly entity: Entity; readonly query: Omit<EntityQuery, 'page' | 'pageSize'> }
  readonly children: (rows: AllRows['rows']) => ReactNode
}

/** The frame of a page of figures: which project, how many days; while they come, and where they do not. */
export const AnalysisFrame = observer(function AnalysisFrame({ title, loaded: { answer, again }, source, children }: AnalysisFrameProps) {
  const { projects } = useStores()
  const { t } = useTranslation('analysis')
  const say = useSay()
  const [params, setParams] = useSearchParams()
  const stretch = stretchIn(params)
  const project = params.get('project')
  const set = (name: string, value: string | undefined): void => {
    const next = new URLSearchParams(params)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setParams(next)
  }
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{title}</h1>
        <div className="list-toolbar">
          {projects.list.length > 1 && (
            <Select
              className="list-choice" aria-label={t('project')} value={project ?? ''} onChange={(next) => set('project', next || undefined)}
              options={[{ value: '', label: t('allProjects') }, ...projects.list.map(({ id, name }) => ({ value: id, label: name }))]}
            />
          )}
          <Segmented<number | string>
            aria-label={t('range')} value={stretch} onChange={(next) => set('days', next === 14 ? undefined : String(next))}
            options={[...ranges.map((count) => ({ value: count, label: t('days', { count }) })), { value: lastMonth, label: t('lastMonth') }]}
          />
          {source && <ExportButton source={source} />}
        </div>
      </header>
      <div className="list-body" tabIndex={0} aria-busy={answer === null}>
        {answer === null && <Skeleton active paragraph={{ rows: 10 }} />}
        {answer instanceof CallFailure && <EmptyPanel tone="failed" title={t('failed')} text={say(answer.words)}><Button type="primary" onClick={again}>{t('again')}</Button></EmptyPanel>}
        {answer !== null && !(answer instanceof CallFailure) && (
          <div className="analysis">
            {answer.isCut && <p className="analysis-cut" role="alert">{t('cut')}</p>}
            {children(answer.rows)}
          </div>
        )}
      </div>
    </div>
  )
})

/** The rows behind the figures, as a spreadsheet. */
const ExportButton = observer(function ExportButton({ source: { entity, query } }: { readonly source: NonNullable<AnalysisFrameProps['source']> }) {
  const { t } = useTranslation('analysis')
  const may = useRights(entity)
  const { download, isBusy } = useExport({ entity })
  if (!may('export')) return null
  return <Tooltip title={t('export')}><Button aria-label={t('export')} icon={<DownloadOutlined aria-hidden />} loading={isBusy} onClick={() => void download({ ...query, page: 1, pageSize: limits.list.pageSize })} /></Tooltip>
})

/** The figures that a page begins with. */
export function Figures({ list }: { readonly list: readonly { readonly label: string; readonly value: string; readonly note?: string | undefined }[] }) {
  return <dl className="analysis-figures">{list.map(({ label, value, note }) => <div key={label}><dt>{label}</dt><dd>{value}</dd>{note !== undefined && <dd>{note}</dd>}</div>)}</dl>
}

interface PartProps {
  readonly title: string
  readonly isEmpty: boolean
  readonly isWide?: boolean
  /** How the chart is to be read. */
  readonly hint?: string | undefined
  readonly children: ReactNode
}

/** A chart with its heading, or a word where there is nothing to draw. */
export function Part({ title, isEmpty, isWide = false, hint, children }: PartProps) {
  const { t } = useTranslation('analysis')
  return (
    <section className="analysis-part" data-wide={isWide || undefined} aria-label={title}>
      <h2>{title}</h2>
      {isEmpty ? <p className="analysis-none" role="status">{t('nothing')}</p> : <div className="analysis-chart">{children}</div>}
      {!isEmpty && hint !== undefined && <p className="analysis-hint">{hint}</p>}
    </section>
  )
}
