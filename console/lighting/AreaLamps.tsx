import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { pole } from '../../contract/lighting/pole.ts'
import { valueOf } from '../crud/shape.ts'
import { formatTime } from '../kit/formatTime.ts'
import { useSay } from '../kit/useSay.ts'
import { CallFailure } from '../net/failure.ts'
import { allRows } from '../stores/allRows.ts'
import { useStores } from '../stores/root.ts'
import { useAnswer } from '../stores/useAnswer.ts'
import { useLiveStates } from '../stores/useLiveStates.ts'
import { lampsOf, lampsSaid, type AreaPoint } from './lampsSaid.ts'
import './lighting.css'

const nothing: ReadonlySet<string> = new Set()

/** What the lamps of an area report, beside what was asked of them last: a command that did not come through shows here. */
export const AreaLamps = observer(function AreaLamps({ row, point }: { readonly row: Row; readonly point: AreaPoint }) {
  const { entities } = useStores()
  const { t } = useTranslation('lighting')
  const say = useSay()
  const answer = useAnswer(row.id, (signal) => allRows(entities.of(pole).client, { project: row.project, filter: { area: row.id } }, { signal, quiet: true }))
  const rows = answer === null || answer instanceof CallFailure ? null : answer.rows
  const lamps = useMemo(() => lampsOf(rows ?? []), [rows])
  const live = useLiveStates(lamps, nothing)
  const dimming = valueOf(row, 'dimming')
  const at = valueOf(row, 'commandedAt')
  const isAsked = typeof dimming === 'number' && typeof at === 'number'
  const asked = isAsked ? t('lamps.asked', { what: point === 'dimming' ? `${dimming} %` : t(valueOf(row, 'isOn') === true ? 'on' : 'off'), time: formatTime(at, 'MM-DD HH:mm') }) : t('lamps.notAsked')
  const said = lampsSaid(point, lamps, live, isAsked ? dimming : null)
  return (
    <span className="lighting-lamps" data-differs={said.differs || undefined}>
      {answer instanceof CallFailure ? (answer.error === 'access.denied' ? t('lamps.unseen') : say(answer.words)) : rows === null ? '…' : t(`lamps.${said.key}`, { on: said.on, of: said.of, percent: said.percent })}
      {rows !== null && said.unknown > 0 && said.key !== 'unknown' && <small>{t('lamps.some', { count: said.unknown })}</small>}
      <small>{asked}{said.differs && ` · ${t('lamps.differs')}`}</small>
    </span>
  )
})
