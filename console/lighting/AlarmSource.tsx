import { ArrowRightOutlined } from '@ant-design/icons'
import { observer } from 'mobx-react-lite'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getEntity } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { routes } from '../../contract/routes.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { EntityLinksContext } from '../kit/text/entityLinks.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import './lighting.css'

/**
 * Link from an alarm to the lamp, cabinet, loop, sensor or other object that raised it. Renders nothing if there is no
 * such object or the account lacks permission.
 */
export const AlarmSource = observer(function AlarmSource({ row }: { readonly row: Row }) {
  const { client, session } = useStores()
  const { t } = useTranslation('lighting')
  const localize = useLocalized()
  const getListPath = use(EntityLinksContext)
  const named = getValue(row, 'device')
  const device = typeof named === 'string' ? named : ''
  const project = row.project ?? ''
  const maySee = device !== '' && session.may(routes['alarm.source'].policy, project)
  const source = useRequest(maySee ? `${project}/${device}` : null, (signal) =>
    client.call('alarm.source', { params: { project, device } }, { signal, quiet: true }),
  )
  if (source === null || source instanceof CallFailure) return null
  const path = getListPath(source.kind)
  if (path === undefined) return null
  return (
    <p className="alarm-source">
      <Link to={`${path}?${new URLSearchParams({ open: source.id }).toString()}`}>
        {t('source', { name: source.title, kind: localize(getEntity(source.kind).words.one) })}{' '}
        <ArrowRightOutlined aria-hidden />
      </Link>
    </p>
  )
})
