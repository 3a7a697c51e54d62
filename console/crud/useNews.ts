import { useEffect, useRef } from 'react'
import { askEvery } from '../stores/polled.ts'
import { useStores } from '../stores/root.ts'
import type { ScreenShape } from './shape.ts'

/** Asks for the shown rows anew when the server tells that they changed (an alarm that came, say), and as often as the page says. For observers. */
export function useNews({ entity, renewMs }: ScreenShape): void {
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
  useEffect(() => (everyMs === null ? undefined : askEvery(everyMs, { isLoading: () => store.loading !== null, ask: () => store.reload() })), [store, everyMs])
}
