import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'

export const dataRoutes = {
  /**
   * What an address of another site answers, as text and nothing more: the page itself may ask only its own server. Refused where who
   * runs the server has not listed the site; none of the caller's rights go there, and no header of the answer comes back.
   */
  'data.fetch': defineRoute({
    method: 'GET', path: '/data/fetch', policy: { roles: rolesFrom('operator'), scope: 'none', limit: { perMinute: limits.feed.perMinute } },
    query: z.strictObject({ url: z.string().min(1).max(limits.feed.urlLength) }), answer: z.string(), raw: 'text/plain',
  }),
}
