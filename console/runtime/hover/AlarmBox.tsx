import type { Component } from '@mimic/engine'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { decodeLocalized } from '../../../contract/localizedText.ts'
import type { Row } from '../../../contract/entity/define.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { alarm, faultWords } from '../../../contract/alarms/alarm.ts'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { Anchor } from '../tag/Anchor.tsx'
import type { PlantAlarms } from '../feeds/plantAlarms.ts'
import type { Running } from '../running.ts'
import { useLeave } from '../useLeave.ts'

interface AlarmBoxProps {
  readonly plant: PlantAlarms
  readonly running: Running
  readonly component: Component
  readonly project: string
  readonly onClose: () => void
}

const policy = getEntityRoutes(alarm)['confirm']?.policy

/** Popover at an alarm list of the drawing with its unconfirmed alarms, which can be confirmed with permission. */
export const AlarmBox = observer(function AlarmBox({
  plant,
  running: { stage },
  component,
  project,
  onClose,
}: AlarmBoxProps) {
  const title = useTitle(plant)
  return (
    <Anchor
      stage={stage}
      component={component}
      placement="bottom"
      title={title}
      classNames={{ root: 'alarm-box' }}
      content={<AlarmRows plant={plant} project={project} onClose={onClose} />}
    />
  )
})

const AlarmRows = observer(function AlarmRows({
  plant,
  project,
  onClose,
}: Pick<AlarmBoxProps, 'plant' | 'project' | 'onClose'>) {
  const { session } = useStores()
  const { t } = useTranslation('runtime')
  const box = useRef<HTMLDivElement>(null)
  const { rows, total } = plant
  const mayConfirm = policy !== undefined && session.mayCall(policy, project)
  const title = useTitle(plant)
  useLeave(box, onClose, '.alarm-box')
  return (
    <div className="alarm-rows" ref={box} tabIndex={-1} role="dialog" aria-label={title}>
      {plant.listed === null ? (
        <p role="status">{t('alarms.unknown')}</p>
      ) : (
        rows.length === 0 && <p>{t('alarms.none')}</p>
      )}
      <ul>
        {rows.map((row) => (
          <AlarmRow key={row.id} plant={plant} row={row} mayConfirm={mayConfirm} />
        ))}
      </ul>
      {rows.length > 0 && !mayConfirm && <p>{t('alarms.role')}</p>}
      <div className="command-buttons">
        <Link to={`/alarms?filter.status=unconfirmed&project=${encodeURIComponent(project)}`}>
          {rows.length < total ? t('alarms.more', { count: total - rows.length }) : t('alarms.all')}
        </Link>
        <Button onClick={onClose}>{t('command.close')}</Button>
      </div>
    </div>
  )
})

const AlarmRow = observer(function AlarmRow({
  plant,
  row,
  mayConfirm,
}: {
  readonly plant: PlantAlarms
  readonly row: Row
  readonly mayConfirm: boolean
}) {
  const { t } = useTranslation('runtime')
  const localize = useLocalized()
  const [isBusy, setBusy] = useState(false)
  const { message, at, fault, level, clearedAt }: Readonly<Record<string, unknown>> = { ...row }
  const words = faultWords(fault)
  const sentence = localize(decodeLocalized(String(message)))

  async function handleConfirm() {
    setBusy(true)
    try {
      await plant.confirm(row)
    } catch (thrown) {
      setBusy(false)
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown the failure
    }
  }

  return (
    <li data-level={String(level)}>
      <div>
        <b>{words ? localize(words) : String(fault)}</b> <span>{sentence}</span>
        <small>
          {typeof at === 'number' ? formatTime(at) : ''}
          {clearedAt === null ? '' : ` · ${t('alarms.cleared')}`}
        </small>
      </div>
      {mayConfirm && (
        <Button
          size="small"
          loading={isBusy}
          aria-label={t('alarms.confirmOne', { message: sentence })}
          onClick={() => void handleConfirm()}
        >
          {t('alarms.confirm')}
        </Button>
      )}
    </li>
  )
})

function useTitle({ listed, total }: PlantAlarms): string {
  const { t } = useTranslation('runtime')
  return listed === null ? t('alarms.titleUnknown') : t('alarms.title', { count: total })
}
