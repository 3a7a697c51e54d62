import { Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { nextRuns } from '../../contract/entity/cron.ts'
import { job } from '../../contract/system/logs.ts'
import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { CronEditor } from '../fields/CronEditor.tsx'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { cronWords } from '../kit/text/cronWords.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useStores } from '../stores/root.ts'
import './monitoring.css'

const renewMs = 3_000
const runsShown = 5

/** Scheduled jobs of the server with next run and last result, in the server's time zone. */
export const jobShape: CustomScreenConfig = {
  clock: 'runs',
  cells: {
    cron: (row) => <CronWords text={getValue(row, 'cron')} />,
    lastResult: (row) => <LastResult row={row} />,
    nextAt: (row) => <ServerTime at={getValue(row, 'nextAt')} />,
    lastAt: (row) => <ServerTime at={getValue(row, 'lastAt')} />,
    runningSince: (row) => <ServerTime at={getValue(row, 'runningSince')} />,
  },
  editors: { cron: (props) => <JobCron {...props} /> },
  rowActions: [{ label: 'monitoring:jobs.log', to: ({ id }) => `/monitor/job-log?filter.job=${id}` }],
  detail: (row) => <NextRuns row={row} />,
  renewMs: () => renewMs,
}

/** Job log; times in the server's time zone. */
export const jobLogShape: CustomScreenConfig = {
  clock: 'runs',
  cells: { at: (row) => <ServerTime at={getValue(row, 'at')} /> },
}

/** Result of the last run, or "running" with the start time. */
function LastResult({ row }: { readonly row: Row }) {
  const { t } = useTranslation('monitoring')
  const { zones } = useStores()
  const since = getValue(row, 'runningSince')
  return typeof since === 'number' ? (
    <Tag className="cell-tag" data-tone="underway" title={formatTime(since, undefined, zones.server)}>
      {t('jobs.running')}
    </Tag>
  ) : (
    <FieldCell field={job.fields.lastResult} value={getValue(row, 'lastResult')} row={row} />
  )
}

/** Time in the server's time zone, which the cron expression refers to. */
function ServerTime({ at }: { readonly at: unknown }) {
  const { zones } = useStores()
  return typeof at === 'number' ? (
    <span className="cell-number">{formatTime(at, undefined, zones.server)}</span>
  ) : (
    <span className="cell-none">–</span>
  )
}

function JobCron({ id, field, value, isBad = false, isDisabled = false, onChange }: FieldEditorProps) {
  return field.kind === 'text' ? (
    <CronEditor
      id={id}
      value={typeof value === 'string' ? value : ''}
      isBad={isBad}
      isDisabled={isDisabled}
      maxLength={field.maxLength}
      zoneNote="runs"
      onChange={onChange}
    />
  ) : null
}

function CronWords({ text }: { readonly text: unknown }) {
  const { i18n } = useTranslation()
  if (typeof text !== 'string') return <>–</>
  return (
    <span className="monitor-code" title={cronWords(text, i18n.language)}>
      {text}
    </span>
  )
}

const NextRuns = observer(function NextRuns({ row }: { readonly row: Row }) {
  const { zones } = useStores()
  const { t, i18n } = useTranslation('monitoring')
  const cron = getValue(row, 'cron')
  if (typeof cron !== 'string') return null
  return (
    <section className="monitor-records">
      <h3>{t('jobs.next', { words: cronWords(cron, i18n.language) })}</h3>
      <ol>
        {(nextRuns(cron, runsShown, zones.server) ?? []).map((at) => (
          <li key={at.getTime()}>{formatTime(at, undefined, zones.server)}</li>
        ))}
      </ol>
    </section>
  )
})
