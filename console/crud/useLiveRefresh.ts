import { useEffect, useRef } from 'react'
import { pollEvery } from '../stores/polling.ts'
import { useStores } from '../stores/root.ts'
import type { ScreenConfig } from './screenConfig.ts'

/**
 * Reloads the displayed rows when the server reports a change, such as a new alarm, and at the interval of the page.
 * Call in an observer.
 */
export function useLiveRefresh({ entity, renewMs }: ScreenConfig): void {
  const { entities } = useStores()
  const store = entities.of(entity)
  const turn = entities.turnOf(entity.name)
  const shownTurn = useRef(turn)
  useEffect(() => {
    if (shownTurn.current === turn) return
    shownTurn.current = turn
    void store.reload()
  }, [store, turn])

  const everyMs = renewMs?.(store.rows) ?? null
  useEffect(() => (everyMs === null ? undefined : pollEvery(everyMs, { isLoading: () => store.loading !== null, ask: () => store.reload() })), [store, everyMs])
}
