import { AimOutlined, FilterOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Tooltip } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { computeBounds, type BaseMap, usualAspect, usualGround } from './ground.ts'
import { fitPlace } from './mercator.ts'
import {
  defaultPlace,
  type MapStyle,
  type MapPoint,
  type Place,
  pointKinds,
  type PointKind,
  pointStates,
  type PointState,
} from './point.ts'
import { usePicture } from './usePicture.ts'
import './PlantMap.css'

const DeckMap = lazy(async () => ({ default: (await import('./DeckMap.tsx')).DeckMap }))

interface PlantMapProps {
  readonly points: readonly MapPoint[]
  readonly states: ReadonlyMap<string, PointState>
  /** Number of changes of `states`. */
  readonly turn: number
  readonly style: MapStyle
  /** Base layer and initial view. */
  readonly baseMap: BaseMap
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
  /** Set while the user selects a position. */
  readonly onPick?: ((at: { readonly longitude: number; readonly latitude: number }) => void) | undefined
  /** Set to false for points without states; hides the legend and the state filter. */
  readonly isLive?: boolean
  /** Points are still loading: hides the message for an empty map. */
  readonly isLoading?: boolean
}

/** Map of points with their states, with filter, zoom in, zoom out and restore. deck.gl is loaded on first display. */
export function PlantMap({
  points,
  states,
  turn: version,
  style,
  baseMap,
  chosen,
  onChoose,
  onPick,
  isLive = true,
  isLoading = false,
}: PlantMapProps) {
  const { t } = useTranslation('map')
  const frame = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<Place | null>(null)
  const [size, setSize] = useState({ width: 800, height: 500 })
  const picture = usePicture(baseMap.ground.kind === 'picture' ? baseMap.ground.url : undefined)
  const opening = useMemo(
    () => getInitialPlace(baseMap, points, size, picture?.aspect ?? usualAspect),
    [baseMap, points, size, picture],
  )
  const [kinds, setKinds] = useState<readonly PointKind[]>(pointKinds)
  const [shown, setShown] = useState<readonly PointState[]>(pointStates)
  const [failedTiles, setFailedTiles] = useState<string | null>(null)
  const hasNoTiles = baseMap.ground.kind === 'tiles' && failedTiles === baseMap.ground.url
  const hasNoPicture = baseMap.ground.kind === 'picture' && picture === null
  const getState = ({ id }: MapPoint): PointState => states.get(id) ?? 'unknown'
  const isFiltered = kinds.length < pointKinds.length || shown.length < pointStates.length
  const visiblePoints = useMemo(() => {
    void version // `states` is mutable; `turn` changes with its content.
    return isFiltered
      ? points.filter(
          (point) =>
            kinds.includes(point.kind) &&
            (point.kind === 'camera' || shown.includes(states.get(point.id) ?? 'unknown')),
        )
      : points
  }, [points, states, version, isFiltered, kinds, shown])

  // The initial view depends on the size, which may be unknown in the first render.
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const watcher = new ResizeObserver(() => {
      if (element.clientHeight > 0) setSize({ width: element.clientWidth, height: element.clientHeight })
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    const point = chosen === null ? undefined : points.find(({ id }) => id === chosen)
    if (point)
      setMoved((before) => ({
        longitude: point.longitude,
        latitude: point.latitude,
        zoom: Math.max((before ?? opening).zoom, 16),
      }))
    // Move the map only when the selection changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen])

  const place = moved ?? opening
  const zoom = (by: number): void => setMoved({ ...place, zoom: Math.max(1, Math.min(20, place.zoom + by)) })
  const tool = (name: 'zoomIn' | 'zoomOut' | 'restore', icon: React.ReactNode, onClick: () => void) => (
    <Tooltip title={t(name)} placement="left">
      <Button icon={icon} aria-label={t(name)} onClick={onClick} />
    </Tooltip>
  )
  const filter = (
    <div className="plant-map-filter">
      <Checkbox.Group<PointKind>
        value={[...kinds]}
        onChange={setKinds}
        options={pointKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      {isLive && (
        <Checkbox.Group<PointState>
          value={[...shown]}
          onChange={setShown}
          options={pointStates.map((state) => ({ value: state, label: t(`state.${state}`) }))}
        />
      )}
    </div>
  )
  return (
    <div className="plant-map" ref={frame} role="application" aria-label={t('label', { count: points.length })}>
      <Suspense
        fallback={
          <p className="plant-map-coming" role="status">
            {t('coming')}
          </p>
        }
      >
        <DeckMap
          points={visiblePoints}
          states={states}
          turn={version}
          style={style}
          place={place}
          ground={hasNoTiles || hasNoPicture ? usualGround : baseMap.ground}
          picture={picture}
          chosen={chosen}
          onPlace={setMoved}
          onChoose={onChoose}
          onTileError={() => setFailedTiles(baseMap.ground.kind === 'tiles' ? baseMap.ground.url : null)}
          getTooltip={(point) =>
            `${point.title}\n${t(`kind.${point.kind}`)}${isLive && point.kind !== 'camera' ? ` · ${t(`state.${getState(point)}`)}` : ''}`
          }
          onPick={
            onPick &&
            ((at) => {
              setMoved(place)
              onPick(at)
            })
          }
        />
      </Suspense>
      <div className="plant-map-tools">
        <Popover trigger="click" placement="left" content={filter} title={t('filter')}>
          <Button
            icon={<FilterOutlined aria-hidden />}
            aria-label={t('filter')}
            type={isFiltered ? 'primary' : 'default'}
          />
        </Popover>
        {tool('zoomIn', <PlusOutlined aria-hidden />, () => zoom(1))}
        {tool('zoomOut', <MinusOutlined aria-hidden />, () => zoom(-1))}
        {tool('restore', <AimOutlined aria-hidden />, () => {
          setMoved(null)
          onChoose(null)
        })}
      </div>
      {isLive && <Legend />}
      {points.length === 0 && !isLoading && (
        <p className="plant-map-note" role="status">
          {t('empty')}
        </p>
      )}
      {hasNoTiles && (
        <p className="plant-map-note" role="alert">
          {t('noTiles')}
        </p>
      )}
      {hasNoPicture && (
        <p className="plant-map-note" role="alert">
          {t('noPicture')}
        </p>
      )}
    </div>
  )
}

/** Initial view: the one of the map, else around the points, else the default place. */
function getInitialPlace(
  { ground, opensAt: initialPlace }: BaseMap,
  points: readonly MapPoint[],
  { width, height }: { readonly width: number; readonly height: number },
  aspect: number,
): Place {
  const whole = (): Place | undefined => {
    if (ground.kind !== 'picture') return undefined
    const [west, south, east, north] = computeBounds(ground.middle, ground.widthM, aspect)
    return fitPlace(
      [
        { longitude: west, latitude: south },
        { longitude: east, latitude: north },
      ],
      width,
      height,
      maxZoom,
    )
  }
  if (initialPlace !== null && initialPlace !== 'whole') return initialPlace
  return (initialPlace === 'whole' ? whole() : undefined) ?? fitPlace(points, width, height) ?? whole() ?? defaultPlace
}

const maxZoom = 20

function Legend() {
  const { t } = useTranslation('map')
  return (
    <ul className="plant-map-legend" aria-label={t('legend')}>
      {pointStates.map((state) => (
        <li key={state} data-state={state}>
          <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden>
            {state === 'alarm' ? (
              <path d="M0-6 6 5H-6z" fill="currentColor" />
            ) : (
              <circle
                r="4.5"
                fill={state === 'on' ? 'currentColor' : 'none'}
                stroke="currentColor"
                strokeWidth="2"
                strokeDasharray={state === 'unknown' ? '2.4 2.4' : undefined}
              />
            )}
          </svg>
          {t(`state.${state}`)}
        </li>
      ))}
    </ul>
  )
}
