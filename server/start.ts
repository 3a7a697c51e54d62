import { createHmac } from 'node:crypto'
import { join, resolve } from 'node:path'
import { limits } from '../contract/limits.ts'
import type { Broker, Grant } from './broker/index.ts'
import { createBroker } from './broker/index.ts'
import { openHistory } from './database/history.ts'
import type { Database } from './database/index.ts'
import type { Embedded } from './database/embedded.ts'
import { openDatabase } from './database/index.ts'
import { createHandlers } from './http/handlers.ts'
import { mqttUrlFor } from './http/headers.ts'
import { serveHttp } from './http/serve.ts'
import type { Log } from './log.ts'
import { plantProjects, startSimulator } from './simulator/index.ts'
import type { Options } from './options.ts'
import { createAccounts } from './services/accounts.ts'
import { keepRunning } from './services/child.ts'
import { createCommands } from './services/commands.ts'
import { createComponentPasswords } from './services/componentPasswords.ts'
import type { Demo } from './services/demo.ts'
import { installDemo } from './services/demo.ts'
import { createDrawings } from './services/drawings.ts'
import { gatewayToken, isGateway } from './services/gateway.ts'
import { checkInstallation, firstAdministrator, installationSecret } from './services/install.ts'
import { createPlant } from './services/plant.ts'
import type { Sessions } from './services/sessions.ts'
import { createSessions } from './services/sessions.ts'
import { createSignIn } from './services/signIn.ts'

const root = resolve(import.meta.dirname, '..')

export interface Start {
  readonly options: Options
  readonly log: Log
  /** The embedded database, on its way; without it `DATABASE_URL` counts. */
  readonly embedded: Promise<Embedded> | undefined
}

/** Undoes a step of the start; run in reverse order. */
type Stop = () => Promise<void> | void

/** Opens everything in the order of need, says where to go, and stays until a signal. Only here do two services know each other. */
export async function start({ options, log, embedded }: Start): Promise<void> {
  const stops: Stop[] = []
  endOnSignals(stops, log)

  const secret = await installationSecret(options.dataDir)
  const database = await openDatabase({ dataDir: options.dataDir, databaseUrl: options.databaseUrl, embedded, log })
  stops.push(() => database.close())
  const { db } = database
  if (database.embedded) await checkInstallation(db, options.dataDir)

  const drawings = createDrawings(db)
  const demo = await installDemo({
    db, drawings, log, wanted: options.demo, tags: options.plantTags, seed: options.plantSeed, samplesDir: join(root, 'public/samples'),
  })
  const sessions = createSessions(db)
  const plant = createPlant(db)
  const history = await openHistory({ pool: database.pool, log })
  stops.push(() => history.close())

  const token = gatewayToken(secret, options.gatewayToken)
  const broker = await createBroker({
    port: options.mqttPort, host: options.host, log, commit: (frames) => history.write(frames),
    authenticate: authenticator(sessions, token),
    external: options.mqttUrl === undefined ? undefined : { url: options.mqttUrl, clientId: `mimic-${markOf(secret)}` },
  })
  stops.push(() => broker.close())
  sessions.onEnded(({ account, session }) => broker.disconnect(account, session))
  stops.push(sessions.startSweep(() => broker.openSessions(), (cause) => log.warn('ended sessions could not be looked for', { cause })))

  const componentPasswords = createComponentPasswords(db)
  const commands = createCommands({
    db, plant, log, checkOrigin: (...asked) => componentPasswords.check(...asked), publish: (command) => broker.publishCommand(command),
    isOffline: (project, device) => broker.isOnline({ project, device }) === false,
  })
  broker.onAck((ack) => void commands.acknowledge(ack).catch((cause: unknown) => log.warn('an acknowledgement was not stored', { cause })))
  stops.push(commands.start())

  const mqttPort = Number(new URL(broker.url).port)
  const mqttUrlOf = (host: string): string => mqttUrlFor(host, mqttPort, options.publicMqttUrl)
  const handlers = createHandlers({
    db, sessions, signIn: createSignIn(db, sessions), accounts: createAccounts(db, sessions), drawings, plant, commands, componentPasswords, history,
    qrcode: options.qrcode, cameraUrl: options.cameraUrl, fileUrl: options.fileUrl, mqttUrlFor: mqttUrlOf, isReady: () => isReady(database, broker),
  })
  const http = await serveHttp({
    host: options.host, port: options.httpPort, sessions, handlers, log, consoleDir: join(root, 'dist'), mqttUrlFor: mqttUrlOf,
    allowedOrigins: [...options.allowedOrigins, ...[options.cameraUrl, options.fileUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]))],
  })
  stops.push(() => http.close())

  // After all that may fail for want of a port: its password is shown once, and only by a start that came through.
  const administrator = await firstAdministrator(db, options.adminPassword)
  if (demo && options.simulator) {
    stops.push(keepRunning('simulator', () => startSimulator({ url: broker.url, token, tags: demo.tags, seed: demo.seed }), log))
  }
  announce({ options, database, broker, httpUrl: http.url, demo, administrator })
}

/** People sign in to MQTT with the token of their session, and may see what its account may see. */
function authenticator(sessions: Sessions, token: string) {
  return async (_clientId: string, username: string, password: string): Promise<Grant | null> => {
    if (isGateway(token, username, password)) return { kind: 'gateway', account: username, projects: [], isEverywhere: true }
    const { session } = await sessions.authenticateToken(password)
    if (!session || session.name !== username || session.mustChangePassword) return null
    return {
      kind: 'user', account: session.name, session: session.id, isEverywhere: session.role === 'super',
      projects: session.projects.map(({ id }) => id), expiresAt: session.signedInAt + limits.session.absoluteMs,
    }
  }
}

/** What tells this installation from others at an external broker, where two clients of one id end each other. */
const markOf = (secret: Buffer): string => createHmac('sha256', secret).update('link').digest('hex').slice(0, 12)

async function isReady({ db }: Database, broker: Broker): Promise<boolean> {
  await db.selectFrom('setting').select('key').limit(1).execute()
  return broker.stats().external !== 'lost'
}

/** The first signal ends in order and in time; the second at once. */
function endOnSignals(stops: readonly Stop[], log: Log): void {
  let ending = false
  const end = async (): Promise<void> => {
    if (ending) process.exit(1)
    ending = true
    setTimeout(() => {
      log.error('the end took too long and was cut short')
      process.exit(1)
    }, limits.http.drainMs).unref()
    for (const stop of stops.toReversed()) {
      try {
        await stop()
      } catch (cause) {
        log.error('a part did not end in order', { cause })
      }
    }
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
}

interface News {
  readonly options: Options
  readonly database: Database
  readonly broker: Broker
  readonly httpUrl: string
  readonly demo: Demo | undefined
  readonly administrator: { readonly name: string; readonly password?: string } | undefined
}

/** For the person at the terminal; the last line is for programs. */
function announce({ options, database, broker, httpUrl, demo, administrator }: News): void {
  const lines = [
    '', '  Mimic is running.', '',
    `    Console   ${httpUrl}`,
    `    MQTT      ${broker.url}`,
    `    Data      ${options.dataDir}${database.embedded ? ' (embedded database)' : ', database server by DATABASE_URL'}`,
    ...(demo ? [`    Plant     ${plantProjects.join(', ')}: ${demo.tags} virtual tags${options.simulator ? '' : ', not running'}`] : []),
    '',
  ]
  if (administrator?.password !== undefined) {
    lines.push(
      `    First sign-in: account ${administrator.name}, password ${administrator.password}`,
      '    It is shown only now and asks for a new password.', '',
    )
  } else if (administrator) lines.push(`    First sign-in: account ${administrator.name} with the password of MIMIC_ADMIN_PASSWORD`, '')
  process.stdout.write(`${lines.join('\n')}\nMIMIC READY http=${httpUrl} mqtt=${broker.url}\n`)
}
