import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LiveCount } from '../../stores/live/liveStates.ts'
import { projectLink } from '../model/projectLink.ts'
import { facilityKinds, type FacilityKind, type Overview } from '../model/overview.ts'
import { formatStatusCounts } from '../model/statusLabels.ts'

/** Live state counts, on pages that follow them. A device has exactly one state and can be in alarm in addition. */
export interface Working {
  /** State counts of the cabinets. */
  readonly online?: LiveCount
  /** State counts of the poles. */
  readonly lit?: LiveCount
  /** Name of the part that `lit` covers, if it does not cover all counted poles. */
  readonly place?: string | undefined
}

interface CountStripProps {
  readonly overview: Overview
  /** Project of the figures, passed on to the linked pages. */
  readonly project: string | undefined
  readonly working?: Working | undefined
  /** Counts of the displayed part of the project; replaces those of the project. */
  readonly shown?: Overview['counts'] | undefined
  /** Management page of each kind. */
  readonly paths: Readonly<Record<FacilityKind, string>>
}

/**
 * Totals of cabinets, loops, poles and sensors with their live states and failures, the unconfirmed alarms and the
 * energy of the last day.
 */
export const CountStrip = observer(function CountStrip({
  overview,
  project,
  working = {},
  shown,
  paths,
}: CountStripProps) {
  const { t } = useTranslation('home')
  const { counts: all, openAlarms, energy, lastWholeDay } = overview
  const counts = shown ?? all
  // Marks figures that cover the whole project while a part of it is shown.
  const whole = shown && <small>{t('wholeProject')}</small>
  const used = energy?.at(-1)
  // Days without energy data are left out, so name the day if it is not the last complete one.
  const usedDay = used && used.date !== lastWholeDay ? used.date : undefined
  const formatNumber = (value: number | null | undefined): string =>
    value === undefined || value === null ? '–' : value.toLocaleString('en')
  /** Returns the line of state counts and, below it, the line of devices in alarm. */
  const formatWorking = (kind: FacilityKind): readonly string[] => {
    const word = kind === 'cabinet' ? 'online' : kind === 'pole' ? 'lit' : undefined
    const count = word && working[word]
    if (!count) return []
    const parts = formatStatusCounts(word, count)
    const states = parts
      .filter(([key]) => key !== 'alarmed')
      .map((part) => t(...part))
      .join(' · ')
    const place = kind === 'pole' ? working.place : undefined
    return [
      place === undefined ? states : t('inPlace', { name: place, lit: states }),
      ...parts.filter(([key]) => key === 'alarmed').map((part) => t(...part)),
    ]
  }
  return (
    <ul className="home-counts" aria-label={t('counts')}>
      {facilityKinds
        .filter((kind) => !overview.isForbiddenPart(kind))
        .map((kind) => {
          const count = counts[kind]
          const now = count && count.total > 0 ? formatWorking(kind) : []
          return (
            <li key={kind}>
              <Link to={projectLink(paths[kind], project)}>
                <span>{t(`kind.${kind}`)}</span>
                <b>{formatNumber(count?.total)}</b>
                {count && (
                  <small>
                    {count.installed !== null &&
                      t(kind === 'cabinet' ? 'enabled' : 'installed', { count: count.installed })}
                    {count.failed > 0 && (
                      <>
                        {' '}
                        · <em>{t('failedCount', { count: count.failed })}</em>
                      </>
                    )}
                  </small>
                )}
                {now.map((line) => (
                  <small key={line} title={kind === 'pole' ? `${line}\n${t('litHint')}` : line}>
                    {line}
                  </small>
                ))}
              </Link>
            </li>
          )
        })}
      {!overview.isForbiddenPart('alarms') && (
        <li data-alarm={(openAlarms ?? 0) > 0 || undefined}>
          <Link to={projectLink('/alarms', project, { 'filter.status': 'unconfirmed' })}>
            <span>{t('alarms')}</span>
            <b>{formatNumber(openAlarms)}</b>
            <small>{t('unconfirmed')}</small>
            {whole}
          </Link>
        </li>
      )}
      {!overview.isForbiddenPart('energy') && (
        <li>
          <Link to={projectLink('/energy/data', project)}>
            <span>{t('energy')}</span>
            <b>
              {used ? formatNumber(Math.round(used.energy)) : '–'}
              {used && <i>{unit}</i>}
            </b>
            <small>
              {usedDay === undefined
                ? t(used?.isEstimated ? 'lastDayEstimated' : 'lastDay')
                : t(used?.isEstimated ? 'ofDayEstimated' : 'ofDay', { day: usedDay })}
            </small>
            {whole}
          </Link>
        </li>
      )}
    </ul>
  )
})

const unit = ' kWh'
