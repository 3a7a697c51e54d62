import { DownloadOutlined } from '@ant-design/icons'
import { Button, Segmented, Select, Skeleton, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Entity, Row } from '../../contract/entity/define.ts'
import { dateAfter } from '../../contract/entity/timeZone.ts'
import { limits } from '../../contract/limits.ts'
import { useExport } from '../crud/sheets/useExport.ts'
import { useRights } from '../crud/config/useRights.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import type { AllRows } from '../stores/entities/allRows.ts'
import { useStores } from '../stores/root.ts'
import { type GetDate, daysOfMonth, daysUpTo, numberIn, valueIn } from './figures.ts'
import type { Loaded } from './useRowsSince.ts'
import '../kit/page/List.css'
import './analysis.css'

export const ranges = [7, 14, 30, 90] as const

const lastMonth = 'month'

export interface AnalysisQuery {
  /** Selected dates (`yyyy-MM-dd`), oldest first. */
  readonly days: readonly string[]
  /** Dates of the preceding period: the same number of days, or the month before. */
  readonly previousDays: readonly string[]
  readonly project: string | undefined
  /** Returns the date of a row in the time zone of its project. */
  readonly getDate: GetDate
  /** Time range that covers all of these days completely; null until the time zones of the projects are loaded. */
  readonly getSpan: (days: readonly string[]) => { readonly from: number; readonly to: number } | null
}

/**
 * Reads the period and the project from the URL parameters. `last`: the last day of a period of N days; `at`: the row
 * field that holds the timestamp.
 */
export function useAnalysisQuery(last: 'today' | 'yesterday', at: string): AnalysisQuery {
  const {
    projects: { isKnown },
    zones,
  } = useStores()
  const [params] = useSearchParams()
  const range = readRange(params)
  const project = params.get('project') ?? undefined
  const [today, whole] = [zones.today(project), zones.lastWholeDay(project)]
  // A month is complete once it has ended in every time zone.
  const [current, end] = [dateAfter(whole, 1), last === 'today' ? today : whole]
  const both = typeof range === 'number' ? daysUpTo(end, range * 2) : []
  const getDate = zones.calendar()
  return {
    days: typeof range === 'number' ? both.slice(range) : daysOfMonth(current, -1),
    previousDays: typeof range === 'number' ? both.slice(0, range) : daysOfMonth(current, -2),
    project,
    getDate: (row) => {
      const [moment, own] = [numberIn(row, at), valueIn(row, 'project')]
      return moment === null ? undefined : getDate(typeof own === 'string' ? own : project, moment)
    },
    getSpan: (days) => (isKnown ? zones.span(project, days[0] ?? end, days.at(-1) ?? end) : null),
  }
}

const readRange = (params: URLSearchParams): (typeof ranges)[number] | typeof lastMonth =>
  params.get('days') === lastMonth ? lastMonth : (ranges.find((days) => days === Number(params.get('days'))) ?? 14)

interface AnalysisFrameProps {
  readonly title: string
  readonly loaded: Loaded
  /** List behind the figures, for the spreadsheet export. */
  readonly source?: {
    readonly entity: Entity
    readonly query: Omit<EntityQuery, 'page' | 'pageSize'>
    readonly includeRow: (row: Row) => boolean
  } | null
  /** False if the page shows totals of the period only, without days. */
  readonly showsDays?: boolean
  readonly children: (rows: AllRows['rows']) => ReactNode
}

/** Frame of an analysis page: project and period filters, export, loading state and error state. */
export const AnalysisFrame = observer(function AnalysisFrame({
  title,
  loaded: { answer, again: retry },
  source,
  showsDays = true,
  children,
}: AnalysisFrameProps) {
  const { projects } = useStores()
  const { t } = useTranslation('analysis')
  const localize = useLocalized()
  const [params, setParams] = useSearchParams()
  const range = readRange(params)
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
              className="list-choice"
              aria-label={t('project')}
              value={project ?? ''}
              onChange={(next) => set('project', next || undefined)}
              options={[
                { value: '', label: t('allProjects') },
                ...projects.list.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <Segmented<number | string>
            aria-label={t('range')}
            value={range}
            onChange={(next) => set('days', next === 14 ? undefined : String(next))}
            options={[
              ...ranges.map((count) => ({ value: count, label: t('days', { count }) })),
              { value: lastMonth, label: t('lastMonth') },
            ]}
          />
          {source && <ExportButton source={source} />}
        </div>
      </header>
      <div className="list-body" tabIndex={0} aria-busy={answer === null}>
        {answer === null && <Skeleton active paragraph={{ rows: 10 }} />}
        {answer instanceof CallFailure && (
          <EmptyPanel tone="failed" title={t('failed')} text={localize(answer.words)}>
            <Button type="primary" onClick={retry}>
              {t('again')}
            </Button>
          </EmptyPanel>
        )}
        {answer !== null && !(answer instanceof CallFailure) && (
          <div className="analysis">
            {showsDays && <ZoneNote kind="plan" project={project ?? undefined} />}
            {answer.isCut && (
              <p className="analysis-cut" role="alert">
                {t('cut')}
              </p>
            )}
            {children(answer.rows)}
          </div>
        )}
      </div>
    </div>
  )
})

/** Exports the rows behind the figures as a spreadsheet. */
const ExportButton = observer(function ExportButton({
  source: { entity, query, includeRow },
}: {
  readonly source: NonNullable<AnalysisFrameProps['source']>
}) {
  const { t } = useTranslation('analysis')
  const may = useRights(entity)
  const { download, isBusy } = useExport({ entity })
  if (!may('export')) return null
  return (
    <Tooltip title={t('export')}>
      <Button
        aria-label={t('export')}
        icon={<DownloadOutlined aria-hidden />}
        loading={isBusy}
        onClick={() => void download({ ...query, page: 1, pageSize: limits.list.pageSize }, includeRow)}
      />
    </Tooltip>
  )
})

/** Key figures at the top of a page. */
export function Figures({
  list,
}: {
  readonly list: readonly { readonly label: string; readonly value: string; readonly note?: string | undefined }[]
}) {
  return (
    <dl className="analysis-figures">
      {list.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

interface PartProps {
  readonly title: string
  readonly isEmpty: boolean
  readonly isWide?: boolean
  /** Explains how to read the chart. */
  readonly hint?: string | undefined
  readonly children: ReactNode
}

/** A chart with its heading, or an empty-state text. */
export function Part({ title, isEmpty, isWide = false, hint, children }: PartProps) {
  const { t } = useTranslation('analysis')
  return (
    <section className="analysis-part" data-wide={isWide || undefined} aria-label={title}>
      <h2>{title}</h2>
      {isEmpty ? (
        <p className="analysis-none" role="status">
          {t('nothing')}
        </p>
      ) : (
        <div className="analysis-chart">{children}</div>
      )}
      {!isEmpty && hint !== undefined && <p className="analysis-hint">{hint}</p>}
    </section>
  )
}
