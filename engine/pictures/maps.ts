import { safeUrl } from '../schema/index.ts'
import { registerMap } from './library.ts'
import { type LoadText, readMap } from './mapReader.ts'

/** A map file and the name under which charts refer to it. */
export interface MapFile {
  readonly name: string
  readonly url: string
}

/** Maximum size of a map file in characters. */
const maxCharacters = 8_000_000
const loading = new Map<string, Promise<boolean>>()
/** Names of the maps that can be drawn. ECharts registers maps for the whole process and cannot remove them. */
const available = new Set<string>()

/** Returns true if a map is loaded, so that charts can use it. */
export function hasMap({ name }: MapFile): boolean {
  return available.has(name)
}

/**
 * Loads a map. Returns false if the file cannot be read or is not a map. On a page, a map is loaded once for all
 * charts, and the next call repeats a failed load. With a custom `load` the map is read on every call.
 */
export async function loadMap(map: MapFile, load?: LoadText): Promise<boolean> {
  if (load) return noteMap(map, await register(map, load).catch(() => false))
  if (hasMap(map)) return true
  const pending =
    loading.get(map.name) ??
    register(map, readMap)
      .catch(() => false)
      .finally(() => loading.delete(map.name))
  loading.set(map.name, pending)
  return noteMap(map, await pending)
}

function noteMap({ name }: MapFile, isAvailable: boolean): boolean {
  if (isAvailable) available.add(name)
  else available.delete(name)
  return isAvailable
}

async function register({ name, url }: MapFile, load: LoadText): Promise<boolean> {
  if (safeUrl(url) !== url) return false
  const text = await load(url)
  if (text.length > maxCharacters) return false
  const input: unknown = JSON.parse(text)
  const map = toMap(input)
  if (map) registerMap(name, map)
  return map !== undefined
}

type GeoJson = Exclude<
  Parameters<typeof registerMap>[1],
  string | { svg: unknown } | { geoJSON: unknown } | { geoJson: unknown }
>

/** Accepts only data with regions that have coordinates; ECharts throws much later on anything else. */
function toMap(input: unknown): GeoJson | undefined {
  return isMap(input) ? input : undefined
}

function isMap(input: unknown): input is GeoJson {
  if (
    typeof input !== 'object' ||
    input === null ||
    !('features' in input) ||
    !Array.isArray(input.features) ||
    input.features.length === 0
  )
    return false
  return input.features.every(
    (feature: unknown) =>
      typeof feature === 'object' &&
      feature !== null &&
      'geometry' in feature &&
      'properties' in feature &&
      (feature.geometry === null ||
        (typeof feature.geometry === 'object' &&
          'coordinates' in feature.geometry &&
          Array.isArray(feature.geometry.coordinates))),
  )
}
