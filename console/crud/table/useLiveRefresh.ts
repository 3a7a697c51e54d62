import { useEffect, useRef } from 'react'
import { pollEvery } from '../../stores/entities/polling.ts'
import { useStores } from '../../stores/root.ts'
import type { ScreenConfig } from '../config/screenConfig.ts'

/**
 * Reloads the displayed rows when the server reports a change, such as a new alarm, and at the interval of the page.
 * Call in an observer.
 */
export function useLiveRefresh({ entity, renewMs }: ScreenConfig): void {
  const { entities } = useStores()
  const store = entities.of(entity)
  const changeCount = entities.getChangeCount(entity.name)
  const shownCount = useRef(changeCount)
  useEffect(() => {
    if (shownCount.current === changeCount) return
    shownCount.current = changeCount
    void store.reload()
  }, [store, changeCount])

  const everyMs = renewMs?.(store.rows) ?? null
  useEffect(
    () =>
      everyMs === null
        ? undefined
        : pollEvery(everyMs, { isLoading: () => store.loading !== null, request: () => store.reload() }),
    [store, everyMs],
  )
}
