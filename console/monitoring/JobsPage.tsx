import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { nextRuns } from '../../contract/entity/cron.ts'
import { job, jobLog } from '../../contract/system/logs.ts'
import { EntityScreen } from '../crud/EntityScreen.tsx'
import type { ScreenShape } from '../crud/shape.ts'
import { valueOf } from '../crud/shape.ts'
import { cronWords } from '../kit/cronWords.ts'
import { formatTime } from '../kit/formatTime.ts'
import { useStores } from '../stores/root.ts'
import './monitoring.css'

const newsMs = 3_000
const runsShown = 5

const shape: ScreenShape = {
  entity: job,
  cells: { cron: (row) => <CronWords text={valueOf(row, 'cron')} /> },
  detail: (row) => <NextRuns row={row} />,
}
const logShape: ScreenShape = { entity: jobLog }

/** What the server does by the clock: when next, and what came of it the last time. */
export const JobsPage = observer(function JobsPage() {
  const store = useStores().entities.of(job)
  useEffect(() => {
    const timer = setInterval(() => { if (!document.hidden && store.loading === null && store.chosen.length === 0) void store.reload() }, newsMs)
    return () => clearInterval(timer)
  }, [store])
  return <EntityScreen shape={shape} />
})

/** Every run that there was. */
export function JobLogPage() {
  return <EntityScreen shape={logShape} />
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
