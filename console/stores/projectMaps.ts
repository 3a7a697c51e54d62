import type { Row } from '../../contract/entity/define.ts'
import type { CallOptions } from '../net/client.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'

/** A map that somebody set up, as its row has it. */
export interface ProjectMap {
  readonly kind: 'outline' | 'tiles' | 'picture'
  readonly isDefault: boolean
  readonly longitude: number
  readonly latitude: number
  readonly zoom: number
  /** Provinces drawn in detail, by their files. */
  readonly outlines: readonly string[]
  /** Of tiles. */
  readonly url: string | null
  /** A stored file's id, and how wide the picture is on the ground. */
  readonly picture: string | null
  readonly widthM: number
}

type Maps = Pick<EntityClient, 'list'>

/** A map that cannot be read (a role may see devices and no maps) is as if there were none: what stands on it is there without it. */
export async function mapOrNone(asked: Promise<ProjectMap | null>): Promise<ProjectMap | null> {
  try {
    return await asked
  } catch (thrown) {
    if (thrown instanceof CallFailure) return null
    throw thrown
  }
}

/** The default map of a project; null where it has none. Of all projects together one only where there is no other. */
export async function defaultMap(maps: Maps, project: string | undefined, options: CallOptions): Promise<ProjectMap | null> {
  const { rows } = await maps.list({ page: 1, pageSize: 10, project, filter: { isDefault: 'true' } }, options)
  const [first, ...others] = rows
  return first === undefined || (project === undefined && others.length > 0) ? null : mapOf(first)
}

/** The map of tiles that a project has, the default first. */
export async function tileMap(maps: Maps, project: string | undefined, options: CallOptions): Promise<ProjectMap | null> {
  const { rows } = await maps.list({ page: 1, pageSize: 50, project, filter: { kind: 'tiles' } }, options)
  const read = rows.map(mapOf).filter(({ url }) => url !== null)
  return read.find(({ isDefault }) => isDefault) ?? read[0] ?? null
}

function mapOf(row: Row): ProjectMap {
  const { kind, isDefault, longitude, latitude, zoom, outlines, url, picture, widthM }: Readonly<Record<string, unknown>> = { ...row }
  const numberOf = (value: unknown, other: number): number => (typeof value === 'number' ? value : other)
  return {
    kind: kind === 'tiles' || kind === 'picture' ? kind : 'outline', isDefault: isDefault === true,
    longitude: numberOf(longitude, 0), latitude: numberOf(latitude, 0), zoom: numberOf(zoom, 12), widthM: numberOf(widthM, 500),
    outlines: Array.isArray(outlines) ? outlines.filter((each: unknown) => typeof each === 'string') : [],
    url: typeof url === 'string' && url !== '' ? url : null, picture: Array.isArray(picture) ? idOf(picture[0]) : null,
  }
}

const idOf = (file: unknown): string | null => (typeof file === 'object' && file !== null && 'id' in file && typeof file.id === 'string' ? file.id : null)
