import { useEffect, useState } from 'react'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

/** Object URLs of stored pictures by id; `null` if loading failed, undefined while loading. */
export type StoredUrls = Readonly<Record<string, string | null>>

/**
 * Loads stored pictures as object URLs: requests of `<img>` elements carry no session, so each picture is fetched with
 * it. The URLs are revoked on unmount.
 */
export function useStoredUrls(ids: readonly string[]): StoredUrls {
  const { files } = useStores()
  const key = [...new Set(ids)].toSorted().join(',')
  // Return nothing for changed ids, because the old URLs have been revoked.
  const [shown, setShown] = useState<{ readonly of: string; readonly urls: StoredUrls }>({ of: key, urls: {} })
  useEffect(() => {
    const running = new AbortController()
    const objectUrls: string[] = []
    const put = (id: string, url: string | null): void =>
      setShown(({ of, urls }) => ({ of: key, urls: { ...(of === key ? urls : {}), [id]: url } }))
    const show = async (id: string): Promise<void> => {
      try {
        const { blob } = await files.resource(id, running.signal)
        if (running.signal.aborted) return
        const url = URL.createObjectURL(blob)
        objectUrls.push(url)
        put(id, url)
      } catch (thrown) {
        if (running.signal.aborted) return
        if (!(thrown instanceof CallFailure)) throw thrown
        put(id, null)
      }
    }
    for (const id of key === '' ? [] : key.split(',')) void show(id)
    return () => {
      running.abort()
      for (const url of objectUrls) URL.revokeObjectURL(url)
    }
  }, [files, key])
  return shown.of === key ? shown.urls : {}
}
