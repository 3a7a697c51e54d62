import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'

export const dataRoutes = {
  /**
   * Fetches an external URL and returns its body as text. Sites must be listed by the server's operator. The request
   * carries no credentials of the caller, and response headers are not returned.
   */
  'data.fetch': defineRoute({
    method: 'GET',
    path: '/data/fetch',
    policy: { roles: rolesFrom('operator'), scope: 'none', limit: { perMinute: limits.feed.perMinute } },
    query: z.strictObject({ url: z.string().min(1).max(limits.feed.urlLength) }),
    answer: z.string(),
    raw: 'text/plain',
  }),
}
