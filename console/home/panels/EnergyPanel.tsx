import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ZoneNote } from '../../fields/ZoneNote.tsx'
import { useStores } from '../../stores/root.ts'
import { getPalette } from '../../styles/palette.ts'
import { projectLink } from '../model/projectLink.ts'
import type { Overview } from '../model/overview.ts'
import { Panel } from './Panel.tsx'

const EnergyChart = lazy(async () => ({ default: (await import('./EnergyChart.tsx')).EnergyChart }))

/** Daily energy of the last two weeks; estimates are drawn hollow. */
export const EnergyPanel = observer(function EnergyPanel({
  overview: { energy, requests },
  project,
}: {
  readonly overview: Overview
  readonly project: string | undefined
}) {
  const {
    preferences: { theme, edition },
  } = useStores()
  const { t } = useTranslation('home')
  const isEstimated = energy?.some((day) => day.isEstimated) ?? false
  return (
    <Panel
      title={t('energyByDay')}
      more={<Link to={projectLink('/energy/data', project)}>{t('all')}</Link>}
      className="home-energy"
      request={requests.energy}
      isKnown={energy !== null}
    >
      {energy?.length === 0 && <p className="home-none">{t('noEnergy')}</p>}
      {energy !== null && energy.length > 0 && (
        <Suspense fallback={null}>
          <EnergyChart
            days={energy}
            color={getPalette(theme, edition)}
            label={t('energyChart', { count: energy.length })}
          />
          <ZoneNote kind="plan" project={project} />
          {isEstimated && <p className="home-hint">{t('estimatedHint')}</p>}
        </Suspense>
      )}
    </Panel>
  )
})
