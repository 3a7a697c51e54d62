import { BellOutlined } from '@ant-design/icons'
import { App, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { decodeLocalized } from '../../../contract/localizedText.ts'
import { alarm, faultWords } from '../../../contract/alarms/alarm.ts'
import type { AlarmEvent } from '../../../contract/alarms/alarmEvents.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useServerAlarms } from '../../stores/hooks/serverAlarms.ts'
import { useStores } from '../../stores/root.ts'
import './AlarmBell.css'

const openAlarms = '/alarms?filter.status=unconfirmed'
const serverPage = '/monitor/server'
const policy = getEntityRoutes(alarm)['list']?.policy
const maxShownCount = 999
/**
 * Seconds until a notice closes by itself on a wall display, where no operator can close it. The count remains visible.
 */
const noticeSeconds = 15
const isFramed = window.self !== window.top
const none: readonly AlarmEvent[] = []

/**
 * Shows the number of unconfirmed alarms of devices and of the server, active and returned ones separately, and a notice
 * for each new severe alarm of a device.
 *
 * `isQuiet` is for pages that show only a drawing: the bell is hidden while there are no alarms, notices close by
 * themselves, and a drawing embedded in another page shows neither.
 */
export const AlarmBell = observer(function AlarmBell({ isQuiet = false }: { readonly isQuiet?: boolean }) {
  const { alarms, session } = useStores()
  const { t } = useTranslation('shell')
  const own = useServerAlarms()?.unconfirmed
  useEffect(() => alarms.start(), [alarms])
  useSevereNotices(isQuiet && isFramed ? none : alarms.severe, isQuiet ? noticeSeconds : false)
  const mayList = policy !== undefined && session.mayCall(policy)
  if (!mayList && own === undefined) return null
  const { open } = alarms
  const ofServer = (own?.active ?? 0) + (own?.returned ?? 0)
  const active = (open?.active ?? 0) + (own?.active ?? 0)
  const returned = (open?.returned ?? 0) + (own?.returned ?? 0)
  if (isQuiet && (isFramed || active + returned === 0)) return null
  const parts = [
    ...(active > 0 ? [t('alarms.active', { count: active })] : []),
    ...(returned > 0 ? [t('alarms.returned', { count: returned })] : []),
    ...(ofServer > 0 ? [t('alarms.server', { count: ofServer })] : []),
  ]
  const words =
    mayList && open === null && parts.length === 0
      ? t('alarms.unknown')
      : parts.length === 0
        ? t('alarms.none')
        : parts.join(t('alarms.and'))
  return (
    <Tooltip title={words}>
      <Link
        to={mayList ? openAlarms : serverPage}
        className="alarm-bell"
        data-quiet={isQuiet || undefined}
        data-open={active > 0}
      >
        <BellOutlined aria-hidden />
        {active > 0 && (
          <span className="alarm-count" aria-hidden>
            {formatCount(active)}
          </span>
        )}
        {returned > 0 && (
          <span className="alarm-count alarm-returned" aria-hidden>
            {formatCount(returned)}
          </span>
        )}
        <span className="visually-hidden">{words}</span>
      </Link>
    </Tooltip>
  )
})

const formatCount = (count: number): string => (count > maxShownCount ? `${maxShownCount}+` : String(count))

/**
 * Shows one notice per severe alarm until `seconds` have passed, or until it is closed, opened, or confirmed by any
 * user.
 */
function useSevereNotices(severe: readonly AlarmEvent[], seconds: number | false): void {
  const { alarms, projects } = useStores()
  const { notification } = App.useApp()
  const { t } = useTranslation('shell')
  const localize = useLocalized()
  const navigate = useNavigate()
  const shown = useRef(new Set<string>())
  useEffect(() => {
    const now = new Set(severe.map(({ id }) => id))
    for (const id of shown.current) if (!now.has(id)) notification.destroy(toNoticeKey(id))
    for (const { id, fault, message, at, project } of severe) {
      if (shown.current.has(id)) continue
      const words = faultWords(fault)
      notification.error({
        // Bottom right, so that the header and its count remain visible.
        key: toNoticeKey(id),
        duration: seconds,
        placement: 'bottomRight',
        role: 'alert',
        title: t('alarms.severe', { fault: words ? localize(words) : fault }),
        description: (
          <>
            {localize(decodeLocalized(message))}
            <br />
            {projects.name(project)} · {formatTime(at)}
          </>
        ),
        // A notice that closes by timeout or with its page may not have been noticed, so it is shown again on the next
        // page with a header.
        onClose: () => {
          if (seconds === false && shown.current.has(id)) alarms.dismiss(id)
        },
        onClick: () => {
          alarms.dismiss(id)
          void navigate(openAlarms)
        },
      })
    }
    shown.current = now
  }, [severe, seconds, alarms, projects, notification, t, localize, navigate])
  // Close the notices when leaving the pages with a header or when the session ends.
  useEffect(
    () => () => {
      const left = shown.current
      shown.current = new Set()
      for (const id of left) notification.destroy(toNoticeKey(id))
    },
    [notification],
  )
}

const toNoticeKey = (id: string): string => `alarm-${id}`
