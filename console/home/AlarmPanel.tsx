import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { entityOf } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { routesOf } from '../../contract/entity/routes.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { formatTime } from '../kit/formatTime.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import type { Overview } from './overview.ts'
import { Panel } from './Panel.tsx'

const alarm = entityOf('alarm')

/** The latest alarms that nobody has confirmed, the newest first; confirming is done here. */
export const AlarmPanel = observer(function AlarmPanel({ overview }: { readonly overview: Overview }) {
  const { session } = useStores()
  const { t } = useTranslation('home')
  const [busy, setBusy] = useState<string | null>(null)
  const policy = routesOf(alarm)['confirm']?.policy

  async function handleConfirm(row: Row) {
    setBusy(row.id)
    try {
      await overview.confirm(row)
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the person has been told
    } finally {
      setBusy(null)
    }
  }

  return (
    <Panel title={t('alarmLog')} more={<Link to="/alarms">{t('all')}</Link>} className="home-alarm-panel">
      {overview.openAlarms === 0 && <p className="home-none">{t('noAlarms')}</p>}
      <ul className="home-alarms">
        {overview.alarms.map((row) => {
          const { message, at, level, fault }: Readonly<Record<string, unknown>> = { ...row }
          return (
            <li key={row.id} data-level={String(level)}>
              <div>
                <b>{String(message)}</b>
                <small>
                  <time>{typeof at === 'number' ? formatTime(at, 'MM-DD HH:mm') : ''}</time>
                  {alarm.fields['fault'] && <FieldCell field={alarm.fields['fault']} value={typeof fault === 'string' ? fault : null} row={row} />}
                </small>
              </div>
              {policy && session.mayCall(policy, row.project) && <Button size="small" loading={busy === row.id} onClick={() => void handleConfirm(row)}>{t('confirm')}</Button>}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
})
