export type Ring = readonly (readonly [longitude: number, latitude: number])[]

const scale = 1024
const loading = new Map<string, Promise<readonly Ring[]>>()

/**
 * Loads the built-in outlines of the country and of these provinces, each once per page. A file that cannot be loaded
 * is omitted.
 */
export async function loadOutline(provinces: readonly string[]): Promise<readonly Ring[]> {
  const all = await Promise.all(
    ['china', ...provinces].map((name) => {
      const known = loading.get(name) ?? loadFile(name)
      loading.set(name, known)
      return known
    }),
  )
  return all.flat()
}

/** Rings of a GeoJSON file, plain or in the encoded form of ECharts; other content is ignored. */
export function readOutline(file: unknown): Ring[] {
  if (!isObject(file) || !Array.isArray(file['features'])) return []
  return file['features'].flatMap((feature: unknown) => {
    const geometry = isObject(feature) ? feature['geometry'] : undefined
    return isObject(geometry) ? toRings(geometry['coordinates'], geometry['encodeOffsets']) : []
  })
}

async function loadFile(name: string): Promise<Ring[]> {
  try {
    const answer = await fetch(`/maps/${name}.json`)
    return answer.ok ? readOutline(await answer.json()) : []
  } catch {
    return [] // The map still shows the graticule.
  }
}

/** Collects the rings of nested polygons. */
function toRings(coordinates: unknown, offsets: unknown): Ring[] {
  if (typeof coordinates === 'string') return isPair(offsets) ? [decode(coordinates, offsets)] : []
  if (!Array.isArray(coordinates)) return []
  if (coordinates.length > 0 && coordinates.every(isPair))
    return [coordinates.map(([longitude, latitude]) => [longitude, latitude] as const)]
  return coordinates.flatMap((inner: unknown, index) =>
    toRings(inner, Array.isArray(offsets) ? offsets[index] : undefined),
  )
}

/** Decodes zigzag steps of 1/1024 degree, two characters per point, starting from the offset. */
function decode(text: string, [startX, startY]: readonly [number, number]): Ring {
  const step = (at: number): number => {
    const value = text.charCodeAt(at) - 64
    return (value >> 1) ^ -(value & 1)
  }
  const ring: [number, number][] = []
  let [x, y] = [startX, startY]
  for (let at = 0; at + 1 < text.length; at += 2) {
    x += step(at)
    y += step(at + 1)
    ring.push([x / scale, y / scale])
  }
  return ring
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'
