import type { Color, Layer } from '@deck.gl/core'
import { TileLayer } from '@deck.gl/geo-layers'
import { BitmapLayer, IconLayer, PathLayer, PolygonLayer, ScatterplotLayer, TextLayer } from '@deck.gl/layers'
import type { Cluster } from './clusters.ts'
import { graticule } from './graticule.ts'
import { computeBounds, type Ground } from './ground.ts'
import { markAtlas, getMarkName, markPlaces } from './marks.ts'
import type { Ring } from './outline.ts'
import type { MapStyle, MapPoint, Place, PointState } from './point.ts'
import type { LoadedPicture } from './usePicture.ts'

/** The layer accepts an image too, which its type does not declare. */
const atlas: () => Readonly<Record<string, unknown>> = () => ({ iconAtlas: markAtlas() })

export interface BaseLayer {
  readonly ground: Ground
  /** Rings of the outlines of the base layer. */
  readonly outline: readonly Ring[]
  readonly picture: LoadedPicture | null | undefined
  readonly onTileError: () => void
}

/** Base layers: outlines, tiles or a picture, with lines of longitude and latitude above. */
export function groundLayers(
  style: MapStyle,
  place: Place,
  { ground, outline, picture, onTileError }: BaseLayer,
): Layer[] {
  const lines = new PathLayer({
    id: 'graticule',
    data: graticule(place),
    getPath: (line: Ring) => line.map(([x, y]): [number, number] => [x, y]),
    getColor: rgb(style.line, ground.kind === 'outline' ? 150 : 60),
    getWidth: 1,
    widthUnits: 'pixels',
  })
  if (ground.kind === 'none') return [lines]
  if (ground.kind === 'picture') {
    const [west, south, east, north] = computeBounds(ground.middle, ground.widthM, picture?.aspect ?? 1)
    return [
      ...(picture
        ? [new BitmapLayer({ id: 'picture', image: picture.image, bounds: [west, south, east, north] })]
        : []),
      lines,
    ]
  }
  if (ground.kind === 'tiles') {
    return [
      new TileLayer({
        id: 'tiles',
        data: ground.url,
        minZoom: 0,
        maxZoom: 19,
        tileSize: 256,
        onTileError,
        renderSubLayers: (props) => {
          const [[west, south], [east, north]] = props.tile.boundingBox as [[number, number], [number, number]]
          return new BitmapLayer({ ...props, data: undefined, image: props.data, bounds: [west, south, east, north] })
        },
      }),
      lines,
    ]
  }
  return [
    new PolygonLayer({
      id: 'outline',
      data: outline,
      getPolygon: (ring: Ring) => ring.map(([x, y]): [number, number] => [x, y]),
      getFillColor: rgb(style.land),
      getLineColor: rgb(style.line),
      getLineWidth: 1,
      lineWidthUnits: 'pixels',
    }),
    lines,
  ]
}

export interface Shown {
  readonly alone: readonly MapPoint[]
  readonly clusters: readonly Cluster[]
  readonly states: ReadonlyMap<string, PointState>
  readonly chosen: string | null
  /** Number of state changes; a change recomputes the layers. */
  readonly turn: number
}

/** Layers of the points: supply lines, points by shape and colour, clusters with their count. */
export function pointLayers(
  style: MapStyle,
  { alone, clusters, states, chosen, turn: version }: Shown,
  lines: readonly Ring[],
): Layer[] {
  const getState = ({ id }: MapPoint): PointState => states.get(id) ?? 'unknown'
  const at = ({ longitude, latitude }: { longitude: number; latitude: number }): [number, number] => [
    longitude,
    latitude,
  ]
  return [
    new PathLayer({
      id: 'supply',
      data: lines,
      getPath: (line: Ring) => line.map(([x, y]): [number, number] => [x, y]),
      getColor: rgb(style.line),
      getWidth: 2.5,
      widthUnits: 'pixels',
      capRounded: true,
      jointRounded: true,
    }),
    new ScatterplotLayer({
      id: 'chosen',
      data: alone.filter(({ id }) => id === chosen),
      getPosition: at,
      getRadius: 15,
      radiusUnits: 'pixels',
      filled: false,
      stroked: true,
      getLineColor: rgb(style.ink),
      getLineWidth: 2,
      lineWidthUnits: 'pixels',
    }),
    // Background of each mark: keeps hollow marks readable on tiles, and is the target of the pointer.
    new ScatterplotLayer({
      id: 'points',
      data: alone,
      getPosition: at,
      getRadius: 7,
      radiusUnits: 'pixels',
      getFillColor: rgb(style.surface, 235),
      pickable: true,
    }),
    new IconLayer({
      id: 'marks',
      data: alone,
      getPosition: at,
      ...atlas(),
      iconMapping: markPlaces,
      getIcon: (point: MapPoint) => getMarkName(point.kind, getState(point)),
      getColor: (point: MapPoint) => rgb(point.kind === 'camera' ? style.ink : style.states[getState(point)]),
      getSize: (point: MapPoint) => (point.kind !== 'pole' || getState(point) === 'alarm' ? 21 : 16),
      sizeUnits: 'pixels',
      updateTriggers: { getIcon: version, getColor: [version, style.ink], getSize: version },
    }),
    new ScatterplotLayer({
      id: 'clusters',
      data: clusters,
      getPosition: at,
      getRadius: ({ count }: Cluster) => 13 + Math.min(14, Math.log2(count) * 1.6),
      radiusUnits: 'pixels',
      stroked: true,
      getFillColor: rgb(style.surface),
      getLineColor: ({ state }: Cluster) => rgb(style.states[state]),
      getLineWidth: ({ state }: Cluster) => (state === 'alarm' ? 4 : 2),
      lineWidthUnits: 'pixels',
      pickable: true,
    }),
    new TextLayer({
      id: 'counts',
      data: clusters,
      getPosition: at,
      getText: ({ count, state }: Cluster) => (state === 'alarm' ? `${count} !` : String(count)),
      getSize: 12,
      getColor: rgb(style.ink),
      fontFamily: 'system-ui, sans-serif',
      characterSet: '0123456789 !',
    }),
  ]
}

function rgb(hex: string, alpha = 255): Color {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255, alpha]
}
