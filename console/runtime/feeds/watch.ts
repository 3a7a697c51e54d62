import type { Tag } from '../../../contract/routes.ts'
import { limits } from '../../../contract/limits.ts'
import type { TelemetryStore } from '../../stores/live/telemetry.ts'
import type { RunStore } from '../runStore.ts'
import type { WatchedPoint } from './alarms.ts'

export interface PointWatch {
  points(nowMs: number): readonly WatchedPoint[] | null
  getTag(tag: string): Tag | undefined
}

/**
 * Watches the points of a drawing for alarms. Limits are loaded from the catalogue on first use. A point without any
 * value is reported only after the stale timeout, because the page may have just been opened.
 */
export function watchPoints(
  store: Pick<RunStore, 'tag'>,
  telemetry: Pick<TelemetryStore, 'tags' | 'link'>,
  needed: readonly string[],
): PointWatch {
  const facts = new Map<string, Tag>()
  let isRequested = false
  const requestTag = async (): Promise<void> => {
    isRequested = true
    // Sequentially, because a drawing can have hundreds of devices.
    for (const tag of needed) {
      const found = await store.tag(tag)
      if (found) facts.set(tag, found)
    }
  }
  return {
    getTag: (tag) => facts.get(tag),
    points(nowMs) {
      if (!isRequested) void requestTag()
      const {
        tags,
        link: { link, since },
      } = telemetry
      if (link !== 'open') return null
      return needed.flatMap((tag) => {
        const index = tags.indexOf(tag)
        const atMs = tags.times[index] ?? 0
        if (atMs === 0 && nowMs - since < limits.telemetry.staleMs) return []
        const { min = null, max = null } = facts.get(tag) ?? {}
        return [{ tag, value: tags.values[index] ?? NaN, quality: tags.qualityAt(index), atMs, min, max }]
      })
    },
  }
}
