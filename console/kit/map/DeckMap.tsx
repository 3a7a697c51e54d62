import { type Layer, MapView } from '@deck.gl/core'
import DeckGL from '@deck.gl/react'
import { useEffect, useMemo, useState } from 'react'
import { gather } from './clusters.ts'
import type { Ground } from './ground.ts'
import { groundLayers, pointLayers } from './layers.ts'
import { loadOutline, type Ring } from './outline.ts'
import type { MapStyle, MapPoint, Place, PointState } from './point.ts'
import { supplyLines } from './supply.ts'
import type { LoadedPicture } from './usePicture.ts'

export interface DeckMapProps {
  readonly points: readonly MapPoint[]
  readonly states: ReadonlyMap<string, PointState>
  readonly turn: number
  readonly style: MapStyle
  readonly place: Place
  readonly ground: Ground
  /** Picture of the base layer, if it is one. */
  readonly picture: LoadedPicture | null | undefined
  readonly chosen: string | null
  readonly getTooltip: (point: MapPoint) => string
  readonly onPlace: (place: Place) => void
  readonly onChoose: (id: string | null) => void
  /** Selects a position: a click reports its coordinates and selects no point. */
  readonly onPick?: ((at: { readonly longitude: number; readonly latitude: number }) => void) | undefined
  readonly onTileError: () => void
}

/** The map of states is mutable; `turn` changes with its content. */
const gatherAt = (_version: number, ...args: Parameters<typeof gather>) => gather(...args)

/** The map also reports its view after layout; only user interaction counts. */
const isByHand = (state: object | undefined): boolean => Object.values(state ?? {}).some((is) => is === true)

/**
 * A press of any duration is a click: the first one draws all points to find the one below it, which takes longer than
 * the default 250 ms.
 */
const pressing = { click: { time: Number.POSITIVE_INFINITY } } as const

const view = new MapView({ repeat: true })
const nearest = 20

/** Map based on deck.gl, over outlines, tiles or a picture. A separate chunk; use it through `PlantMap`. */
export function DeckMap({
  points,
  states,
  turn: version,
  style,
  place,
  ground,
  picture,
  chosen,
  getTooltip,
  onPlace,
  onChoose,
  onPick,
  onTileError,
}: DeckMapProps) {
  const [outline, setOutline] = useState<readonly Ring[]>([])
  const files = ground.kind === 'outline' ? ground.files.join(',') : null
  useEffect(() => {
    if (files === null) return undefined
    let isOver = false
    void loadOutline(files === '' ? [] : files.split(',')).then((rings) => {
      if (!isOver) setOutline(rings)
    })
    return () => {
      isOver = true
    }
  }, [files])
  const step = Math.floor(place.zoom)
  const { alone, clusters } = useMemo(() => gatherAt(version, points, states, step), [points, states, version, step])
  const lines = useMemo(() => supplyLines(points), [points])
  const layers: Layer[] = [
    ...groundLayers(style, place, { ground, outline, picture, onTileError }),
    ...pointLayers(style, { alone, clusters, states, chosen, turn: version }, lines),
  ]

  return (
    <DeckGL
      views={view}
      viewState={{ ...place, pitch: 0, bearing: 0, minZoom: 1, maxZoom: nearest }}
      layers={layers}
      style={{ position: 'absolute', background: style.ground }}
      controller={{
        dragRotate: false,
        touchRotate: false,
        doubleClickZoom: true,
        scrollZoom: { speed: 0.02, smooth: false },
        inertia: false,
      }}
      onViewStateChange={({ viewState, interactionState }) => {
        if (isByHand(interactionState)) onPlace(readPlace(viewState))
      }}
      onClick={({ object, coordinate }: { object?: unknown; coordinate?: number[] }) => {
        const [longitude, latitude] = coordinate ?? []
        if (onPick && longitude !== undefined && latitude !== undefined) onPick({ longitude, latitude })
        else if (isPoint(object)) onChoose(object.id)
        else if (isCluster(object))
          onPlace({ longitude: object.longitude, latitude: object.latitude, zoom: Math.min(nearest, place.zoom + 2) })
        else onChoose(null)
      }}
      eventRecognizerOptions={pressing}
      getCursor={({ isDragging, isHovering }) =>
        isDragging ? 'grabbing' : onPick ? 'crosshair' : isHovering ? 'pointer' : 'grab'
      }
      getTooltip={({ object }: { object?: unknown }) =>
        isPoint(object) ? { text: getTooltip(object), style: tooltipStyle(style) } : null
      }
    />
  )
}

const tooltipStyle = ({ ink, surface, line }: MapStyle) => ({
  color: ink,
  backgroundColor: surface,
  border: `1px solid ${line}`,
  borderRadius: '3px',
  padding: '6px 9px',
  fontSize: '12px',
  whiteSpace: 'pre-line',
})
const readPlace = (viewState: unknown): Place => {
  const state = isObject(viewState) ? viewState : {}
  const of = (name: string): number => (typeof state[name] === 'number' ? state[name] : 0)
  return { longitude: of('longitude'), latitude: of('latitude'), zoom: of('zoom') }
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isPoint = (value: unknown): value is MapPoint => isObject(value) && 'kind' in value && 'title' in value
const isCluster = (value: unknown): value is { readonly longitude: number; readonly latitude: number } =>
  isObject(value) && 'count' in value
