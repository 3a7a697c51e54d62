import { join } from 'node:path'
import { canCall, roleIn } from '../../contract/access.ts'
import { createOpenApi } from '../../contract/openApi/index.ts'
import { routeList, routes } from '../../contract/routes.ts'
import { type DrawingHidden, type DrawingSaved, socketCommands } from '../../contract/socket.ts'
import { failingDependencies } from '../health.ts'
import { createEntityHandlers } from '../http/handlers/entityHandlers.ts'
import { createHandlers } from '../http/handlers/handlers.ts'
import { authorizeMetrics } from '../http/metricsAccess.ts'
import { createMqttUrl } from '../http/response/headers.ts'
import { serveHttp } from '../http/serve.ts'
import { serveSocket } from '../http/socket.ts'
import type { Session } from '../services/base/requestContext.ts'
import { createDataProxy } from '../services/drawings/dataProxy.ts'
import type { DrawingReaders } from '../services/drawings/index.ts'
import { createSearch } from '../services/drawings/search.ts'
import type { createFiles } from '../services/files/index.ts'
import { createAreas } from '../services/lighting/areas.ts'
import { createLightingFigures } from '../services/lighting/figures/index.ts'
import { createPrograms } from '../services/lighting/programs.ts'
import { Latency } from '../services/operations/monitoring/latency.ts'
import { watchTls } from '../tls.ts'
import type { CommandServices } from './commands.ts'
import type { StartContext } from './context.ts'
import { type Data, root } from './data.ts'
import type { Devices } from './devices.ts'
import type { DrawingParts } from './drawings.ts'
import type { EntityParts } from './entities.ts'
import type { Identity, openAccounts } from './identity.ts'
import type { OpenPlatform } from './platformServices.ts'

/** Completed requests, as the monitoring page shows them. */
export class RequestFigures {
  count = 0
  readonly latency = new Latency()
}

interface WebParts {
  readonly data: Data
  readonly drawingParts: DrawingParts
  readonly identity: Identity
  readonly accounts: ReturnType<typeof openAccounts>
  readonly devices: Devices
  readonly entityParts: EntityParts
  readonly commandServices: CommandServices
  readonly files: Awaited<ReturnType<typeof createFiles>>
  readonly platform: OpenPlatform
  readonly figures: RequestFigures
}

export type Web = Awaited<ReturnType<typeof openWeb>>

/** Serves the HTTP API, the console and the sockets of browsers. */
export async function openWeb(context: StartContext, parts: WebParts) {
  const { options, log, metrics, entities, stops } = context
  const { data, drawingParts, identity, devices, entityParts, figures } = parts
  const mqttPort = Number(new URL(devices.broker.url).port)
  const getMqttUrl = (host: string): string =>
    createMqttUrl(host, mqttPort, options.publicMqttUrl, data.tls !== undefined)
  const http = await serveHttp({
    host: options.host,
    port: options.httpPort,
    tls: data.tls,
    sessions: identity.sessions,
    tokens: identity.tokens,
    handlers: createHandlers(collectHandlerParts(context, parts, getMqttUrl)),
    workers: drawingParts.workers,
    log,
    proxies: devices.proxies,
    checkStorage: data.storage.check,
    onStorageFailure: data.storage.report,
    onCompleted: (completed) => {
      figures.count++
      figures.latency.record(completed.seconds * 1000)
      metrics.onCompleted(completed)
    },
    getGuest: authorizeMetrics({ token: options.metricsToken, isOpen: options.metricsOpen }),
    entities: createEntityHandlers({
      entities,
      getService: entityParts.rows.getService,
      isProject: (id) => devices.tags.isProject(id),
    }),
    consoleDir: join(root, 'dist'),
    getMqttUrl,
    publicUrl: options.publicUrl,
    allowedOrigins: [
      ...options.allowedOrigins,
      ...[options.cameraUrl, options.fileUrl, options.weatherUrl, options.videoGateway?.publicUrl].flatMap((url) =>
        url === undefined ? [] : [new URL(url).origin],
      ),
    ],
  })
  stops.push(drawingParts.bin.start())
  stops.push(() => http.close())
  if (options.tls && data.tls) stops.push(watchTls(options.tls, data.tls, [http, devices.broker], log))
  const sockets = serveSocket(http.server, identity.sessions)
  stops.push(() => sockets.close())
  drawingParts.setListener({
    onSaved: ({ id, revision, ...readers }) =>
      sockets.notify(socketCommands.drawingSaved, { id, revision } satisfies DrawingSaved, (session) =>
        mayReadDrawing(session, readers),
      ),
    onHidden: ({ id, ...readers }) =>
      sockets.notify(socketCommands.drawingHidden, { id } satisfies DrawingHidden, (session) =>
        mayReadDrawing(session, readers),
      ),
  })
  parts.accounts.onProjectsChanged((ids) => {
    sockets.notify(socketCommands.projectsChanged, null, (session) =>
      ids.some((id) => roleIn(session, id) !== undefined),
    )
    parts.entityParts.lighting
      .reloadFaultLimits()
      .catch((cause: unknown) => log.warn('could not read the fault limits of projects', { cause }))
  })
  return { url: http.url, sockets }
}

function collectHandlerParts(
  { options, entities, metrics }: StartContext,
  { data, drawingParts, identity, accounts, devices, entityParts, commandServices, files, platform }: WebParts,
  getMqttUrl: (host: string) => string,
): Parameters<typeof createHandlers>[0] {
  const { db, storage, tls } = data
  const { rows, lighting, sceneVariables, channels, cameras } = entityParts
  const { commands, componentPasswords, shares } = commandServices
  const { broker, history } = devices
  return {
    db,
    sessions: identity.sessions,
    signIn: accounts.signIn,
    drawings: drawingParts.drawings,
    library: drawingParts.library,
    bin: drawingParts.bin,
    undeclared: devices.undeclared,
    mappings: devices.mappings,
    connections: devices.connections,
    files,
    platform,
    bridges: devices.bridges,
    plant: devices.tags,
    commands,
    channels,
    areas: createAreas({ db, rows, lighting, commands }),
    cameras,
    programs: createPrograms({ db, services: rows, lighting, commands }),
    lightingFigures: createLightingFigures({ db, rows }),
    lighting,
    scenes: { rows, variables: sceneVariables },
    shares,
    componentPasswords,
    history,
    qrcode: options.qrcode,
    cameraUrl: options.cameraUrl,
    fileUrl: options.fileUrl,
    weatherUrl: options.weatherUrl,
    getMqttUrl,
    isSecure: tls !== undefined,
    failingDependencies: () => failingDependencies(db, () => broker.stats(), storage.fault),
    tokens: identity.tokens,
    profile: accounts.profile,
    search: createSearch({ drawings: drawingParts.drawings, entities, getService: rows.getService }),
    secondStep: accounts.secondStep,
    requirement: accounts.requirement,
    fetchData: createDataProxy(devices.outbound),
    metricsText: () => metrics.text(),
    document: memoize(() => createOpenApi(routeList, entities)),
  }
}

/** Restricts notifications about a drawing to sessions that may read it, with the same rules as `drawing.read`. */
const mayReadDrawing = (session: Session, { project, isPublic, creator }: Omit<DrawingReaders, 'id'>): boolean =>
  canCall(session, routes['drawing.read'].policy, project) &&
  (isPublic || creator === session.accountId || session.role === 'super')

/** Caches an expensive constant value. */
function memoize<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => (cached ??= { value: make() }).value
}
