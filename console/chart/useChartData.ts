import type { Words } from '@mimic/engine/schema'
import { useEffect, useState } from 'react'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import type { ExternalFetch } from '../net/externalFetch.ts'
import { type ChartData, readChartData } from './chartOption.ts'

export interface Fetched {
  readonly data: ChartData | null
  /** True if the address is invalid, does not respond, or returns another format. */
  readonly isBad: boolean
  /** Reason given by the server, if any. */
  readonly error?: Words
}

const emptyResult: Fetched = { data: null, isBad: false }

/** Fetches the data of a chart, once per address and `turn`. */
export function useChartData(url: string, reloadKey = 0): Fetched {
  const { client, config, externalFetch } = useStores()
  const [fetched, setFetched] = useState<{ readonly of: string; readonly got: Fetched }>({ of: '', got: emptyResult })
  const key = `${reloadKey} ${url}`
  useEffect(() => {
    // `turn` is part of the key to repeat the request, but not of the address.
    const address = key.slice(key.indexOf(' ') + 1)
    if (address === '') return undefined
    const running = new AbortController()
    fetchText({ client, elsewhere: externalFetch }, config.baseUrl, address, running.signal).then(
      (text) => setFetched({ of: key, got: readResponse(text) }),
      (thrown: unknown) => {
        if (running.signal.aborted) return
        if (!(thrown instanceof CallFailure) && !(thrown instanceof TypeError)) throw thrown
        const error = thrown instanceof CallFailure ? thrown.problems[0]?.words : undefined
        setFetched({ of: key, got: { data: null, isBad: true, ...(error ? { error } : {}) } })
      },
    )
    return () => running.abort()
  }, [client, config.baseUrl, externalFetch, key])
  return url !== '' && fetched.of === key ? fetched.got : emptyResult
}

async function fetchText(
  { client, elsewhere: externalFetch }: { readonly client: Client; readonly elsewhere: ExternalFetch },
  baseUrl: string,
  address: string,
  signal: AbortSignal,
): Promise<string> {
  const at = new URL(address, location.origin)
  if (at.origin === new URL(baseUrl || location.origin, location.origin).origin)
    return client.get(at.pathname + at.search, signal)
  return externalFetch(at.href, signal)
}

function readResponse(text: string): Fetched {
  try {
    const data = readChartData(JSON.parse(text))
    return { data, isBad: data === null }
  } catch {
    return { data: null, isBad: true }
  }
}
