import { ArrowRightOutlined } from '@ant-design/icons'
import { observer } from 'mobx-react-lite'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { entityOf } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { routes } from '../../contract/routes.ts'
import { valueOf } from '../crud/shape.ts'
import { ListPlacesContext } from '../kit/listPlaces.ts'
import { useSay } from '../kit/useSay.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useAnswer } from '../stores/useAnswer.ts'
import './lighting.css'

/** From an alarm to the lamp, cabinet, loop, sensor or other thing that it is about, open in its list; nothing where there is none to be looked at. */
export const AlarmSource = observer(function AlarmSource({ row }: { readonly row: Row }) {
  const { client, session } = useStores()
  const { t } = useTranslation('lighting')
  const say = useSay()
  const listOf = use(ListPlacesContext)
  const named = valueOf(row, 'device')
  const device = typeof named === 'string' ? named : ''
  const project = row.project ?? ''
  const maySee = device !== '' && session.may(routes['alarm.source'].policy, project)
  const source = useAnswer(maySee ? `${project}/${device}` : null, (signal) => client.call('alarm.source', { params: { project, device } }, { signal, quiet: true }))
  if (source === null || source instanceof CallFailure) return null
  const path = listOf(source.kind)
  if (path === undefined) return null
  return (
    <p className="alarm-source">
      <Link to={`${path}?${new URLSearchParams({ open: source.id }).toString()}`}>
        {t('source', { name: source.title, kind: say(entityOf(source.kind).words.one) })} <ArrowRightOutlined aria-hidden />
      </Link>
    </p>
  )
})
