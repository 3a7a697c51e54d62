import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { nextRuns } from '../../contract/entity/cron.ts'
import { job } from '../../contract/system/logs.ts'
import type { OwnShape } from '../crud/shape.ts'
import { valueOf } from '../crud/shape.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { cronWords } from '../kit/cronWords.ts'
import { formatTime } from '../kit/formatTime.ts'
import './monitoring.css'

const renewMs = 3_000
const runsShown = 5

/** What the server does by the clock: when next, and what came of it the last time. */
export const jobShape: OwnShape = {
  cells: { cron: (row) => <CronWords text={valueOf(row, 'cron')} />, lastResult: (row) => <LastResult row={row} /> },
  rowActions: [{ label: 'monitoring:jobs.log', to: ({ id }) => `/monitor/job-log?filter.job=${id}` }],
  detail: (row) => <NextRuns row={row} />,
  renewMs: () => renewMs,
}

/** What came of the last run; while one is under way, that it is, and since when. */
function LastResult({ row }: { readonly row: Row }) {
  const { t } = useTranslation('monitoring')
  const since = valueOf(row, 'runningSince')
  return typeof since === 'number'
    ? <Tag className="cell-tag" data-tone="underway" title={formatTime(since)}>{t('jobs.running')}</Tag>
    : <FieldCell field={job.fields.lastResult} value={valueOf(row, 'lastResult')} row={row} />
}

function CronWords({ text }: { readonly text: unknown }) {
  const { i18n } = useTranslation()
  if (typeof text !== 'string') return <>–</>
  return <span className="monitor-code" title={cronWords(text, i18n.language)}>{text}</span>
}

function NextRuns({ row }: { readonly row: Row }) {
  const { t, i18n } = useTranslation('monitoring')
  const cron = valueOf(row, 'cron')
  if (typeof cron !== 'string') return null
  return (
    <section className="monitor-records">
      <h3>{t('jobs.next', { words: cronWords(cron, i18n.language) })}</h3>
      <ol>{(nextRuns(cron, runsShown) ?? []).map((at) => <li key={at.getTime()}>{formatTime(at)}</li>)}</ol>
    </section>
  )
}
