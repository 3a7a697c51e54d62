import { limits } from '../../contract/limits.ts'
import type { Curve, Tag } from '../../contract/routes.ts'
import type { DeviceRef } from '../../contract/telemetry/tags.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

/** Points of the catalogue by their path. */
export type Points = ReadonlyMap<string, Tag>

/** Where a running drawing and what it needs come from. Each throws a CallFailure, or the abort's reason. */
export interface RunSource {
  /** By a link, for who has no account: nothing is commanded, and no other drawing is there to open. */
  readonly isShared: boolean
  /** `newer`: the version of a drawing of which the server knew, and sent, only a part. */
  read(signal: AbortSignal): Promise<{ readonly drawing: unknown; readonly project: string; readonly newer?: number | null }>
  /** What the catalogue says of the points of a device. */
  pointsOf(device: DeviceRef): Promise<Points>
  curves(tags: readonly string[], spanMs: number, signal: AbortSignal): Promise<readonly Curve[]>
}

const pageSize = 50

/** A drawing of the server for who is signed in. */
export function ownSource(id: string, client: Client): RunSource {
  return {
    isShared: false,
    read: (signal) => client.call('drawing.read', { params: { id } }, { quiet: true, signal }),

    /** The catalogue only searches, and in less than a path may be long: the device is searched for and compared exactly. */
    async pointsOf({ project, device }) {
      const points = new Map<string, Tag>()
      for (let page = 1; page <= limits.list.lastPage; page++) {
        const { rows, total } = await client.call('tag.list', { query: { project, search: `${device}/`, page, pageSize } }, { quiet: true })
        for (const row of rows) if (row.project === project && row.device === device) points.set(row.path, row)
        if (rows.length === 0 || page * pageSize >= total) break
      }
      return points
    },

    async curves(tags, spanMs, signal) {
      try {
        return await client.call('history.read', { query: { tags: tags.join(','), spanMs, points: limits.history.points } }, { quiet: true, signal })
      } catch (thrown) {
        // Of a project that this person may not see: its curves are empty, the others are shown.
        if (thrown instanceof CallFailure && thrown.error === 'object.missing') return []
        throw thrown
      }
    },
  }
}
