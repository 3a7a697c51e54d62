import { limits } from '../../contract/limits.ts'
import { routes, type ServerConfig } from '../../contract/routes.ts'

const storageKey = 'serverconfig'

/** Location of this page, from which default addresses are derived. */
export interface Place {
  readonly protocol: string
  readonly hostname: string
  /** Host with port, as `location.host`. */
  readonly host: string
}

/**
 * Loads the server addresses from `/serverconfig.json` and caches them in local storage (specification, section 7).
 * Falls back to the cached addresses, then to the defaults: port 8080 of this host and an MQTT broker on port 8083 at
 * `/mqtt`. Never rejects, so that the sign-in page can report the problem.
 */
export async function loadServerConfig(
  storage: Storage,
  place: Place,
  get: typeof fetch = fetch,
): Promise<ServerConfig> {
  const fresh = await readFresh(get)
  if (fresh) storage.setItem(storageKey, JSON.stringify(fresh))
  const config = fresh ?? readCached(storage)
  const fallback = defaultsFor(place)
  return {
    baseUrl: config ? ownOr(config.baseUrl, place) : fallback.baseUrl,
    mqttUrl: config?.mqttUrl || fallback.mqttUrl,
    qrcode: config?.qrcode ?? '',
    ...(config?.cameraUrl ? { cameraUrl: config.cameraUrl.replace(/\/+$/, '') } : {}),
    ...(config?.linkageDelayLimit ? { linkageDelayLimit: config.linkageDelayLimit } : {}),
    ...(config?.timeZone ? { timeZone: config.timeZone } : {}),
    ...(config?.weatherUrl ? { weatherUrl: config.weatherUrl } : {}),
    ...(config?.fileUrl ? { fileUrl: config.fileUrl.replace(/\/+$/, '') } : {}),
  }
}

/** Default addresses on the host of this page. */
function defaultsFor({ protocol, hostname }: Place): ServerConfig {
  const secure = protocol === 'https:'
  return {
    baseUrl: `${secure ? 'https' : 'http'}://${hostname}:8080`,
    mqttUrl: `${secure ? 'wss' : 'ws'}://${hostname}:8083/mqtt`,
    qrcode: '',
  }
}

async function readFresh(get: typeof fetch): Promise<ServerConfig | null> {
  try {
    const response = await get(routes['server.config'].path, { signal: AbortSignal.timeout(limits.http.timeoutMs) })
    return response.ok ? parsed(await response.text()) : null
  } catch {
    // The cached addresses are used; the first call reports if the server is unavailable.
    return null
  }
}

const readCached = (storage: Storage): ServerConfig | null => parsed(storage.getItem(storageKey) ?? '')

function parsed(text: string): ServerConfig | null {
  try {
    return routes['server.config'].answer?.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/**
 * Returns an empty base URL (relative to this page) if no address is configured or it is on the page's own host,
 * because a proxy may have added TLS.
 */
function ownOr(url: string, place: Place): string {
  return !url || (URL.canParse(url) && new URL(url).host === place.host) ? '' : url.replace(/\/+$/, '')
}
