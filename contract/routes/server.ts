import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import type { OpenApi } from '../openApi/shape.ts'
import { delayLimits } from '../scada/delayLimit.ts'
import { metricsPermission } from '../tokens.ts'
import { defineRoute } from './define.ts'

const open = { roles: [], scope: 'none', public: true } as const

/** `cameraUrl`, `fileUrl` and `weatherUrl`: optional services for cameras, files and weather. */
const serverConfig = z.object({
  baseUrl: z.string(),
  mqttUrl: z.string(),
  qrcode: z.string(),
  cameraUrl: z.string().optional(),
  fileUrl: z.string().optional(),
  weatherUrl: z.string().optional(),
  /** IANA time zone of the server, used by scheduled jobs. */
  timeZone: z.string().optional(),
  /** Seconds; defaults to 90. */
  linkageDelayLimit: z.literal([...delayLimits]).optional(),
})
/** Public settings of the installation, served as `/serverconfig.json` and read by the console at startup. */
export type ServerConfig = z.output<typeof serverConfig>

const health = z.object({ status: z.literal('ok') })

/** Public routes. They return no plant data. */
export const serverRoutes = {
  'server.config': defineRoute({
    method: 'GET',
    path: '/serverconfig.json',
    policy: open,
    answer: serverConfig,
    raw: 'application/json',
  }),
  /** Liveness check. */
  'server.health': defineRoute({
    method: 'GET',
    path: '/healthz',
    policy: open,
    answer: health,
    raw: 'application/json',
  }),
  /** Readiness check of database and broker. Returns 503 if one fails; `detail` names it. */
  'server.ready': defineRoute({
    method: 'GET',
    path: '/readyz',
    policy: open,
    answer: health,
    raw: 'application/json',
  }),
  /** Metrics of the server for Prometheus. */
  'server.metrics': defineRoute({
    method: 'GET',
    path: '/metrics',
    policy: { roles: rolesFrom('super'), scope: 'none', permission: metricsPermission },
    answer: z.string(),
    raw: 'text/plain',
  }),
  /** The OpenAPI document of this API. `/api/docs` shows it. */
  'server.document': defineRoute({
    method: 'GET',
    path: '/api/openapi.json',
    policy: { roles: rolesFrom('operator'), scope: 'none', limit: { perMinute: 60 } },
    answer: z.custom<OpenApi>(),
    raw: 'application/json',
  }),
}
