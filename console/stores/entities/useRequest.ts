import { useEffect, useState } from 'react'
import type { CallFailure } from '../../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

/**
 * Sends a request and returns its response; null while loading, the failure on error. A different `key` sends a new
 * request and discards the old response; a null key sends none.
 */
export function useRequest<Answer>(
  key: string | null,
  request: (signal: AbortSignal) => Promise<Answer>,
): Answer | CallFailure | null {
  const [current, setCurrent] = useState({ key, request })
  const [received, setReceived] = useState<{ readonly to: object; readonly result: Answer | CallFailure }>()
  if (current.key !== key) setCurrent({ key, request })
  useEffect(() => {
    if (current.key === null) return undefined
    const latest = new LatestRequest()
    const take = (result: Answer | CallFailure): void => setReceived({ to: current, result })
    void latest.run(current.request, take).then(() => {
      if (latest.failure) take(latest.failure)
    })
    return () => latest.stop()
  }, [current])
  return received?.to === current ? received.result : null
}
