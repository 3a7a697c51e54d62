import { BellOutlined } from '@ant-design/icons'
import { App, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { decodeLocalized } from '../../contract/localizedText.ts'
import { alarm, faultWords } from '../../contract/lighting/alarm.ts'
import type { AlarmEvent } from '../../contract/lighting/alarmEvents.ts'
import { routesOf } from '../../contract/entity/routes.ts'
import { formatTime } from '../kit/formatTime.ts'
import { useLocalized } from '../kit/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import './AlarmBell.css'

const openAlarms = '/alarms?filter.status=unconfirmed'
const policy = routesOf(alarm)['list']?.policy
const mostSaid = 999
/** A wall display has nobody to close what lies over the drawing; the count stays. */
const quietS = 15
const isFramed = window.self !== window.top
const none: readonly AlarmEvent[] = []

/**
 * How many alarms nobody has confirmed, on every page: those whose fault is there, and told apart from them those that are over; and a notice of each severe one that begins, until it is seen. `isQuiet`
 * is for pages that are nothing but a drawing: no alarm, no bell, a notice goes by itself, and a drawing inside another page says nothing.
 */
export const AlarmBell = observer(function AlarmBell({ isQuiet = false }: { readonly isQuiet?: boolean }) {
  const { alarms, session } = useStores()
  const { t } = useTranslation('shell')
  useEffect(() => alarms.start(), [alarms])
  useSevereNotices(isQuiet && isFramed ? none : alarms.severe, isQuiet ? quietS : false)
  if (!policy || !session.mayCall(policy)) return null
  const { open } = alarms
  const { active = 0, returned = 0 } = open ?? {}
  if (isQuiet && (isFramed || active + returned === 0)) return null
  const parts = [...(active > 0 ? [t('alarms.active', { count: active })] : []), ...(returned > 0 ? [t('alarms.returned', { count: returned })] : [])]
  const words = open === null ? t('alarms.unknown') : parts.length === 0 ? t('alarms.none') : parts.join(t('alarms.and'))
  return (
    <Tooltip title={words}>
      <Link to={openAlarms} className="alarm-bell" data-quiet={isQuiet || undefined} data-open={active > 0}>
        <BellOutlined aria-hidden />
        {active > 0 && <span className="alarm-count" aria-hidden>{figureOf(active)}</span>}
        {returned > 0 && <span className="alarm-count alarm-returned" aria-hidden>{figureOf(returned)}</span>}
        <span className="visually-hidden">{words}</span>
      </Link>
    </Tooltip>
  )
})

const figureOf = (count: number): string => (count > mostSaid ? `${mostSaid}+` : String(count))

/** A notice each, that stays for so many seconds or until it is closed, opened, or somebody confirms the alarm. */
function useSevereNotices(severe: readonly AlarmEvent[], seconds: number | false): void {
  const { alarms, projects } = useStores()
  const { notification } = App.useApp()
  const { t } = useTranslation('shell')
  const say = useLocalized()
  const navigate = useNavigate()
  const shown = useRef(new Set<string>())
  useEffect(() => {
    const now = new Set(severe.map(({ id }) => id))
    for (const id of shown.current) if (!now.has(id)) notification.destroy(keyOf(id))
    for (const { id, fault, message, at, project } of severe) {
      if (shown.current.has(id)) continue
      const words = faultWords(fault)
      notification.error({
        // Below: the header and its count stay free.
        key: keyOf(id), duration: seconds, placement: 'bottomRight', role: 'alert', title: t('alarms.severe', { fault: words ? say(words) : fault }), description: <>{say(decodeLocalized(message))}<br />{projects.name(project)} · {formatTime(at)}</>,
        // One that went by itself, or with its page, was seen by nobody for sure: the next page with a header says it again.
        onClose: () => { if (seconds === false && shown.current.has(id)) alarms.dismiss(id) }, onClick: () => {
          alarms.dismiss(id)
          void navigate(openAlarms)
        },
      })
    }
    shown.current = now
  }, [severe, seconds, alarms, projects, notification, t, say, navigate])
  // Whoever leaves the pages with a header, or the session, leaves them behind.
  useEffect(() => () => {
    const left = shown.current
    shown.current = new Set()
    for (const id of left) notification.destroy(keyOf(id))
  }, [notification])
}

const keyOf = (id: string): string => `alarm-${id}`
