import { limits } from '../../contract/limits.ts'
import { routes, type ServerConfig } from '../../contract/routes.ts'

const storageKey = 'serverconfig'

/** Where the server is, from its own /serverconfig.json, cached in local storage (specification, section 7). */
export interface Place {
  readonly protocol: string
  readonly hostname: string
  /** With the port, as in `location.host`. */
  readonly host: string
}

/**
 * Reads the server's addresses; without an answer the cached ones serve, then the defaults: this machine's port
 * 8080 and a broker on 8083 at /mqtt. Never rejects: a sign-in page that says what is wrong beats a blank one.
 */
export async function loadServerConfig(storage: Storage, place: Place, get: typeof fetch = fetch): Promise<ServerConfig> {
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

/** The addresses of a server on this page's machine. */
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
    // The cached addresses serve, and the first call tells the person if the server stays away.
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

/** Empty, so relative to this page, where the server names no address or the one this page came from (a proxy may have added TLS). */
function ownOr(url: string, place: Place): string {
  return !url || (URL.canParse(url) && new URL(url).host === place.host) ? '' : url.replace(/\/+$/, '')
}
