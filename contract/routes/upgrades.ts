import * as z from 'zod'
import { limits } from '../limits.ts'
import type { ServedFile } from './define.ts'
import { defineRoute } from './define.ts'

export const upgradeRoutes = {
  /** Firmware download for a device. The URL is signed, valid for one file, and expires. */
  'upgrade.file': defineRoute({
    method: 'GET',
    path: '/api/upgrade-files/:ticket',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.upgrade.filesPerMinute } },
    params: z.strictObject({ ticket: z.string().regex(/^[\w-]{1,64}\.\d{1,16}\.[\w-]{43}$/, 'a ticket') }),
    blob: true,
    answer: z.custom<ServedFile>(),
  }),
}
