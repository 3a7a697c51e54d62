import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'
import { objectId, plainText } from './fields.ts'

const line = (length: number) => z.string().max(length).refine((text) => !/\p{Cc}/u.test(text), 'without control characters')

/** What came of a message that was sent at once. */
const sent = z.object({ isSent: z.boolean(), message: z.string(), tookMs: z.number() })

export const notificationRoutes = {
  /** Sends one message at once, past the queue and not again, and says what the other side said. */
  'channel.test': defineRoute({
    method: 'POST', path: '/api/notification-channels/:id/test',
    policy: { roles: rolesFrom('super'), scope: 'none', permission: 'platform:channel:test', limit: { perMinute: 10 } },
    params: z.strictObject({ id: objectId }), body: z.strictObject({ receivers: line(500).optional() }), answer: sent,
  }),
  /** Puts a template's message in the queue, its places filled in with what is given. */
  'notification.send': defineRoute({
    method: 'POST', path: '/api/notifications',
    policy: { roles: rolesFrom('manager'), scope: 'none', permission: 'platform:notification:send', limit: { perMinute: 60 } },
    body: z.strictObject({ template: objectId, variables: z.record(z.string().regex(/^[A-Za-z]\w{0,31}$/), plainText(1000)).default({}) }), answer: z.object({ id: objectId }),
  }),
}
