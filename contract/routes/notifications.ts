import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'
import { objectId, plainText } from './fields.ts'

const line = (length: number) =>
  z
    .string()
    .max(length)
    .refine((text) => !/\p{Cc}/u.test(text), 'without control characters')

/** Result of an immediate delivery. */
const sent = z.object({ isSent: z.boolean(), message: z.string(), tookMs: z.number() })

export const notificationRoutes = {
  /** Sends one message immediately, without queue or retry, and returns the receiver's response. */
  'channel.test': defineRoute({
    method: 'POST',
    path: '/api/notification-channels/:id/test',
    policy: { roles: rolesFrom('super'), scope: 'none', permission: 'platform:channel:test', limit: { perMinute: 10 } },
    params: z.strictObject({ id: objectId }),
    body: z.strictObject({ receivers: line(500).optional() }),
    answer: sent,
  }),
  /** Queues a message from a template with the given placeholder values. */
  'notification.send': defineRoute({
    method: 'POST',
    path: '/api/notifications',
    policy: {
      roles: rolesFrom('manager'),
      scope: 'none',
      permission: 'platform:notification:send',
      limit: { perMinute: 60 },
    },
    body: z.strictObject({
      template: objectId,
      variables: z.record(z.string().regex(/^[A-Za-z]\w{0,31}$/), plainText(1000)).default({}),
    }),
    answer: z.object({ id: objectId }),
  }),
}
