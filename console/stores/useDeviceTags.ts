import { useEffect, useState } from 'react'
import type { Tag } from '../../contract/routes.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from './root.ts'

/** The tags of these devices of the plant; of a device that has more than a page of them, the first page. Null while they are asked for. */
export function useDeviceTags(project: string, devices: readonly string[]): readonly Tag[] | null {
  const { client } = useStores()
  const key = `${project}|${devices.join(',')}`
  const [got, setGot] = useState<{ readonly of: string; readonly tags: readonly Tag[] }>()
  useEffect(() => {
    const running = new AbortController()
    const names = key.slice(key.indexOf('|') + 1)
    const load = async (device: string): Promise<readonly Tag[]> => {
      try {
        const { rows } = await client.call('tag.list', { query: { project, search: `${device}/`, page: 1, pageSize: 50 } }, { signal: running.signal, quiet: true })
        return rows.filter((tag) => tag.device === device)
      } catch (thrown) {
        if (running.signal.aborted || thrown instanceof CallFailure) return []
        throw thrown
      }
    }
    void Promise.all(names === '' ? [] : names.split(',').map(load)).then((lists) => {
      if (!running.signal.aborted) setGot({ of: key, tags: lists.flat() })
    })
    return () => running.abort()
  }, [client, project, key])
  return got?.of === key ? got.tags : null
}
