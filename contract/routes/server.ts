import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import type { OpenApi } from '../openApi/shape.ts'
import { delayLimits } from '../scada/delayLimit.ts'
import { metricsPermission } from '../tokens.ts'
import { defineRoute } from './define.ts'

const open = { roles: [], scope: 'none', public: true } as const

/** `cameraUrl`, `fileUrl` and `weatherUrl`: the services of cameras, files and weather, where this plant has them. */
const serverConfig = z.object({
  baseUrl: z.string(), mqttUrl: z.string(), qrcode: z.string(), cameraUrl: z.string().optional(), fileUrl: z.string().optional(),
  weatherUrl: z.string().optional(),
  /** Of the server's machine, whose clock jobs run by; as the IANA list names it. */
  timeZone: z.string().optional(),
  /** Seconds; 90 where it is not said. */
  linkageDelayLimit: z.literal([...delayLimits]).optional(),
})
export type ServerConfig = z.output<typeof serverConfig>

const health = z.object({ status: z.literal('ok') })

/** Open to all, so they tell nothing about the plant. */
export const serverRoutes = {
  'server.config': defineRoute({ method: 'GET', path: '/serverconfig.json', policy: open, answer: serverConfig, raw: 'application/json' }),
  /** The process lives. */
  'server.health': defineRoute({ method: 'GET', path: '/healthz', policy: open, answer: health, raw: 'application/json' }),
  /** Database and broker answer too; 503 where one does not, and `detail` says which. */
  'server.ready': defineRoute({ method: 'GET', path: '/readyz', policy: open, answer: health, raw: 'application/json' }),
  /** Figures of the server's working, for Prometheus. */
  'server.metrics': defineRoute({
    method: 'GET', path: '/metrics', policy: { roles: rolesFrom('super'), scope: 'none', permission: metricsPermission }, answer: z.string(), raw: 'text/plain',
  }),
  /** This API as an OpenAPI document; `/api/docs` shows it. */
  'server.document': defineRoute({
    method: 'GET', path: '/api/openapi.json', policy: { roles: rolesFrom('operator'), scope: 'none', limit: { perMinute: 60 } }, answer: z.custom<OpenApi>(), raw: 'application/json',
  }),
}
