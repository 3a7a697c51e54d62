import { resolve } from 'node:path'
import type { Embedded } from '../database/engines/embedded.ts'
import { type Db, openDatabase } from '../database/index.ts'
import { type Lease, acquireLease, findHolder } from '../database/lease.ts'
import type { Log } from '../log.ts'
import { selectWords } from '../operatorLanguage.ts'
import type { Options } from '../options.ts'
import { installationKeys } from '../services/base/installationKeys.ts'
import { createSecretBox } from '../services/base/secrets.ts'
import { checkInstallation, hasAccounts } from '../services/installation/install.ts'
import { serveStandby } from '../standby.ts'
import { createStorage } from '../storage/index.ts'
import { readTls } from '../tls.ts'
import type { StartContext } from './context.ts'

/** Folder of the project, with `dist` and `public`. */
export const root = resolve(import.meta.dirname, '../..')

export type Data = Awaited<ReturnType<typeof openData>>

/** Opens the database, with its lease if it is shared, and the secrets of the installation. */
export async function openData(
  { options, log, metrics, stops }: StartContext,
  embedded: Promise<Embedded> | undefined,
) {
  const tls = options.tls === undefined ? undefined : await readTls(options.tls, Date.now())
  const lease =
    options.databaseUrl === undefined || options.areSeveralServers
      ? undefined
      : await waitForLease(options, options.databaseUrl, tls, log)
  if (lease) stops.push(() => lease.close())
  const storage = createStorage({ dataDir: options.dataDir, isLocal: options.databaseUrl === undefined, log })
  const database = await openDatabase({
    dataDir: options.dataDir,
    databaseUrl: options.databaseUrl,
    embedded,
    log,
    onQuery: metrics.onQuery,
    onFailure: storage.report,
    fence: lease?.fence,
    onFenced: exitAtOnce,
  })
  stops.push(() => database.close())
  const { db } = database
  if (options.areSeveralServers) await warnOfHolder(db, log)
  storage.open(database)
  stops.push(() => storage.close())
  if (database.embedded) await checkInstallation(db, options.dataDir)
  const { secret, sealing } = await installationKeys(
    options.dataDir,
    async () => options.canCreateSecret || !(await hasAccounts(db)),
  )
  return { tls, storage, database, db, secret, secrets: createSecretBox(...sealing) }
}

/** Waits for the lease of the database; serves standby answers in the meantime. */
async function waitForLease(
  options: Options,
  databaseUrl: string,
  tls: Awaited<ReturnType<typeof readTls>> | undefined,
  log: Log,
): Promise<Lease> {
  let standby: Awaited<ReturnType<typeof serveStandby>> | undefined
  const lease = await acquireLease({
    databaseUrl,
    log,
    onLost: exitAtOnce,
    onStandby: async (holder) => {
      standby = await serveStandby({ host: options.host, port: options.httpPort, tls, holder })
      process.stdout.write(
        `\n  ${selectWords(
          {
            en: `Mimic is running as standby: the database is in use by ${holder}.`,
            zh: `Mimic 正以备用方式运行：数据库正由 ${holder} 使用。`,
          },
          options.demoLanguage,
        )}\n\nMIMIC STANDBY http=${standby.url}\n`,
      )
    },
  })
  await standby?.close()
  return lease
}

/** A server that expects to be alone would contradict this one: it does not look for changes of others. */
async function warnOfHolder(db: Db, log: Log): Promise<void> {
  const holder = await findHolder(db)
  if (holder !== undefined)
    log.warn('a server without MIMIC_SEVERAL_SERVERS=1 uses this database too; restart it with the setting', { holder })
}

/** Another server has taken over the database, so an orderly shutdown must not write anything. */
const exitAtOnce = (): void => process.exit(1)
