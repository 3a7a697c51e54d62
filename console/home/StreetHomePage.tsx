import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PlantMap } from '../kit/map/PlantMap.tsx'
import { AlarmPanel } from './AlarmPanel.tsx'
import { CountStrip } from './CountStrip.tsx'
import { EnergyPanel } from './EnergyPanel.tsx'
import { FacilityList } from './FacilityList.tsx'
import { FreezePanel } from './FreezePanel.tsx'
import { HomeHead } from './HomeHead.tsx'
import { useLiveStates } from './liveStates.ts'
import { useAlarmed, useHome } from './useHome.ts'
import { useMapLook } from '../fields/useMapLook.ts'
import './home.css'

const paths = { cabinet: '/instdet1', loop: '/instdet2', pole: '/instdet3', sensor: '/cgqinstall' } as const

/** The front page of street lamps over the map that comes with the product. */
export const StreetHomePage = () => <StreetHome hasTiles={false} />
/** The same over the tiles of a map that the project has. */
export const StreetTilesPage = () => <StreetHome hasTiles />

const StreetHome = observer(function StreetHome({ hasTiles }: { readonly hasTiles: boolean }) {
  const { t } = useTranslation('home')
  const home = useHome()
  const { overview, places, project } = home
  const look = useMapLook()
  const [chosen, setChosen] = useState<string | null>(null)
  const live = useLiveStates(places.points, useAlarmed(overview.alarms))
  const [online, lit] = useMemo(() => {
    void live.turn // the maps are filled anew in place
    const isOn = (kind: string): number => places.points.filter((point) => point.kind === kind && live.states.get(point.id) === 'on').length
    return [isOn('cabinet'), isOn('pole')]
  }, [places.points, live.states, live.turn])
  return (
    <div className="home">
      <HomeHead title={t(hasTiles ? 'street.tilesTitle' : 'street.title')} home={home}>
        {hasTiles && !places.isLoading && places.tiles === null && <span className="home-hint">{t('noTileMap')} <Link to="/platform/maps">{t('maps')}</Link></span>}
      </HomeHead>
      <CountStrip overview={overview} online={online} lit={lit} paths={paths} />
      <div className="home-body">
        <FacilityList project={project} paths={paths} chosen={chosen} onChoose={setChosen} />
        <div className="home-map">
          <PlantMap points={places.points} states={live.states} turn={live.turn} look={look} tiles={hasTiles ? places.tiles : null} chosen={chosen} onChoose={setChosen} />
          {places.isCut && <p className="home-cut" role="status">{t('cut', { count: places.points.length })}</p>}
        </div>
        <aside className="home-side">
          <AlarmPanel overview={overview} />
          <EnergyPanel overview={overview} />
          <FreezePanel overview={overview} />
        </aside>
      </div>
    </div>
  )
})
