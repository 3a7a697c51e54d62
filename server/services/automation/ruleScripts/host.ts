import { parseTag } from '../../../../contract/telemetry/tags.ts'
import type { History } from '../../../database/history/history.ts'
import type { ScriptHost } from '../../../scripts/runner/index.ts'
import type { OwnerAccess } from './access.ts'
import type { FindScene } from './scenes.ts'

export interface HostParts {
  readonly history: Pick<History, 'newest' | 'read'>
  readonly access: Pick<OwnerAccess, 'canRead'>
  readonly findScene: FindScene
}

/** Maximum number of values that `history.last` returns. */
const maxReadings = 1_000
const badQuality = 2

/**
 * Answers the questions of a run: current and stored values of tags in projects that the owner may read. A path is
 * `project/device/point`, or `point` or `device/point` relative to the device and project of the event. An unknown tag
 * and a value of bad quality are null.
 */
export function createHost(
  { history, access, findScene }: HostParts,
  owner: string | null,
  device: { readonly project: string; readonly device: string } | null,
  /** Values later than this time are not returned; for rehearsals. */
  untilMs?: number,
): ScriptHost {
  const findTag = async (path: string): Promise<string | null> => {
    const parts = path.split('/')
    const missing = 3 - parts.length
    const full = missing <= 0 || !device ? parts : [device.project, device.device].slice(0, missing).concat(parts)
    const tag = parseTag(full.join('/'))
    return tag && (await access.canRead(owner, tag.project)) ? full.join('/') : null
  }
  const read = async (path: string, fromMs: number, toMs: number, limit: number) =>
    (await history.read(path, fromMs, toMs, limit)).flatMap(({ at, value, text, quality }) =>
      quality >= badQuality ? [] : [{ at, value: text ?? value }],
    )
  return {
    async readTag(path) {
      const tag = await findTag(path)
      if (tag === null) return null
      if (untilMs !== undefined) return (await read(tag, untilMs - 86_400_000, untilMs, 1)).at(-1)?.value ?? null
      const newest = history.newest(tag)
      return newest && newest.quality < badQuality ? (newest.text ?? newest.value) : null
    },
    async readHistory(path, minutes) {
      const tag = await findTag(path)
      const toMs = untilMs ?? Date.now()
      return tag === null ? [] : read(tag, toMs - minutes * 60_000, toMs, maxReadings)
    },
    async processScene(text) {
      const scene = findScene(text, device?.project)
      return scene !== undefined && (await access.canRead(owner, scene.project))
    },
  }
}
