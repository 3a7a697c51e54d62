import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { allPermissions, canCall, hasPermission, roleIn } from '../contract/access.ts'
import { entities as declaredEntities, collectEntityRoutes } from '../contract/entities.ts'
import type { Entity } from '../contract/entity/define.ts'
import { limits } from '../contract/limits.ts'
import { createOpenApi } from '../contract/openApi/index.ts'
import { routeList, routes } from '../contract/routes.ts'
import { type DrawingHidden, type DrawingSaved, socketCommands } from '../contract/socket.ts'
import type { Broker, BrokerOptions } from './broker/index.ts'
import { createBroker } from './broker/index.ts'
import { openHistory } from './database/history/history.ts'
import type { Database, Db } from './database/index.ts'
import type { Embedded } from './database/engines/embedded.ts'
import { openDatabase } from './database/index.ts'
import { type Lease, acquireLease, findHolder } from './database/lease.ts'
import { createShutdown, shutdownOnSignals, type ShutdownHook } from './shutdown.ts'
import { createEntityHandlers } from './http/handlers/entityHandlers.ts'
import { createHandlers } from './http/handlers/handlers.ts'
import { createMqttUrl } from './http/response/headers.ts'
import { authorizeMetrics } from './http/metricsAccess.ts'
import { createGuard, createOutbound, getTarget } from './http/outbound/index.ts'
import { serveHttp } from './http/serve.ts'
import { serveSocket } from './http/socket.ts'
import type { Log } from './log.ts'
import { monotonicNow } from './monotonicClock.ts'
import { createMetrics } from './metrics.ts'
import { databaseGauges, failingDependencies } from './health.ts'
import { serveStandby } from './standby.ts'
import { createStorage } from './storage/index.ts'
import { plantProjects, startSimulator } from './simulator/index.ts'
import type { Options } from './options.ts'
import { createPlatformServices } from './platformServices.ts'
import { createProxies } from './trustedProxies.ts'
import { createApiTokens, readAccountStatus } from './services/identity/apiTokens.ts'
import type { Session } from './services/base/requestContext.ts'
import { createAccounts } from './services/identity/accounts/index.ts'
import { superviseChild } from './services/base/childProcess.ts'
import { createChannels } from './services/devices/channels/index.ts'
import { createCommands } from './services/devices/commands.ts'
import { createComponentPasswords } from './services/devices/componentPasswords.ts'
import { createDataProxy } from './services/drawings/dataProxy.ts'
import type { Demo } from './services/installation/demo.ts'
import { installDemo } from './services/installation/demo.ts'
import { seedEntities } from './services/installation/seedEntities.ts'
import type { DrawingListener, DrawingReaders } from './services/drawings/index.ts'
import { createDrawings } from './services/drawings/index.ts'
import type { Hooks } from './services/entities/index.ts'
import { createEntityServices } from './services/entities/index.ts'
import { createFiles } from './services/files/index.ts'
import {
  createConnections,
  createDeviceCredentials,
  createSharedCredential,
  CredentialAuthentication,
  type SharedCredentialOption,
} from './services/devices/credentials/index.ts'
import { gatewayToken, isGateway, plantToken } from './services/identity/gatewayCredential.ts'
import { checkInstallation, createFirstAdministrator, hasAccounts } from './services/installation/install.ts'
import { createAreas } from './services/lighting/areas.ts'
import { createPrograms } from './services/lighting/programs.ts'
import { createLighting } from './services/lighting/index.ts'
import { createLibrary } from './services/drawings/library.ts'
import { Latency } from './services/operations/monitoring/latency.ts'
import { createOperationLog } from './services/operations/operationLog.ts'
import { createTagCatalogue } from './services/devices/tagCatalogue.ts'
import { createCustomTopics } from './services/devices/customTopics/index.ts'
import { createMappings } from './services/devices/mapping/index.ts'
import { createPlugins } from './services/operations/plugins/index.ts'
import { createProfile } from './services/identity/profile.ts'
import { createSearch } from './services/drawings/search.ts'
import { createProjects } from './services/identity/projects.ts'
import { createRecycleBin } from './services/recycleBin/index.ts'
import { createPermissions, postHooks, roleHooks } from './services/identity/permissions.ts'
import { systemClock } from './services/base/scheduler.ts'
import type { Sessions } from './services/identity/sessions.ts'
import { createRefreshTokens } from './services/identity/refreshTokens.ts'
import { createSessions } from './services/identity/sessions.ts'
import { createBridges } from './services/automation/bridges/index.ts'
import { registerBridgeMetrics } from './services/automation/bridges/metrics.ts'
import { createSceneVariables } from './services/automation/sceneVariables/index.ts'
import { createShares } from './services/drawings/shares/index.ts'
import { delayLimit } from '../contract/scada/delayLimit.ts'
import { passwordCost } from './services/base/passwordCost.ts'
import { installationKeys } from './services/base/installationKeys.ts'
import { createSecretBox } from './services/base/secrets.ts'
import { createRequirement } from './services/identity/secondStep/requirement.ts'
import { createSecondStep } from './services/identity/secondStep/index.ts'
import { createSignIn } from './services/identity/signIn.ts'
import { createSignInLog } from './services/identity/signInLog.ts'
import { createSingleSignOn } from './services/identity/singleSignOn.ts'
import { createThumbnails } from './services/thumbnails/index.ts'
import { createSignInAttempts } from './services/identity/signInAttempts.ts'
import { createUndeclaredDevices } from './services/devices/undeclaredDevices/index.ts'
import { watchTls, readTls } from './tls.ts'
import { createWorkers } from './workerPool/index.ts'

const root = resolve(import.meta.dirname, '..')
const pointsPermission = routes['tag.list'].policy.permission ?? allPermissions

export interface Start {
  readonly options: Options
  readonly log: Log
  /** The embedded database, which may still be starting; undefined to use `DATABASE_URL`. */
  readonly embedded: Promise<Embedded> | undefined
  /** Declared entities; tests may pass their own. */
  readonly entities?: readonly Entity[]
}

/**
 * Starts all parts in the order of their dependencies, prints the addresses, and runs until a signal. Services are
 * connected only here.
 */
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
    broker: () => broker.stats(),
    history: () => history.stats(),
    openAlarms: () => platform.serverAlarms.openKinds(),
    counts: async () => ({ ...(await databaseGauges(db)), backup: await platform.getBackupStatus() }),
  })
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

  const workers = createWorkers(log)
  stops.push(() => workers.close())
  const thumbnails = createThumbnails(workers)
  // Sockets are opened after the services that send notifications.
  let drawingListener: DrawingListener = { onSaved: () => undefined, onHidden: () => undefined }
  const bin = createRecycleBin({ db, clock: systemClock, log })
  const drawings = createDrawings(
    db,
    thumbnails,
    {
      onSaved: (drawing) => drawingListener.onSaved(drawing),
      onHidden: (drawing) => drawingListener.onHidden(drawing),
    },
    bin,
    workers,
  )
  const samplesDir = join(root, 'public/samples')
  const demo = await installDemo({
    db,
    drawings,
    log,
    isEnabled: options.demo,
    tags: options.plantTags,
    seed: options.plantSeed,
    language: options.demoLanguage,
    samplesDir,
  })
  const rightsOf = createPermissions(entities)
  const sessions = createSessions({
    db,
    refreshes: createRefreshTokens(secret),
    readPermissions: rightsOf,
    isSingle: options.isSingleSession,
    log,
  })
  const standingOf = readAccountStatus(db, rightsOf)
  const tokens = createApiTokens({
    db,
    readAccountStatus: standingOf,
    routes: [...routeList, ...Object.entries(collectEntityRoutes(entities))],
  })
  const plant = createTagCatalogue(db, entities)
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

  // The configured weather service needs no separate entry.
  const guard = createGuard({
    allowed: [...options.outboundAllowed, ...(options.weatherUrl === undefined ? [] : [getTarget(options.weatherUrl)])],
    isOpen: options.isOutboundOpen,
  })
  const bridges = createBridges({
    db,
    log,
    guard,
    outbound: createOutbound(guard),
    isAlone: database.embedded,
    installationId: computeInstallationId(secret),
  })
  registerBridgeMetrics(metrics.registry, () => bridges.figures())
  const proxies = createProxies(options.trustedProxies)
  const gatewayTokens = { shared: gatewayToken(secret, options.gatewayToken), plant: plantToken(secret) }
  const shared = createSharedCredential(db, options.gatewayToken !== undefined, monotonicNow)
  const credentialAuthentication = new CredentialAuthentication(db, log)
  const ownTopics = createCustomTopics(log)
  const mappings = createMappings(log, `mimic-${computeInstallationId(secret)}`)
  const plugins = createPlugins(log)
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
    authenticate: createAuthenticate({ sessions, gatewayTokens, shared, credentials: credentialAuthentication }),
    storage,
    customTopics: ownTopics.forBroker,
    mappedTopics: mappings.forBroker,
    gate: undeclared.gate,
    getAddress: proxies.getAddress,
    external:
      options.mqttUrl === undefined
        ? undefined
        : { url: options.mqttUrl, clientId: `mimic-${computeInstallationId(secret)}`, connectLater: true },
  })
  stops.push(() => broker.close())
  stops.push(credentialAuthentication.start(broker))
  // A start that fails must not leave reports waiting for the bridges.
  stops.push(() => bridges.skip())
  sessions.onEnded(({ account, session }) => broker.disconnect(account, session))
  const shares = createShares({
    db,
    readAccountStatus: standingOf,
    broker,
    history,
    commands: { sendFor: (...args) => commands.sendFor(...args), read: (...args) => commands.read(...args) },
  })
  stops.push(() => shares.close())

  const secrets = createSecretBox(...sealing)
  const lighting = createLighting({ db, broker, history, log })
  const sceneVariables = createSceneVariables({ db, broker, history, log, isAlone: database.embedded })
  const channels = createChannels({
    db,
    broker,
    secrets,
    dataDir: options.dataDir,
    host: options.host,
    allowed: [
      ...options.outboundAllowed,
      ...(options.plantModbusPort === undefined ? [] : [`127.0.0.1:${options.plantModbusPort}`]),
    ],
    log,
  })
  const platformParts = createPlatformServices({ ownTopics, mappings, plugins })
  const hooks: Hooks = {
    ...lighting.hooks,
    ...platformParts.hooks,
    ...sceneVariables.hooks,
    ...bridges.hooks,
    accessChannel: channels.hooks,
    role: roleHooks(db, sessions.notifyEnded),
    post: postHooks,
  }
  const rows = await createEntityServices({
    db,
    entities,
    secrets,
    log,
    bin,
    hooks: pickHooks(hooks, entities),
    hasAutovacuum: database.hasAutovacuum,
  })
  stops.push(() => rows.stop())
  await undeclared.open(broker)
  const { getService: serviceOf, clearReferences: release } = rows
  let notifyProjects: (ids: readonly string[]) => void = () => undefined
  const customServices = [
    createAccounts({ db, sessions, readPermissions: rightsOf, getService: serviceOf, clearReferences: release }),
    createProjects({
      db,
      getService: serviceOf,
      clearReferences: release,
      notifyChanged: (ids) => notifyProjects(ids),
    }),
    createOperationLog(db, serviceOf),
  ]
  for (const service of customServices) if (entities.includes(service.entity)) rows.register(service)
  const signInLog = entities.some(({ name }) => name === 'signInLog')
    ? createSignInLog(db, rows.getStoredService('signInLog'), log)
    : undefined
  if (signInLog) stops.push(signInLog.startSweep())
  const tries = createSignInAttempts(db, signInLog)
  const secondStep = createSecondStep({ db, box: secrets, sessions, attempts: tries })
  // Only with the simulator: an installation with only the demo tags (tests, benchmarks) starts without rows.
  if (demo && options.simulator && entities === declaredEntities)
    await seedEntities({ db, rows, demo, now: Date.now(), samplesDir })

  const componentPasswords = createComponentPasswords(db)
  const commands = createCommands({
    db,
    plant,
    log,
    checkPassword: (...args) => componentPasswords.check(...args),
    publish: async (command) => {
      if (!channels.takeCommand(command)) await broker.publishCommand(command)
    },
    isOffline: (project, device) => broker.isOnline({ project, device }) === false,
    getDenialReason: (project, device) =>
      lighting.getDenialReason(project, device) ??
      (platform.isDisabled(project, device) ? 'device.disabled' : undefined),
  })
  broker.onAck(
    (ack) =>
      void commands
        .acknowledge(ack)
        .catch((cause: unknown) => log.warn('could not store an acknowledgement', { cause })),
  )
  stops.push(commands.start())

  const mqttPort = Number(new URL(broker.url).port)
  const getMqttUrl = (host: string): string => createMqttUrl(host, mqttPort, options.publicMqttUrl, tls !== undefined)
  const files = await createFiles({ db, dataDir: options.dataDir, entities, log })
  stops.push(files.startSweep())
  let ownUrl = ''
  let requests = 0
  const latency = new Latency()
  const platform = platformParts.open({
    db,
    options,
    log,
    storage,
    secret,
    root,
    rows,
    broker,
    history,
    sessions,
    tokens,
    files,
    commands,
    book: lighting.book,
    isGuarded: (tag) => componentPasswords.isGuarded(tag),
    sendToBridge: (...args) => bridges.send(...args),
    readAccountStatus: standingOf,
    guard,
    requests: () => requests,
    latency,
    ownUrl: () => ownUrl,
    undeclared,
    isAlone: database.embedded,
  })
  const handlers = createHandlers({
    db,
    sessions,
    signIn: createSignIn({
      db,
      sessions,
      log: signInLog,
      singleSignOn: createSingleSignOn(db, options.singleSignOn),
      attempts: tries,
      secondStep,
    }),
    drawings,
    library: createLibrary(db, thumbnails, bin),
    bin,
    undeclared,
    mappings,
    connections: {
      credentials: createDeviceCredentials({ db, broker, authentication: credentialAuthentication }),
      connections: createConnections(db, broker, shared),
      shared,
      broker,
    },
    files,
    platform,
    bridges,
    plant,
    commands,
    channels,
    areas: createAreas({ db, rows, lighting, commands }),
    programs: createPrograms({ db, services: rows, lighting }),
    lighting,
    scenes: { rows, variables: sceneVariables },
    shares,
    componentPasswords,
    history,
    qrcode: options.qrcode,
    cameraUrl: options.cameraUrl,
    fileUrl: options.fileUrl,
    weatherUrl: options.weatherUrl,
    getMqttUrl: getMqttUrl,
    isSecure: tls !== undefined,
    failingDependencies: () => failingDependencies(db, () => broker.stats(), storage.fault),
    tokens,
    profile: createProfile(db),
    search: createSearch({ drawings, entities, getService: serviceOf }),
    secondStep,
    requirement: createRequirement(db, (account) => sessions.notifyEnded({ account })),
    fetchData: createDataProxy(createOutbound(guard)),
    metricsText: () => metrics.text(),
    document: memoize(() => createOpenApi(routeList, entities)),
  })
  const http = await serveHttp({
    host: options.host,
    port: options.httpPort,
    tls,
    sessions,
    tokens,
    handlers,
    workers,
    log,
    proxies,
    checkStorage: storage.check,
    onStorageFailure: storage.report,
    onCompleted: (completed) => {
      requests++
      latency.record(completed.seconds * 1000)
      metrics.onCompleted(completed)
    },
    getGuest: authorizeMetrics({ token: options.metricsToken, isOpen: options.metricsOpen }),
    entities: createEntityHandlers({ entities, getService: rows.getService, isProject: (id) => plant.isProject(id) }),
    consoleDir: join(root, 'dist'),
    getMqttUrl: getMqttUrl,
    publicUrl: options.publicUrl,
    allowedOrigins: [
      ...options.allowedOrigins,
      ...[options.cameraUrl, options.fileUrl, options.weatherUrl].flatMap((url) =>
        url === undefined ? [] : [new URL(url).origin],
      ),
    ],
  })
  ownUrl = http.url
  stops.push(bin.start())
  stops.push(() => http.close())
  if (options.tls && tls) stops.push(watchTls(options.tls, tls, [http, broker], log))
  const sockets = serveSocket(http.server, sessions)
  stops.push(() => sockets.close())
  drawingListener = {
    onSaved: ({ id, revision, ...readers }) =>
      sockets.notify(socketCommands.drawingSaved, { id, revision } satisfies DrawingSaved, (session) =>
        mayReadDrawing(session, readers),
      ),
    onHidden: ({ id, ...readers }) =>
      sockets.notify(socketCommands.drawingHidden, { id } satisfies DrawingHidden, (session) =>
        mayReadDrawing(session, readers),
      ),
  }
  notifyProjects = (ids) =>
    sockets.notify(socketCommands.projectsChanged, null, (session) =>
      ids.some((id) => roleIn(session, id) !== undefined),
    )
  if (entities.some(({ name }) => name === 'alarm')) {
    await lighting.open({
      rows,
      send: (...args) => sockets.notify(...args),
      raised: (alarm) => platform.notifications.sendAlarm(alarm),
      sendCommand: (key, tag, value) => commands.placeSystemCommand(key, { tag, value }),
    })
    stops.push(() => lighting.close())
  }
  if (entities === declaredEntities) stops.push(sceneVariables.open())
  stops.push(
    sessions.startSweep(
      () => [...broker.openSessions(), ...sockets.openSessions()],
      (cause) => log.warn('could not check for ended sessions', { cause }),
    ),
  )

  if (entities === declaredEntities)
    stops.push(
      await bridges.start({
        service: rows.getStoredService('bridge'),
        receive: (...message) => broker.receive(...message),
      }),
    )
  else bridges.skip()
  if (entities === declaredEntities)
    stops.push(await platform.start({ hasVirtualPlant: demo !== undefined && options.simulator }))
  if (entities === declaredEntities)
    stops.push(
      channels.open(
        (ack) =>
          void commands
            .acknowledge(ack)
            .catch((cause: unknown) => log.warn('could not store the result of a command', { cause })),
      ),
    )
  stops.push(await plugins.supervise('externalBroker', () => broker.connectExternal()))

  // Last step, after all ports are bound, because its password is shown only once.
  const administrator = await createFirstAdministrator(db, options.adminPassword)
  if (demo && options.simulator) {
    stops.push(
      await plugins.supervise('virtualPlant', () =>
        superviseChild(
          'simulator',
          () =>
            startSimulator({
              url: broker.url,
              token: gatewayTokens.plant,
              tags: demo.tags,
              seed: demo.seed,
              modbusPort: options.plantModbusPort,
            }),
          log,
        ),
      ),
    )
  }
  announce({ options, database, broker, httpUrl: http.url, demo, administrator })
}

/** Restricts notifications about a drawing to sessions that may read it, with the same rules as `drawing.read`. */
const mayReadDrawing = (session: Session, { project, isPublic, creator }: Omit<DrawingReaders, 'id'>): boolean =>
  canCall(session, routes['drawing.read'].policy, project) &&
  (isPublic || creator === session.accountId || session.role === 'super')

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
        `\n  Mimic is running as standby: the database is in use by ${holder}.\n\nMIMIC STANDBY http=${standby.url}\n`,
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

interface AuthenticateParts {
  readonly sessions: Sessions
  readonly gatewayTokens: { readonly shared: string; readonly plant: string }
  readonly shared: SharedCredentialOption
  readonly credentials: CredentialAuthentication
}

/**
 * Authenticates MQTT connections: devices by their credentials, gateways by the shared credential if it is allowed, users
 * by their session token with the permissions of the account.
 */
function createAuthenticate({ sessions, gatewayTokens, shared, credentials }: AuthenticateParts) {
  const authenticate: BrokerOptions['authenticate'] = async (_clientId, username, password, certificate) => {
    const gateway = { kind: 'gateway', account: username, projects: [], isEverywhere: true } as const
    if (isGateway(gatewayTokens.plant, username, password)) return { ...gateway, isInternal: true }
    if (isGateway(gatewayTokens.shared, username, password))
      return (await shared.isEnabled()) ? gateway : 'sharedCredentialOff'
    const device = await credentials.authenticate(username, password, certificate)
    if (device !== undefined) return device
    const { session } = await sessions.authenticateToken(password)
    if (!session || session.name !== username || session.mustChangePassword || session.mustSetSecondStep) return null
    return {
      kind: 'user',
      account: session.name,
      session: session.id,
      isEverywhere: session.role === 'super',
      // Live values require the same permission as listing tags.
      projects: hasPermission(session.permissions, pointsPermission) ? session.projects.map(({ id }) => id) : [],
      expiresAt: session.signedInAt + limits.session.absoluteMs,
    }
  }
  return authenticate
}

/** Reads the certificates of `MIMIC_MQTT_CLIENT_CA`. Throws an error that names the setting. */
async function readClientCa(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new Error(`MIMIC_MQTT_CLIENT_CA: ${file} cannot be read`, { cause })
  })
}

/** Removes hooks of entities that a test does not use. */
const pickHooks = (hooks: Hooks, entities: readonly Entity[]): Hooks =>
  Object.fromEntries(Object.entries(hooks).filter(([name]) => entities.some((entity) => entity.name === name)))

/**
 * Identifies this installation at an external broker, where two clients with the same id would disconnect each other.
 */
const computeInstallationId = (secret: Buffer): string =>
  createHmac('sha256', secret).update('link').digest('hex').slice(0, 12)

/** Caches an expensive constant value. */
function memoize<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => (cached ??= { value: make() }).value
}

interface Announcement {
  readonly options: Options
  readonly database: Database
  readonly broker: Broker
  readonly httpUrl: string
  readonly demo: Demo | undefined
  readonly administrator: { readonly name: string; readonly password?: string } | undefined
}

/** Prints the addresses for the operator. The last line is machine-readable. */
function announce({ options, database, broker, httpUrl, demo, administrator }: Announcement): void {
  const lines = [
    '',
    '  Mimic is running.',
    '',
    `    Console   ${httpUrl}`,
    ...broker.listeners.map(({ url }, index) => `    ${index === 0 ? 'MQTT' : '    '}      ${url}`),
    `    Data      ${options.dataDir}${database.embedded ? ` (embedded ${database.engine})` : ', database server of DATABASE_URL'}`,
    ...(demo
      ? [
          `    Plant     ${plantProjects.join(', ')}: ${demo.tags} virtual tags${options.simulator ? '' : ', not running'}; created in ${demo.language === 'zh-cn' ? 'Chinese' : 'English (for Chinese, set MIMIC_LANGUAGE=zh-cn before the first start)'}`,
        ]
      : []),
    ...(options.testPasswordCost === undefined
      ? []
      : ['    Weak password hashing (MIMIC_TEST_PASSWORD_COST): for tests only']),
    '',
  ]
  if (administrator?.password !== undefined) {
    lines.push(
      `    First sign-in: account ${administrator.name}, password ${administrator.password}`,
      '    The password is shown only once. You must change it after signing in.',
      '',
    )
  } else if (administrator)
    lines.push(`    First sign-in: account ${administrator.name} with the password of MIMIC_ADMIN_PASSWORD`, '')
  process.stdout.write(`${lines.join('\n')}\nMIMIC READY http=${httpUrl} mqtt=${broker.url}\n`)
}
