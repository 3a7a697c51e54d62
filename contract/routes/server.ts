import * as z from 'zod'
import { defineRoute } from './define.ts'

const open = { roles: [], scope: 'none', public: true } as const

/** `cameraUrl` and `fileUrl`: the services of cameras and files, where this plant has them. */
const serverConfig = z.object({
  baseUrl: z.string(), mqttUrl: z.string(), qrcode: z.string(), cameraUrl: z.string().optional(), fileUrl: z.string().optional(),
})
export type ServerConfig = z.output<typeof serverConfig>

const health = z.object({ status: z.literal('ok') })

/** Open to all, so they tell nothing about the plant. */
export const serverRoutes = {
  'server.config': defineRoute({ method: 'GET', path: '/serverconfig.json', policy: open, answer: serverConfig, raw: 'application/json' }),
  /** The process lives. */
  'server.health': defineRoute({ method: 'GET', path: '/healthz', policy: open, answer: health, raw: 'application/json' }),
  /** Database and broker answer too; 503 where one does not. */
  'server.ready': defineRoute({ method: 'GET', path: '/readyz', policy: open, answer: health, raw: 'application/json' }),
}
