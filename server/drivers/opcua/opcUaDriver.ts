import { mkdir } from 'node:fs/promises'
import type * as OpcUaCertificates from 'node-opcua-certificate-manager'
import type * as OpcUa from 'node-opcua-client'
import type { ClientSession, DataValue, OPCUAClient } from 'node-opcua-client'
import type {
  BrowseNode,
  CodeMeaning,
  Driver,
  DriverContext,
  PointConfig,
  Reading,
  ServerCertificate,
} from '../driver.ts'
import { DriverFault } from '../driver.ts'
import { findUntrusted, getPkiDirectory, hasTrusted } from '../runner/certificates.ts'
import { toRaw } from '../scale.ts'
import { createIdentity } from './identity.ts'
import { browseNode } from './browse.ts'
import { describeOpcUa, toOpcUaCode } from './codes.ts'
import { unwrap } from './unwrap.ts'
import { toReading, toVariantValue } from './values.ts'

type Library = typeof OpcUa
type CertificateLibrary = typeof OpcUaCertificates

const perRequest = 1_000
const publishMs = 500
const applicationName = 'Mimic'
const disposeMs = 2_000

/** Loads the client, which is an optional package, and creates the driver. */
export async function createOpcUaDriver(context: DriverContext): Promise<Driver> {
  try {
    const [library, certificates] = await Promise.all([
      import('node-opcua-client'),
      import('node-opcua-certificate-manager'),
    ])
    return new OpcUaDriver(context, unwrap(library), unwrap(certificates))
  } catch (cause) {
    throw new DriverFault('package', String(cause))
  }
}

/** Client of an OPC UA server: subscriptions, writes and browsing. */
class OpcUaDriver implements Driver {
  readonly #context: DriverContext
  readonly #points: readonly PointConfig[]
  readonly #ua: Library
  readonly #certificates: CertificateLibrary
  #client: OPCUAClient | undefined
  #session: ClientSession | undefined
  #untrusted: ServerCertificate | undefined

  constructor(context: DriverContext, library: Library, certificates: CertificateLibrary) {
    this.#context = context
    this.#points = context.config.points
    this.#ua = library
    this.#certificates = certificates
  }

  async connect(signal: AbortSignal): Promise<void> {
    await this.close()
    const { config, resolve } = this.#context
    const url = toUrl(config.endpoint)
    const address = await resolve(url.hostname, Number(url.port || 4840))
    const endpoint = `opc.tcp://${address.includes(':') ? `[${address}]` : address}:${url.port || 4840}${url.pathname}`
    const manager = await this.#createManager()
    try {
      const client = await this.#createClient(endpoint, manager)
      this.#client = client
      signal.addEventListener('abort', () => void this.close(), { once: true })
      client.on('connection_lost', () => this.#lose(client))
      client.on('close', () => this.#lose(client))
      this.#context.trace('out', `connect ${endpoint} ${config.security}`)
      await client.connect(endpoint)
      this.#session = await client.createSession(createIdentity(this.#ua.UserTokenType, config))
      this.#session.on('session_closed', () => this.#lose(client))
      this.#untrusted = undefined
    } catch (cause) {
      await this.close()
      if (config.security !== 'none') this.#untrusted = await findUntrusted(config.directory)
      if (cause instanceof DriverFault) throw cause
      const code = this.#untrusted === undefined ? toOpcUaCode(cause) : await this.#describeDistrust()
      throw new DriverFault(code, cause instanceof Error ? cause.message : String(cause))
    }
  }

  untrusted(): ServerCertificate | undefined {
    return this.#untrusted
  }

  async browse(node: string): Promise<readonly BrowseNode[]> {
    return this.#run((session) => browseNode(this.#ua, session, node))
  }

  async read(points: readonly number[]): Promise<readonly Reading[]> {
    return this.#run(async (session) => {
      const readings: Reading[] = []
      for (let start = 0; start < points.length; start += perRequest) {
        const part = points.slice(start, start + perRequest)
        const startedMs = performance.now()
        const values = await session.read(part.map((point) => this.#toItem(point)))
        this.#context.onRoundTrip(performance.now() - startedMs)
        for (const [index, point] of part.entries()) readings.push(this.#toReading(point, values[index]))
      }
      return readings
    })
  }

  async subscribe(points: readonly number[], onReadings: (readings: readonly Reading[]) => void): Promise<void> {
    await this.#run(async (session) => {
      const subscription = await session.createSubscription2({
        requestedPublishingInterval: Math.min(publishMs, this.#context.config.intervalMs),
        requestedLifetimeCount: 120,
        requestedMaxKeepAliveCount: 10,
        maxNotificationsPerPublish: 0,
        publishingEnabled: true,
        priority: 1,
      })
      subscription.on('terminated', () => this.#context.onLost('link'))
      let waiting: Reading[] = []
      const add = (reading: Reading): void => {
        if (waiting.length === 0)
          setImmediate(() => {
            const readings = waiting
            waiting = []
            onReadings(readings)
          })
        waiting.push(reading)
      }
      for (let start = 0; start < points.length; start += perRequest) {
        const part = points.slice(start, start + perRequest)
        const group = await subscription.monitorItems(
          part.map((point) => this.#toItem(point)),
          this.#getParameters(),
          this.#ua.TimestampsToReturn.Both,
        )
        group.on('changed', (_item, value, index) => {
          const point = part[index]
          if (point !== undefined) add(this.#toReading(point, value))
        })
        for (const [index, item] of group.monitoredItems.entries()) {
          const point = part[index]
          if (point === undefined || item.statusCode.isGood()) continue
          add({ point, value: null, at: Date.now(), code: item.statusCode.name })
        }
      }
    })
  }

  async write(point: number, value: number | string): Promise<Reading> {
    const config = this.#points[point]
    if (!config) throw new DriverFault('address')
    return this.#run(async (session) => {
      const present = await session.read(this.#toItem(point))
      const { dataType } = present.value
      const raw = typeof value === 'number' ? toRaw(value, config) : value
      const status = await session.write({
        nodeId: config.source,
        attributeId: this.#ua.AttributeIds.Value,
        value: { value: { dataType, value: toVariantValue(raw, this.#ua.DataType[dataType] ?? '') } },
      })
      if (!status.isGood()) throw new DriverFault(status.name)
      return this.#toReading(point, await session.read(this.#toItem(point)))
    })
  }

  describe(code: string): CodeMeaning {
    return describeOpcUa(code)
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    this.#session = undefined
    if (client === undefined) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, disposeMs)
    })
    await Promise.race([client.disconnect().catch(() => undefined), late])
    clearTimeout(timer)
  }

  #lose(client: OPCUAClient): void {
    if (this.#client !== client) return
    this.#session = undefined
    this.#context.onLost('link')
  }

  async #run<T>(request: (session: ClientSession) => Promise<T>): Promise<T> {
    if (this.#session === undefined) throw new DriverFault('closed')
    try {
      return await request(this.#session)
    } catch (cause) {
      if (cause instanceof DriverFault) throw cause
      throw new DriverFault(toOpcUaCode(cause), cause instanceof Error ? cause.message : String(cause))
    }
  }

  /** A server with another certificate than the trusted one was reinstalled, or is not the same server. */
  async #describeDistrust(): Promise<string> {
    return (await hasTrusted(this.#context.config.directory)) ? 'certificateChanged' : 'BadCertificateUntrusted'
  }

  async #createManager(): Promise<InstanceType<CertificateLibrary['OPCUACertificateManager']>> {
    const rootFolder = getPkiDirectory(this.#context.config.directory)
    await mkdir(rootFolder, { recursive: true, mode: 0o700 })
    const manager = new this.#certificates.OPCUACertificateManager({
      rootFolder,
      automaticallyAcceptUnknownCertificate: false,
      name: '',
    })
    await manager.initialize()
    return manager
  }

  /** Uses the most secure endpoint with the configured mode that the server offers. */
  async #createClient(
    endpoint: string,
    clientCertificateManager: InstanceType<CertificateLibrary['OPCUACertificateManager']>,
  ) {
    const { MessageSecurityMode, OPCUAClient: Client, SecurityPolicy } = this.#ua
    const { security, answerMs } = this.#context.config
    const securityMode =
      security === 'none'
        ? MessageSecurityMode.None
        : security === 'sign'
          ? MessageSecurityMode.Sign
          : MessageSecurityMode.SignAndEncrypt
    const options = {
      applicationName,
      clientCertificateManager,
      endpointMustExist: false,
      keepSessionAlive: true,
      transportTimeout: Math.max(answerMs, 5_000),
      connectionStrategy: { maxRetry: 0, initialDelay: 100, maxDelay: 1_000 },
    }
    let policy: string = SecurityPolicy.None
    if (securityMode !== MessageSecurityMode.None) {
      const discovery = Client.create({ ...options, securityMode: MessageSecurityMode.None })
      try {
        await discovery.connect(endpoint)
        const offered = (await discovery.getEndpoints())
          .filter((each) => each.securityMode === securityMode)
          .toSorted((a, b) => b.securityLevel - a.securityLevel)
        policy = offered[0]?.securityPolicyUri ?? ''
      } finally {
        await discovery.disconnect().catch(() => undefined)
      }
      if (policy === '') throw new DriverFault('BadSecurityModeRejected')
    }
    return Client.create({ ...options, securityMode, securityPolicy: policy })
  }

  #toItem(point: number) {
    return { nodeId: this.#points[point]?.source ?? '', attributeId: this.#ua.AttributeIds.Value }
  }

  #getParameters() {
    const deadband = this.#points[0]?.deadband ?? 0
    const { DataChangeFilter, DataChangeTrigger, DeadbandType } = this.#ua
    return {
      samplingInterval: Math.min(publishMs, this.#context.config.intervalMs),
      discardOldest: true,
      queueSize: 10,
      ...(deadband > 0
        ? {
            filter: new DataChangeFilter({
              trigger: DataChangeTrigger.StatusValue,
              deadbandType: DeadbandType.Absolute,
              deadbandValue: deadband,
            }),
          }
        : {}),
    }
  }

  #toReading(point: number, value: DataValue | undefined): Reading {
    const config = this.#points[point]
    if (!config || !value) return { point, value: null, at: Date.now(), code: 'BadNodeIdUnknown' }
    return toReading(point, config, value, this.#ua.DataType[value.value.dataType] ?? '')
  }
}

function toUrl(endpoint: string): URL {
  if (!/^opc\.tcp:\/\/[^\s/]+/.test(endpoint)) throw new DriverFault('address', endpoint)
  // URL parses the host of known schemes only.
  return new URL(endpoint.replace('opc.tcp:', 'http:'))
}
