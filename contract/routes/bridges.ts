import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'
import { instant, objectId } from './fields.ts'

const words = z.object({ en: z.string(), zh: z.string() })

/** State and counters of a bridge. The counters start at zero with the server and with the bridge. */
const bridgeStatus = z.object({
  id: objectId,
  /** `error`: the last attempt failed; another one follows. */
  state: z.enum(['none', 'connecting', 'connected', 'error']),
  problem: words.nullable(),
  triedAt: instant.nullable(),
  /** Messages received and accepted here. */
  in: z.number(),
  /** Messages that the other system has accepted. */
  out: z.number(),
  /** Messages on disk, and their size in bytes. */
  waiting: z.number(),
  waitingBytes: z.number(),
  /** Messages that the other system has rejected, and incoming messages without a matching topic. */
  failed: z.number(),
  /** Oldest messages dropped because the queue was full. */
  dropped: z.number(),
  lastDroppedAt: instant.nullable(),
  /** Since when the counters count. */
  countedSince: instant,
})
/** State and counters of a bridge. */
export type BridgeStatus = z.output<typeof bridgeStatus>

const administrators = { roles: rolesFrom('super'), scope: 'none', limit: { perMinute: 20 } } as const
const one = z.strictObject({ id: objectId })
/** An SQL name, possibly with a schema. It is part of a statement, so nothing else is allowed. */
const tableName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,62}(?:\.[A-Za-z_][A-Za-z0-9_]{0,62})?$/,
    'letters, digits and underscores, possibly with a schema',
  )

export const bridgeRoutes = {
  /** State and counters of all bridges. */
  'bridge.states': defineRoute({
    method: 'GET',
    path: '/api/bridge-states',
    policy: { roles: rolesFrom('manager'), scope: 'none', permission: 'scada:bridge:list' },
    answer: z.array(bridgeStatus).readonly(),
  }),
  /**
   * Tests address, credentials and template of a bridge. An HTTP push sends a sample message; a statement is run and
   * undone.
   */
  'bridge.test': defineRoute({
    method: 'POST',
    path: '/api/bridge-tests/:id',
    policy: { ...administrators, permission: 'scada:bridge:test' },
    params: one,
    answer: z.object({ isOk: z.boolean(), message: z.string(), tookMs: z.number() }),
  }),
  /** Creates a table for messages in the database of a bridge, and returns the statement that fills it. */
  'bridge.createTable': defineRoute({
    method: 'POST',
    path: '/api/bridge-tables/:id',
    policy: { ...administrators, permission: 'scada:bridge:test' },
    params: one,
    body: z.strictObject({ table: tableName }),
    answer: z.object({ isOk: z.boolean(), message: z.string(), statement: z.string() }),
  }),
  /**
   * Accepts a message of another system. The secret in the address is the only credential. The response follows after
   * the message is stored.
   */
  'bridge.receive': defineRoute({
    method: 'POST',
    path: '/api/bridge-input/:id/:secret',
    policy: { public: true, roles: [], scope: 'none', limit: { perMinute: 600 } },
    params: z.strictObject({ id: objectId, secret: z.string().min(1).max(64) }),
    body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  }),
}
