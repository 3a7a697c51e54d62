import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createBroker } from '../broker/index.ts'
import { openHistory } from '../database/history/history.ts'
import { createGuard, createOutbound, getTarget } from '../http/outbound/index.ts'
import { systemClock } from '../services/base/scheduler.ts'
import { createBridges } from '../services/automation/bridges/index.ts'
import { registerBridgeMetrics } from '../services/automation/bridges/metrics.ts'
import { createCustomTopics } from '../services/devices/customTopics/index.ts'
import { createConnections, createDeviceCredentials } from '../services/devices/credentials/index.ts'
import { createMappings } from '../services/devices/mapping/index.ts'
import { createTagCatalogue } from '../services/devices/tagCatalogue.ts'
import { createUndeclaredDevices } from '../services/devices/undeclaredDevices/index.ts'
import { createPlugins } from '../services/operations/plugins/index.ts'
import { createProxies } from '../trustedProxies.ts'
import type { StartContext } from './context.ts'
import type { Data } from './data.ts'
import type { Identity } from './identity.ts'

export type Devices = Awaited<ReturnType<typeof openDevices>>

/** Opens history, bridges and the MQTT broker, and connects what takes part in a message. */
export async function openDevices(
  { options, log, metrics, entities, stops }: StartContext,
  { db, database, storage, tls, secret }: Data,
  { sessions, shared, credentials, authenticate }: Identity,
) {
  const installationId = computeInstallationId(secret)
  const history = await openHistory({ db, direct: database.direct, log })
  stops.push(() => history.close())
  const undeclared = createUndeclaredDevices({
    db,
    entities,
    history,
    quota: options.undeclared,
    unusedDays: options.unusedTagDays,
    clock: systemClock,
    log,
  })
  // Configured services need no separate entry.
  const guard = createGuard({
    allowed: [
      ...options.outboundAllowed,
      ...[options.weatherUrl, options.videoGateway?.apiUrl].flatMap((url) =>
        url === undefined ? [] : [getTarget(url)],
      ),
    ],
    isOpen: options.isOutboundOpen,
  })
  const outbound = createOutbound(guard)
  const bridges = createBridges({ db, log, guard, outbound, isAlone: database.embedded, installationId })
  registerBridgeMetrics(metrics.registry, () => bridges.figures())
  const proxies = createProxies(options.trustedProxies)
  const customTopics = createCustomTopics(log)
  const mappings = createMappings(log, `mimic-${installationId}`)
  const broker = await createBroker({
    port: options.mqttPort,
    host: options.host,
    tcp: options.mqttTcp,
    tlsListener: options.mqttTls,
    clientCa: options.mqttClientCa === undefined ? undefined : await readClientCa(options.mqttClientCa),
    tls,
    log,
    commit: (frames) =>
      metrics.recordInsert(frames, () =>
        storage.runWrite(async () => {
          await history.write(frames)
          await bridges.enqueueReports(frames)
        }),
      ),
    authenticate,
    storage,
    customTopics: customTopics.forBroker,
    mappedTopics: mappings.forBroker,
    gate: undeclared.gate,
    getAddress: proxies.getAddress,
    external:
      options.mqttUrl === undefined
        ? undefined
        : { url: options.mqttUrl, clientId: `mimic-${installationId}`, connectLater: true },
  })
  stops.push(() => broker.close())
  stops.push(credentials.start(broker))
  // A start that fails must not leave reports waiting for the bridges.
  stops.push(() => bridges.skip())
  sessions.onEnded(({ account, session }) => broker.disconnect(account, session))
  return {
    tags: createTagCatalogue(db, entities),
    history,
    undeclared,
    guard,
    outbound,
    bridges,
    proxies,
    customTopics,
    mappings,
    plugins: createPlugins(log),
    broker,
    connections: {
      credentials: createDeviceCredentials({ db, broker, authentication: credentials }),
      connections: createConnections(db, broker, shared),
      shared,
      broker,
    },
  }
}

/** Reads the certificates of `MIMIC_MQTT_CLIENT_CA`. Throws an error that names the setting. */
async function readClientCa(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new Error(`MIMIC_MQTT_CLIENT_CA: ${file} cannot be read`, { cause })
  })
}

/**
 * Identifies this installation at an external broker, where two clients with the same id would disconnect each other.
 */
const computeInstallationId = (secret: Buffer): string =>
  createHmac('sha256', secret).update('link').digest('hex').slice(0, 12)
