import type { SharedCredential } from '../../../../contract/routes.ts'
import type { Broker } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'

const settingKey = 'sharedGatewayCredential'
const cacheMs = 5_000

/**
 * Option of the shared gateway credential: one password for all gateways, for every device of every project. New
 * installations have it switched off. `MIMIC_GATEWAY_TOKEN` enables it.
 */
export function createSharedCredential(db: Db, isSetByEnvironment: boolean, monotonicNow: () => number) {
  let cached: { readonly isEnabled: boolean; readonly untilMs: number } | undefined

  const read = async (): Promise<boolean> => {
    const row = await db.selectFrom('setting').select('value').where('key', '=', settingKey).executeTakeFirst()
    return row?.value === '1'
  }
  const isEnabled = async (): Promise<boolean> => {
    if (isSetByEnvironment) return true
    if (cached === undefined || cached.untilMs <= monotonicNow())
      cached = { isEnabled: await read(), untilMs: monotonicNow() + cacheMs }
    return cached.isEnabled
  }

  return {
    /** Returns whether gateways may use the shared credential. */
    isEnabled,

    status: async (): Promise<SharedCredential> => ({ isEnabled: await isEnabled(), isSetByEnvironment }),

    /** Changes the option. Closes the connections with the shared credential when it is switched off. */
    async set(caller: RequestContext, enabled: boolean, broker: Broker): Promise<SharedCredential> {
      const value = enabled ? '1' : '0'
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('setting')
          .values({ key: settingKey, value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute()
        await audit(tx, caller, {
          object: 'installation/sharedGatewayCredential',
          action: enabled ? 'enable' : 'disable',
        })
      })
      cached = undefined
      if (!(await isEnabled()))
        for (const client of broker.clients())
          if (client.kind === 'gateway' && client.credential === null && !client.isInternal)
            broker.disconnectClient(client.serial)
      return { isEnabled: await isEnabled(), isSetByEnvironment }
    },
  }
}

export type SharedCredentialOption = ReturnType<typeof createSharedCredential>
