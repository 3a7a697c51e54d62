import { safeUrl } from '../schema/index.ts'
import { getMap, registerMap } from './library.ts'
import { type LoadText, readMap } from './mapReader.ts'

/** A map file by the name that charts know it by. */
export interface MapFile {
  readonly name: string
  readonly url: string
}

/** Largest map file taken, in characters. */
const mostCharacters = 8_000_000
const loading = new Map<string, Promise<boolean>>()

export function hasMap({ name }: MapFile): boolean {
  return Boolean(getMap(name))
}

/** Loads a map once for all charts; false when it cannot be had or is no map. The next who asks tries again. */
export function loadMap(map: MapFile, load: LoadText = readMap): Promise<boolean> {
  if (hasMap(map)) return Promise.resolve(true)
  const under = loading.get(map.name)
  if (under) return under
  const begun = register(map, load).catch(() => false).finally(() => loading.delete(map.name))
  loading.set(map.name, begun)
  return begun
}

async function register({ name, url }: MapFile, load: LoadText): Promise<boolean> {
  if (safeUrl(url) !== url) return false
  const text = await load(url)
  if (text.length > mostCharacters) return false
  const given: unknown = JSON.parse(text)
  const map = mapOf(given)
  if (map) registerMap(name, map)
  return map !== undefined
}

type GeoJson = Exclude<Parameters<typeof registerMap>[1], string | { svg: unknown } | { geoJSON: unknown } | { geoJson: unknown }>

/** Only what has regions with coordinates: ECharts itself throws, much later, over anything else. */
function mapOf(given: unknown): GeoJson | undefined {
  return isMap(given) ? given : undefined
}

function isMap(given: unknown): given is GeoJson {
  if (typeof given !== 'object' || given === null || !('features' in given) || !Array.isArray(given.features) || given.features.length === 0) return false
  return given.features.every((feature: unknown) => typeof feature === 'object' && feature !== null && 'geometry' in feature && 'properties' in feature
    && (feature.geometry === null || (typeof feature.geometry === 'object' && 'coordinates' in feature.geometry && Array.isArray(feature.geometry.coordinates))))
}
