import { BellOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { alarm } from '../../../contract/alarms/alarm.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { useServerAlarms } from '../../stores/hooks/serverAlarms.ts'
import { useStores } from '../../stores/root.ts'
import { type Notice, useNotices, useSevereAlarms } from './alarmNotices.tsx'
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
const none: readonly Notice[] = []

/**
 * Shows the number of unconfirmed alarms of devices and of the server, active and returned ones separately, and a notice
 * for each new severe alarm.
 *
 * `isQuiet` is for pages that show only a drawing: the bell is hidden while there are no alarms, notices close by
 * themselves, and a drawing embedded in another page shows neither.
 */
export const AlarmBell = observer(function AlarmBell({ isQuiet = false }: { readonly isQuiet?: boolean }) {
  const { alarms, session } = useStores()
  const { t } = useTranslation('shell')
  const ofServer = useServerAlarms()
  const own = ofServer?.unconfirmed
  useEffect(() => alarms.start(), [alarms])
  const severe = useSevereAlarms(ofServer)
  useNotices(isQuiet && isFramed ? none : severe, isQuiet ? noticeSeconds : false)
  const mayList = policy !== undefined && session.mayCall(policy)
  if (!mayList && own === undefined) return null
  const { open } = alarms
  const countOfServer = (own?.active ?? 0) + (own?.returned ?? 0)
  const active = (open?.active ?? 0) + (own?.active ?? 0)
  const returned = (open?.returned ?? 0) + (own?.returned ?? 0)
  if (isQuiet && (isFramed || active + returned === 0)) return null
  const parts = [
    ...(active > 0 ? [t('alarms.active', { count: active })] : []),
    ...(returned > 0 ? [t('alarms.returned', { count: returned })] : []),
    ...(countOfServer > 0 ? [t('alarms.server', { count: countOfServer })] : []),
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
