import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LiveCount } from '../stores/liveStates.ts'
import { projectLink } from './projectLink.ts'
import { facilityKinds, type FacilityKind, type Overview } from './overview.ts'
import { workingParts } from './statusLabels.ts'

/** How many are at work now, where a page follows it: of these states each one has one, and beside them it may be in alarm. */
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
  /** Of which all of it is: where it leads to shows the same. */
  readonly project: string | undefined
  readonly working?: Working | undefined
  /** Of what the page shows, where that is a part of the project: instead of the project's. */
  readonly shown?: Overview['counts'] | undefined
  /** Where each kind is managed. */
  readonly paths: Readonly<Record<FacilityKind, string>>
}

/** Cabinets, loops, poles and sensors: how many, how many at work and how many failed; and what waits to be confirmed. */
export const CountStrip = observer(function CountStrip({ overview, project, working = {}, shown, paths }: CountStripProps) {
  const { t } = useTranslation('home')
  const { counts: all, openAlarms, energy, lastWholeDay } = overview
  const counts = shown ?? all
  // What is not of the shown part says of what it is.
  const whole = shown && <small>{t('wholeProject')}</small>
  const used = energy?.at(-1)
  // A day whose energy is not known yet is left out: what is not the last one says which it is.
  const usedDay = used && used.date !== lastWholeDay ? used.date : undefined
  const numberOf = (value: number | null | undefined): string => (value === undefined || value === null ? '–' : value.toLocaleString('en'))
  /** In which states how many are, and below it how many of them are in alarm. */
  const workingOf = (kind: FacilityKind): readonly string[] => {
    const word = kind === 'cabinet' ? 'online' : kind === 'pole' ? 'lit' : undefined
    const count = word && working[word]
    if (!count) return []
    const parts = workingParts(word, count)
    const states = parts.filter(([key]) => key !== 'alarmed').map((part) => t(...part)).join(' · ')
    const place = kind === 'pole' ? working.place : undefined
    return [place === undefined ? states : t('inPlace', { name: place, lit: states }), ...parts.filter(([key]) => key === 'alarmed').map((part) => t(...part))]
  }
  return (
    <ul className="home-counts" aria-label={t('counts')}>
      {facilityKinds.filter((kind) => !overview.isUnseen(kind)).map((kind) => {
        const count = counts[kind]
        const now = count && count.total > 0 ? workingOf(kind) : []
        return (
          <li key={kind}>
            <Link to={projectLink(paths[kind], project)}>
              <span>{t(`kind.${kind}`)}</span>
              <b>{numberOf(count?.total)}</b>
              {count && (
                <small>
                  {count.installed !== null && t(kind === 'cabinet' ? 'enabled' : 'installed', { count: count.installed })}
                  {count.failed > 0 && <> · <em>{t('failedCount', { count: count.failed })}</em></>}
                </small>
              )}
              {now.map((line) => <small key={line} title={kind === 'pole' ? `${line}\n${t('litHint')}` : line}>{line}</small>)}
            </Link>
          </li>
        )
      })}
      {!overview.isUnseen('alarms') && <li data-alarm={(openAlarms ?? 0) > 0 || undefined}>
        <Link to={projectLink('/alarms', project, { 'filter.status': 'unconfirmed' })}><span>{t('alarms')}</span><b>{numberOf(openAlarms)}</b><small>{t('unconfirmed')}</small>{whole}</Link>
      </li>}
      {!overview.isUnseen('energy') && <li>
        <Link to={projectLink('/energy/data', project)}>
          <span>{t('energy')}</span>
          <b>{used ? numberOf(Math.round(used.energy)) : '–'}{used && <i>{unit}</i>}</b>
          <small>{usedDay === undefined ? t(used?.isEstimated ? 'lastDayEstimated' : 'lastDay') : t(used?.isEstimated ? 'ofDayEstimated' : 'ofDay', { day: usedDay })}</small>{whole}
        </Link>
      </li>}
    </ul>
  )
})

const unit = ' kWh'
