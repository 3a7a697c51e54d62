import * as z from 'zod'
import { limits } from '../limits.ts'
import type { ServedFile } from './define.ts'
import { defineRoute } from './define.ts'

export const upgradeRoutes = {
  /** A firmware's bytes, for a device that was told to fetch them: the address is signed, is for one file and runs out. */
  'upgrade.file': defineRoute({
    method: 'GET', path: '/api/upgrade-files/:ticket', policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.upgrade.filesPerMinute } },
    params: z.strictObject({ ticket: z.string().regex(/^[\w-]{1,64}\.\d{1,16}\.[\w-]{43}$/, 'a ticket') }), blob: true, answer: z.custom<ServedFile>(),
  }),
}
