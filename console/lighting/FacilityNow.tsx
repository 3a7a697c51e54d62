import { Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { routes, type Tag } from '../../contract/routes.ts'
import { sensorDevice } from '../../contract/telemetry/index.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { useDeviceTags } from '../stores/hooks/useDeviceTags.ts'
import { LiveValue } from './LiveValue.tsx'
import { PointControl } from './PointControl.tsx'
import { PointHistory } from './PointHistory.tsx'
import { ProgramLine, type Programmed } from './ProgramLine.tsx'
import './lighting.css'

/** Interval in milliseconds at which the displayed ages are updated. */
const everyMs = 5_000

interface FacilityNowProps {
  readonly row: Row
  readonly programmed?: Programmed
  /** Field of the row that contains the device id. */
  readonly by?: 'device' | 'plantDevice'
  /** Also shows the average per statistic period of a sensor. */
  readonly hasAverage?: boolean
}

/** Live values, commands and history of a facility's device. */
export const FacilityNow = observer(function FacilityNow({
  row,
  programmed,
  by = 'device',
  hasAverage = false,
}: FacilityNowProps) {
  const { session } = useStores()
  const { t } = useTranslation('lighting')
  const device = getValue(row, by)
  const project = row.project ?? ''
  const name = typeof device === 'string' ? device : ''
  const tags = useDeviceTags(project, name === '' ? [] : [name, ...(hasAverage ? [sensorDevice(row.id)] : [])])
  const now = useNow()
  if (name === '')
    return (
      <p className="lighting-none" role="status">
        {t('noDevice')}
      </p>
    )
  if (tags === null) return <Skeleton active paragraph={{ rows: 4 }} />
  if (tags.length === 0)
    return (
      <p className="lighting-none" role="status">
        {t('noPoints', { device: name })}
      </p>
    )
  const isReversed = getValue(row, 'isReversed') === true
  const may = session.may(routes['command.send'].policy, project)
  return (
    <section className="lighting-now" aria-label={t('now')}>
      <h3>
        {t('now')}
        <small>{name}</small>
      </h3>
      {programmed && <ProgramLine kind={programmed} row={row} />}
      <ul className="lighting-points">
        {tags.map((tag) => (
          <Point key={tag.path} tag={tag} now={now} isReversed={isReversed && tag.point === 'switch'} may={may} />
        ))}
      </ul>
      <PointHistory tags={tags} isReversed={isReversed} />
    </section>
  )
})

interface PointProps {
  readonly tag: Tag
  readonly now: number
  /** The device's switch is inverted: 0 is on. */
  readonly isReversed: boolean
  readonly may: boolean
}

function Point({ tag, now, isReversed, may }: PointProps) {
  const localize = useLocalized()
  return (
    <li title={tag.path}>
      <span className="lighting-name">{localize(tag.words)}</span>
      <LiveValue tag={tag} now={now} isReversed={isReversed} />
      {may && tag.writable && <PointControl tag={tag} isReversed={isReversed} />}
    </li>
  )
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
