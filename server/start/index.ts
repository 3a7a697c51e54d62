import type { Entity } from '../../contract/entity/define.ts'
import { entities as declaredEntities } from '../../contract/entities.ts'
import { delayLimit } from '../../contract/scada/delayLimit.ts'
import type { Embedded } from '../database/engines/embedded.ts'
import { databaseGauges } from '../health.ts'
import type { Log } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { registerScriptMetrics } from '../services/automation/ruleScripts/metrics.ts'
import type { Options } from '../options.ts'
import { passwordCost } from '../services/base/passwordCost.ts'
import { createFiles } from '../services/files/index.ts'
import { createFirstAdministrator } from '../services/installation/install.ts'
import { seedEntities } from '../services/installation/seedEntities.ts'
import { createShutdown, shutdownOnSignals, type ShutdownHook } from '../shutdown.ts'
import { announce } from './announce.ts'
import { startBackground, startVirtualPlant } from './background.ts'
import { openCommands } from './commands.ts'
import type { StartContext } from './context.ts'
import { openData, root } from './data.ts'
import { openDevices } from './devices.ts'
import { openDrawings, samplesDir } from './drawings.ts'
import { openEntities } from './entities.ts'
import { openAccounts, openIdentity } from './identity.ts'
import { openWeb, RequestFigures } from './web.ts'

export interface Start {
  readonly options: Options
  readonly log: Log
  /** The embedded database, which may still be starting; undefined to use `DATABASE_URL`. */
  readonly embedded: Promise<Embedded> | undefined
  /** Declared entities; tests may pass their own. */
  readonly entities?: readonly Entity[]
}

/** Starts all parts in the order of their dependencies, prints the addresses, and runs until a signal. */
export async function start(startOptions: Start): Promise<void> {
  const stops: ShutdownHook[] = []
  delayLimit.choose(startOptions.options.linkageDelayLimit)
  if (startOptions.options.testPasswordCost !== undefined) passwordCost.set(startOptions.options.testPasswordCost)
  const shutdown = createShutdown(stops, startOptions.log)
  shutdownOnSignals(shutdown)
  try {
    await open(startOptions, stops)
  } catch (cause) {
    // Stop periodic tasks first, because they would query a database that is being closed.
    await shutdown.all()
    throw cause
  }
}

async function open(
  { options, log, embedded, entities = declaredEntities }: Start,
  stops: ShutdownHook[],
): Promise<void> {
  const metrics = createMetrics({
    broker: () => devices.broker.stats(),
    history: () => devices.history.stats(),
    openAlarms: () => platform.serverAlarms.openKinds(),
    counts: async () => ({ ...(await databaseGauges(data.db)), backup: await platform.getBackupStatus() }),
  })
  const context: StartContext = { options, log, metrics, entities, isProduct: entities === declaredEntities, stops }
  const data = await openData(context, embedded)
  const drawingParts = await openDrawings(context, data)
  const identity = openIdentity(context, data)
  const devices = await openDevices(context, data, identity)
  const entityParts = await openEntities(context, { data, drawingParts, identity, devices })
  const accounts = openAccounts(context, data, identity, entityParts.rows)
  const { demo } = drawingParts
  // Only with the simulator: an installation with only the demo tags (tests, benchmarks) starts without rows.
  if (demo && options.simulator && context.isProduct)
    await seedEntities({ db: data.db, rows: entityParts.rows, demo, now: Date.now(), samplesDir })
  const commandServices = openCommands(context, {
    data,
    identity,
    devices,
    entityParts,
    isDisabled: (project, device) => platform.isDisabled(project, device),
  })
  const files = await createFiles({ db: data.db, dataDir: options.dataDir, entities, log })
  stops.push(files.startSweep())
  const figures = new RequestFigures()
  let ownUrl = ''
  const platform = entityParts.platformParts.open({
    ...data,
    ...identity,
    ...devices,
    options,
    log,
    root,
    rows: entityParts.rows,
    files,
    commands: commandServices.commands,
    book: entityParts.alarms.store,
    isGuarded: (tag) => commandServices.componentPasswords.isGuarded(tag),
    sendToBridge: (...args) => devices.bridges.send(...args),
    previewForBridge: (...args) => devices.bridges.preview(...args),
    refreshBridgeDevices: () => devices.bridges.refreshDevices(),
    requests: () => figures.count,
    latency: figures.latency,
    ownUrl: () => ownUrl,
    isAlone: data.database.embedded,
  })
  registerScriptMetrics(metrics.registry, platform.ruleScripts)
  const parts = { data, drawingParts, identity, accounts, devices, entityParts, commandServices, files, platform }
  const web = await openWeb(context, { ...parts, figures })
  ownUrl = web.url
  await startBackground(context, { ...parts, web })
  // Last step, after all ports are bound, because its password is shown only once.
  const administrator = await createFirstAdministrator(data.db, options.adminPassword)
  await startVirtualPlant(context, parts)
  announce({ options, database: data.database, broker: devices.broker, httpUrl: web.url, demo, administrator })
}
