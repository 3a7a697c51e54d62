import { WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { routes } from '../../contract/routes.ts'
import { useStores } from '../stores/root.ts'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'

export const undeclaredPath = '/platform/undeclared-devices'

/** Link from the device list to undeclared devices, with a warning if their messages are dropped. */
export const UndeclaredLink = observer(function UndeclaredLink() {
  const { client, session } = useStores()
  const { t } = useTranslation('undeclared')
  const isAllowed = session.mayCall(routes['undeclared.quota'].policy)
  const answer = useRequest(isAllowed ? 'quota' : null, (signal) =>
    client.call('undeclared.quota', { query: {} }, { signal, quiet: true }),
  )
  if (!isAllowed || answer === null || answer instanceof CallFailure) return null
  const count = answer.reduce((sum, { devices }) => sum + devices, 0)
  const isExceeded = answer.some(({ dropped }) => dropped !== null)
  if (count === 0 && !isExceeded) return null
  return (
    <Link to={undeclaredPath}>
      <Button danger={isExceeded} icon={isExceeded ? <WarningOutlined aria-hidden /> : undefined}>
        {t(isExceeded ? 'link.exceeded' : 'link.some', { count })}
      </Button>
    </Link>
  )
})

/** Toolbar item of a list. */
export const undeclaredTool = () => <UndeclaredLink />
