import type { Tag } from '../../../contract/routes.ts'
import { statePoint } from '../../../contract/telemetry/tags.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../root.ts'
import { useRequest } from '../entities/useRequest.ts'

/** Returns the tags of devices without their state points, at most one page per device. Null while loading. */
export function useDeviceTags(project: string, devices: readonly string[]): readonly Tag[] | null {
  const { client } = useStores()
  const readTags = async (device: string, signal: AbortSignal): Promise<readonly Tag[]> => {
    try {
      const { rows } = await client.call(
        'tag.list',
        { query: { project, search: `${device}/`, page: 1, pageSize: 50 } },
        { signal, quiet: true },
      )
      return rows.filter((tag) => tag.device === device && tag.point !== statePoint)
    } catch (thrown) {
      if (thrown instanceof CallFailure) return []
      throw thrown
    }
  }
  const tags = useRequest(`${project}|${devices.join(',')}`, async (signal) =>
    (await Promise.all(devices.map((device) => readTags(device, signal)))).flat(),
  )
  return tags instanceof CallFailure ? null : tags
}
