import { sql } from 'kysely'
import { ApiError } from '../../../../contract/errors.ts'
import { stoppingDistance } from '../../../../contract/lighting/cie88.ts'
import type { TunnelFigures } from '../../../../contract/routes.ts'
import type { Db } from '../../../database/index.ts'

const tubes = ['left', 'right'] as const

/** A tunnel's dimensions in m and its design speed in km/h; null if not entered. */
export interface TunnelSize {
  readonly length: number | null
  readonly laneCount: number | null
  readonly laneWidth: number | null
  readonly direction: string | null
  readonly designSpeed: number | null
  readonly left: readonly TubeSegment[] | null
  readonly right: readonly TubeSegment[] | null
}

interface TubeSegment {
  readonly from: number
  readonly to: number
}

/** Luminaires of a tube: their number, those without a rated power, and the rated power of the others in W. */
export interface TubeLamps {
  readonly tube: string
  readonly lamps: number
  readonly unrated: number
  readonly power: number | null
}

/** Reads the figures of a tunnel. Throws `object.missing` if it does not exist. */
export async function readTunnelFigures(db: Db, id: string): Promise<TunnelFigures> {
  const {
    rows: [tunnel],
  } =
    await sql<TunnelSize>`select length, lane_count as "laneCount", lane_width as "laneWidth", direction, design_speed as "designSpeed", "left", "right"
    from lighting_tunnel where id = ${id}`.execute(db)
  if (!tunnel) throw new ApiError('object.missing')
  const { rows: lamps } = await sql<TubeLamps>`select s.tube, count(p.id)::int as lamps,
      count(p.id) filter (where coalesce(p.rated_power, a.power) is null)::int as unrated, sum(coalesce(p.rated_power, a.power))::float8 as power
    from lighting_tunnel_section s join lighting_pole p on p.section = s.id left join lighting_area a on a.id = p.area
    where s.tunnel = ${id} and p.installation = 'installed' group by s.tube`.execute(db)
  return computeTunnelFigures(tunnel, lamps)
}

/**
 * Computes the stopping distance, and the lighting power of each tube per square metre of carriageway. A tube without
 * segments has the length of the tunnel; one with neither segments nor luminaires is omitted.
 */
export function computeTunnelFigures(tunnel: TunnelSize, lamps: readonly TubeLamps[]): TunnelFigures {
  const { laneCount, laneWidth, direction, designSpeed } = tunnel
  return {
    stoppingDistance: designSpeed === null ? null : stoppingDistance(designSpeed),
    thresholds: direction === 'both' ? 2 : 1,
    tubes: tubes.flatMap((tube) => {
      const segments = tunnel[tube] ?? []
      const installed = lamps.find((each) => each.tube === tube)
      if (segments.length === 0 && !installed) return []
      const length =
        segments.length > 0
          ? Math.max(...segments.map(({ to }) => to)) - Math.min(...segments.map(({ from }) => from))
          : tunnel.length
      const carriageway = length && laneCount && laneWidth ? length * laneCount * laneWidth : null
      const power = installed?.power ?? null
      return [
        {
          tube,
          lamps: installed?.lamps ?? 0,
          unrated: installed?.unrated ?? 0,
          power,
          length,
          carriageway,
          density: power === null || carriageway === null ? null : power / carriageway,
        },
      ]
    }),
  }
}
