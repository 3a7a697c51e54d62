import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useMapLayer } from '../../fields/useMapLayer.ts'
import { useMapStyle } from '../../fields/useMapStyle.ts'
import { PlantMap } from '../../kit/map/PlantMap.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { FieldDeviceCard } from '../panels/FieldDeviceCard.tsx'
import { FacilityList } from '../panels/FacilityList.tsx'
import { HomeFrame } from '../frame/HomeFrame.tsx'
import { countOn } from '../../stores/live/liveStates.ts'
import { Places } from '../model/mapPoints.ts'
import { useHome, useLive } from '../frame/useHome.ts'
import { useHomeData } from '../model/useHomeData.ts'

const paths = { cabinet: '/instdet1', loop: '/instdet2', pole: '/instdet3', sensor: '/cgqinstall' } as const

/** Street lighting home page on the project's default map, or on the built-in outlines if there is none. */
export const StreetHomePage = () => <StreetHome hasTiles={false} />
/** Street lighting home page on the project's tile map. */
export const StreetTilesPage = () => <StreetHome hasTiles />

const StreetHome = observer(function StreetHome({ hasTiles }: { readonly hasTiles: boolean }) {
  const { t } = useTranslation('home')
  const localize = useLocalized()
  const home = useHome()
  const { overview, project } = home
  const places = useHomeData(Places)
  const mapStyle = useMapStyle()
  const map = hasTiles ? places.tiles : places.map
  const baseMap = useMapLayer(places.request.failure ? null : map)
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => {
    void places.show(project)
    return () => places.request.stop()
  }, [places, project])
  const { states, isOn, version } = useLive(overview, places.stateSources)
  const working = useMemo(() => {
    void version // `states` and `isOn` are updated in place
    const countKind = (kind: string) =>
      countOn(
        places.stateSources.filter((one) => one.kind === kind),
        { isOn, states },
      )
    return { online: countKind('cabinet'), lit: countKind('pole') }
  }, [places.stateSources, isOn, states, version])
  const device = places.devices.find(({ id }) => id === chosen)
  const hint = hasTiles && !places.request.isLoading && places.tiles === null && (
    <span className="home-hint">
      {t('noTileMap')} <Link to="/platform/maps">{t('maps')}</Link>
    </span>
  )
  return (
    <HomeFrame
      title={t(hasTiles ? 'street.tilesTitle' : 'street.title')}
      home={home}
      paths={paths}
      working={working}
      tools={hint}
    >
      <FacilityList project={project} paths={paths} chosen={chosen} onChoose={setChosen} />
      <div className="home-map">
        <PlantMap
          points={places.points}
          states={states}
          turn={version}
          style={mapStyle}
          baseMap={baseMap}
          chosen={chosen}
          onChoose={setChosen}
          isLoading={places.request.isLoading || places.request.failure !== null}
        />
        {device && (
          <FieldDeviceCard
            key={device.id}
            device={device}
            state={states.get(device.id) ?? 'unknown'}
            onClose={() => setChosen(null)}
          />
        )}
        {places.request.failure && (
          <p className="home-cut" role="alert">
            {localize(places.request.failure.words)}
          </p>
        )}
        {places.isForbidden && places.points.length === 0 && !places.request.isLoading && (
          <p className="home-cut" role="status">
            {t('unseen')}
          </p>
        )}
        {places.isCut && (
          <p className="home-cut" role="status">
            {t('cut', { count: places.points.length })}
          </p>
        )}
      </div>
    </HomeFrame>
  )
})
