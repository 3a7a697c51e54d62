import { useEffect, useState } from 'react'
import type { CallFailure } from '../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

/**
 * Sends a request and returns its response; null while loading, the failure on error. A different `key` sends a new
 * request and discards the old response; a null key sends none.
 */
export function useRequest<Answer>(key: string | null, ask: (signal: AbortSignal) => Promise<Answer>): Answer | CallFailure | null {
  const [held, setHeld] = useState({ key, ask })
  const [got, setGot] = useState<{ readonly to: object; readonly what: Answer | CallFailure }>()
  if (held.key !== key) setHeld({ key, ask })
  useEffect(() => {
    if (held.key === null) return undefined
    const latest = new LatestRequest()
    const take = (what: Answer | CallFailure): void => setGot({ to: held, what })
    void latest.ask(held.ask, take).then(() => { if (latest.failure) take(latest.failure) })
    return () => latest.stop()
  }, [held])
  return got?.to === held ? got.what : null
}
