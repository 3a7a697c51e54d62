import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LiveCount } from '../stores/liveBoard.ts'
import { facilityKinds, type FacilityKind, type Overview } from './overview.ts'
import { workingWords } from './workingWords.ts'

/** How many are at work now, where a page follows it. */
export interface Working {
  /** Of the cabinets. */
  readonly online?: LiveCount
  /** Of the poles. */
  readonly lit?: LiveCount
  /** Of what, where it is not all that is counted beside it. */
  readonly place?: string | undefined
}

interface CountStripProps {
  readonly overview: Overview
  readonly working?: Working | undefined
  /** Of what the page shows, where that is a part of the project: instead of the project's. */
  readonly shown?: Overview['counts'] | undefined
  /** Where each kind is managed. */
  readonly paths: Readonly<Record<FacilityKind, string>>
}

/** Cabinets, loops, poles and sensors: how many, how many at work and how many failed; and what waits to be confirmed. */
export const CountStrip = observer(function CountStrip({ overview: { counts: all, openAlarms, energy, lastWholeDay }, working = {}, shown, paths }: CountStripProps) {
  const { t } = useTranslation('home')
  const counts = shown ?? all
  // What is not of the shown part says of what it is.
  const whole = shown && <small>{t('wholeProject')}</small>
  const used = energy?.at(-1)
  // A day whose energy is not known yet is left out: what is not the last one says which it is.
  const usedDay = used && used.date !== lastWholeDay ? used.date : undefined
  const numberOf = (value: number | null | undefined): string => (value === undefined || value === null ? '–' : value.toLocaleString('en'))
  const workingOf = (kind: FacilityKind): string | undefined => {
    if (kind === 'cabinet') return working.online && t(...workingWords('online', working.online))
    if (kind !== 'pole' || !working.lit) return undefined
    const lit = t(...workingWords('lit', working.lit))
    return working.place === undefined ? lit : t('inPlace', { name: working.place, lit })
  }
  return (
    <ul className="home-counts" aria-label={t('counts')}>
      {facilityKinds.map((kind) => {
        const count = counts[kind]
        const now = count && count.total > 0 ? workingOf(kind) : undefined
        return (
          <li key={kind}>
            <Link to={paths[kind]}>
              <span>{t(`kind.${kind}`)}</span>
              <b>{numberOf(count?.total)}</b>
              {count && (
                <small>
                  {count.installed !== null && t(kind === 'cabinet' ? 'enabled' : 'installed', { count: count.installed })}
                  {count.failed > 0 && <> · <em>{t('failedCount', { count: count.failed })}</em></>}
                </small>
              )}
              {now !== undefined && <small title={now}>{now}</small>}
            </Link>
          </li>
        )
      })}
      <li data-alarm={(openAlarms ?? 0) > 0 || undefined}>
        <Link to="/alarms?filter.status=unconfirmed"><span>{t('alarms')}</span><b>{numberOf(openAlarms)}</b><small>{t('unconfirmed')}</small>{whole}</Link>
      </li>
      <li>
        <Link to="/energy/data">
          <span>{t('energy')}</span>
          <b>{used ? numberOf(Math.round(used.energy)) : '–'}{used && <i>{unit}</i>}</b>
          <small>{usedDay === undefined ? t(used?.isEstimated ? 'lastDayEstimated' : 'lastDay') : t(used?.isEstimated ? 'ofDayEstimated' : 'ofDay', { day: usedDay })}</small>{whole}
        </Link>
      </li>
    </ul>
  )
})

const unit = ' kWh'
