import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { decodeLocalized } from '../../../contract/localizedText.ts'
import { getEntity } from '../../../contract/entities.ts'
import type { Row } from '../../../contract/entity/define.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import { ZoneNote } from '../../fields/ZoneNote.tsx'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { isActive } from '../model/activeAlarms.ts'
import { projectLink } from '../model/projectLink.ts'
import type { Overview } from '../model/overview.ts'
import { Panel } from './Panel.tsx'
import '../../crud/crud.css'

const TransitionDialog = lazy(async () => ({
  default: (await import('../../crud/form/TransitionDialog.tsx')).TransitionDialog,
}))
const alarm = getEntity('alarm')
const move = 'confirm'

/** The latest unconfirmed alarms, newest first, with the same confirmation dialog as the alarm page. */
export const AlarmPanel = observer(function AlarmPanel({
  overview,
  project,
}: {
  readonly overview: Overview
  readonly project: string | undefined
}) {
  const { session } = useStores()
  const { t } = useTranslation('home')
  const localize = useLocalized()
  const [confirmed, setConfirmed] = useState<Row | null>(null)
  const policy = getEntityRoutes(alarm)[move]?.policy
  const close = (): void => setConfirmed(null)

  function handleDone() {
    close()
    overview.refreshAlarms()
  }

  return (
    <Panel
      title={t('alarmLog')}
      more={<Link to={projectLink('/alarms', project)}>{t('all')}</Link>}
      className="home-alarm-panel"
      request={overview.requests.alarms}
      isKnown={overview.openAlarms !== null}
    >
      {overview.openAlarms === 0 && <p className="home-none">{t('noAlarms')}</p>}
      {overview.alarms.length > 0 && <ZoneNote kind="moments" project={overview.project} />}
      <ul className="home-alarms">
        {overview.alarms.map((row) => {
          const { message, at, level, fault }: Readonly<Record<string, unknown>> = { ...row }
          return (
            <li key={row.id} data-level={String(level)}>
              <div>
                <b>{localize(decodeLocalized(String(message)))}</b>
                <small>
                  <time>{typeof at === 'number' ? formatTime(at, 'MM-DD HH:mm') : ''}</time>
                  {alarm.fields['fault'] && (
                    <FieldCell
                      field={alarm.fields['fault']}
                      value={typeof fault === 'string' ? fault : null}
                      row={row}
                    />
                  )}
                  {!isActive(row) && <span>{t('cleared')}</span>}
                </small>
              </div>
              {policy && session.mayCall(policy, row.project) && (
                <Button size="small" onClick={() => setConfirmed(row)}>
                  {t('confirm')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {confirmed && (
        <Suspense fallback={null}>
          <TransitionDialog entity={alarm} row={confirmed} move={move} onClose={close} onDone={handleDone} />
        </Suspense>
      )}
    </Panel>
  )
})
