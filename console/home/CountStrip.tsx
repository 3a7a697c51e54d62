import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { facilityKinds, type FacilityKind, type Overview } from './overview.ts'

interface CountStripProps {
  readonly overview: Overview
  /** How many cabinets are online; undefined where it is not known of any. */
  readonly online?: number | undefined
  /** How many lamps give light. */
  readonly lit?: number | undefined
  /** Where each kind is managed. */
  readonly paths: Readonly<Record<FacilityKind, string>>
}

/** Cabinets, loops, poles and sensors: how many, how many at work and how many failed; and what waits to be confirmed. */
export const CountStrip = observer(function CountStrip({ overview: { counts, openAlarms, energy }, online, lit, paths }: CountStripProps) {
  const { t } = useTranslation('home')
  const used = energy?.at(-1)
  const numberOf = (value: number | null | undefined): string => (value === undefined || value === null ? '–' : value.toLocaleString('en'))
  return (
    <ul className="home-counts" aria-label={t('counts')}>
      {facilityKinds.map((kind) => {
        const count = counts[kind]
        return (
          <li key={kind}>
            <Link to={paths[kind]}>
              <span>{t(`kind.${kind}`)}</span>
              <b>{numberOf(count?.total)}</b>
              {count && (
                <small>
                  {t(kind === 'cabinet' ? 'enabled' : 'installed', { count: count.installed })}
                  {kind === 'cabinet' && online !== undefined && ` · ${t('online', { count: online })}`}
                  {kind === 'pole' && lit !== undefined && ` · ${t('lit', { count: lit })}`}
                </small>
              )}
              {count && count.failed > 0 && <small data-tone="warning">{t('failedCount', { count: count.failed })}</small>}
            </Link>
          </li>
        )
      })}
      <li data-alarm={(openAlarms ?? 0) > 0 || undefined}>
        <Link to="/alarms?filter.status=unconfirmed"><span>{t('alarms')}</span><b>{numberOf(openAlarms)}</b><small>{t('unconfirmed')}</small></Link>
      </li>
      <li>
        <Link to="/energy/data">
          <span>{t('energy')}</span>
          <b>{used ? numberOf(Math.round(used.energy)) : '–'}{used && <i>{unit}</i>}</b>
          <small>{used?.isEstimated ? t('lastDayEstimated') : t('lastDay')}</small>
        </Link>
      </li>
    </ul>
  )
})

const unit = ' kWh'
