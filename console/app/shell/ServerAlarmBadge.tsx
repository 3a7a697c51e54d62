import { HddOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { routes } from '../../../contract/routes.ts'
import { serverAlarmKinds } from '../../../contract/serverAlarms.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useServerAlarms } from '../../stores/hooks/serverAlarms.ts'
import { useStores } from '../../stores/root.ts'
import './AlarmBell.css'

const everyMs = 30_000

/**
 * Shows the number of open alarms of the server itself and links to their list. Hidden if there are none or the account
 * may not see them.
 */
export const ServerAlarmBadge = observer(function ServerAlarmBadge() {
  const { session } = useStores()
  return session.mayCall(routes['monitor.alarms'].policy) ? <OpenAlarms /> : null
})

const OpenAlarms = observer(function OpenAlarms() {
  const { t } = useTranslation('shell')
  const localize = useLocalized()
  const open = (useServerAlarms(everyMs).value ?? []).filter(({ clearedAt }) => clearedAt === null)
  if (open.length === 0) return null
  return (
    <Tooltip title={open.map(({ kind }) => localize(serverAlarmKinds[kind].words)).join(t('alarms.and'))}>
      <Link to="/monitor/server" className="alarm-bell" data-open="true">
        <HddOutlined aria-hidden />
        <span className="alarm-count" aria-hidden>
          {open.length}
        </span>
        <span className="visually-hidden">{t('storage.alarms', { count: open.length })}</span>
      </Link>
    </Tooltip>
  )
})
