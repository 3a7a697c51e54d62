import type { Row } from '../../../contract/entity/define.ts'
import type { CallOptions } from '../../net/client.ts'
import type { EntityClient } from '../../net/entityClient.ts'
import { CallFailure } from '../../net/failure.ts'

/** A configured map. */
export interface ProjectMap {
  readonly kind: 'outline' | 'tiles' | 'picture'
  readonly isDefault: boolean
  readonly longitude: number
  readonly latitude: number
  readonly zoom: number
  /** Files of provinces drawn in detail. */
  readonly outlines: readonly string[]
  /** URL of a tile map. */
  readonly url: string | null
  /** Id of a stored image; `widthM` is its width on the ground in metres. */
  readonly picture: string | null
  readonly widthM: number
}

type Maps = Pick<EntityClient, 'list'>

/** Returns null if the map cannot be read, for example without permission; content is then shown without a map. */
export async function mapOrNone(request: Promise<ProjectMap | null>): Promise<ProjectMap | null> {
  try {
    return await request
  } catch (thrown) {
    if (thrown instanceof CallFailure) return null
    throw thrown
  }
}

/**
 * Returns the default map of a project, or null. For all projects together, a map is returned only if it is the only
 * default.
 */
export async function defaultMap(
  maps: Maps,
  project: string | undefined,
  options: CallOptions,
): Promise<ProjectMap | null> {
  const { rows } = await maps.list({ page: 1, pageSize: 10, project, filter: { isDefault: 'true' } }, options)
  const [first, ...others] = rows
  return first === undefined || (project === undefined && others.length > 0) ? null : toMap(first)
}

/** Returns a tile map of the project, preferably the default one. */
export async function tileMap(
  maps: Maps,
  project: string | undefined,
  options: CallOptions,
): Promise<ProjectMap | null> {
  const { rows } = await maps.list({ page: 1, pageSize: 50, project, filter: { kind: 'tiles' } }, options)
  const read = rows.map(toMap).filter(({ url }) => url !== null)
  return read.find(({ isDefault }) => isDefault) ?? read[0] ?? null
}

function toMap(row: Row): ProjectMap {
  const {
    kind,
    isDefault,
    longitude,
    latitude,
    zoom,
    outlines,
    url,
    picture,
    widthM,
  }: Readonly<Record<string, unknown>> = { ...row }
  const toNumber = (value: unknown, other: number): number => (typeof value === 'number' ? value : other)
  return {
    kind: kind === 'tiles' || kind === 'picture' ? kind : 'outline',
    isDefault: isDefault === true,
    longitude: toNumber(longitude, 0),
    latitude: toNumber(latitude, 0),
    zoom: toNumber(zoom, 12),
    widthM: toNumber(widthM, 500),
    outlines: Array.isArray(outlines) ? outlines.filter((each: unknown) => typeof each === 'string') : [],
    url: typeof url === 'string' && url !== '' ? url : null,
    picture: Array.isArray(picture) ? getFileId(picture[0]) : null,
  }
}

const getFileId = (file: unknown): string | null =>
  typeof file === 'object' && file !== null && 'id' in file && typeof file.id === 'string' ? file.id : null
