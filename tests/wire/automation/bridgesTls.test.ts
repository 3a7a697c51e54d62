import type { ChildProcess } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callEntity, signIn } from '../../support/server/api.ts'
import { connectGateway, createBridge, readState, report, updateBridge } from '../../support/external/bridgeWorld.ts'
import { type Certificates, makeCertificates } from '../../support/external/certificates.ts'
import { removeDirectory } from '../../support/directories.ts'
import { endMosquitto, freePort, mosquittoProgram, startMosquitto } from '../../support/external/mosquitto.ts'
import { count } from '../../support/counts.ts'
import { hasMariadb, startMariadb, type TestMariadb } from '../../support/external/mariadb.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'
import { hasTestPostgres, startTestPostgres, type TestPostgres } from '../../support/external/testPostgres.ts'

const gatewayToken = 'a-gateway-credential-of-the-bridge-tls-test'
/** MariaDB takes seconds to start: only the full run has it. */
const isFull = count({ daily: 0, full: 1 }) === 1
let directory = ''
let certificates: Certificates
let mosquitto: ChildProcess | undefined
let postgres: TestPostgres | undefined
let mariadb: TestMariadb | undefined
let far: MqttClient | undefined
let server: StartedServer
let token = ''
let device: MqttClient
const ports = { plain: 0, tls: 0, ws: 0, wss: 0 }
const received: string[] = []
const created: string[] = []

// A server of its own: its environment allows the addresses of the far ends.
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mimic-bridge-tls-'))
  certificates = await makeCertificates(directory)
  for (const name of ['plain', 'tls', 'ws', 'wss'] as const) ports[name] = await freePort()
  const startPostgres = async (): Promise<void> => {
    if (hasTestPostgres) postgres = await startTestPostgres({ isOwn: true, tls: certificates.server })
  }
  const starting = startPostgres()
  if (hasMariadb && isFull) mariadb = await startMariadb({ tls: certificates.server })
  if (mosquittoProgram !== undefined) {
    const tls = `cafile ${certificates.ca}\ncertfile ${certificates.server.certificate}\nkeyfile ${certificates.server.key}\n`
    mosquitto = await startMosquitto(
      directory,
      ports.plain,
      `allow_anonymous true
listener ${ports.tls} 127.0.0.1
${tls}require_certificate true
listener ${ports.ws} 127.0.0.1
protocol websockets
listener ${ports.wss} 127.0.0.1
protocol websockets
${tls}`,
    )
    far = await connectAsync(`mqtt://127.0.0.1:${ports.plain}`, { clientId: 'far' })
    far.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`))
    await far.subscribeAsync('#', { qos: 1 })
  }
  await starting
  const allowed = [...Object.values(ports), ...(postgres ? [postgres.port] : []), ...(mariadb ? [mariadb.port] : [])]
  server = await startServer({
    env: {
      MIMIC_GATEWAY_TOKEN: gatewayToken,
      MIMIC_OUTBOUND_ALLOWED: allowed.map((port) => `127.0.0.1:${port}`).join(','),
    },
  })
  token = await signIn(server)
  device = await connectGateway(server, gatewayToken)
})
afterAll(async () => {
  await device?.endAsync(true)
  await server?.stop()
  await far?.endAsync(true)
  if (mosquitto) await endMosquitto(mosquitto)
  await postgres?.close()
  await mariadb?.close()
  await removeDirectory(directory)
})
afterEach(async () => {
  for (const id of created.splice(0)) await callEntity(server, 'bridge', 'remove', { token, params: { id } })
  received.length = 0
})

const create = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
  const { id } = await createBridge(server, token, { name: `tls ${Date.now()}`, reports: 'all', ...values })
  created.push(id)
  return id
}
async function expectError(id: string, text: RegExp): Promise<void> {
  await expect
    .poll(() => readState(server, token, id))
    .toMatchObject({ state: 'error', problem: { en: expect.stringMatching(text) } })
}

describe.skipIf(mosquittoProgram === undefined)('MQTT bridge to Mosquitto', () => {
  const output = { direction: 'out', filter: '#', localPrefix: 'p/', remotePrefix: 'far/', qos: 1, isRetained: false }
  const mqtt = (url: string) => ({ kind: 4, url, mappings: [output] })
  const expectReport = async (id: string): Promise<void> => {
    await expect.poll(() => readState(server, token, id)).toMatchObject({ state: 'connected', problem: null })
    await report(device, 'pole-1', { a: 1 })
    await expect.poll(() => received).toEqual([expect.stringContaining('far/street/d/pole-1/up/values {')])
  }

  test('publishes over TLS with a client certificate', async () => {
    expect.hasAssertions()
    const id = await create({
      ...mqtt(`mqtts://127.0.0.1:${ports.tls}`),
      certificate: await certificates.read(certificates.ca),
      clientCertificate: await certificates.read(certificates.client.certificate),
      clientKey: await certificates.read(certificates.client.key),
    })
    await expectReport(id)
  })

  test('reports an unknown authority, and a missing client certificate', async () => {
    expect.hasAssertions()
    const url = `mqtts://127.0.0.1:${ports.tls}`
    const id = await create(mqtt(url))
    await expectError(id, /certificate/)
    await updateBridge(server, token, id, { certificate: await certificates.read(certificates.ca) })
    await expectError(id, /certificate|connection/i)
    await report(device, 'pole-1', { a: 1 })
    expect(await readState(server, token, id)).toMatchObject({ waiting: 1, failed: 0 })
  })

  test('publishes over WebSocket', async () => {
    expect.hasAssertions()
    await expectReport(await create(mqtt(`ws://127.0.0.1:${ports.ws}`)))
  })

  test('publishes over WebSocket with TLS', async () => {
    expect.hasAssertions()
    const certificate = await certificates.read(certificates.ca)
    await expectReport(await create({ ...mqtt(`wss://127.0.0.1:${ports.wss}`), certificate }))
  })
})

describe.skipIf(!hasTestPostgres)('PostgreSQL storage', () => {
  test('stores over TLS, and refuses a server that it cannot verify', async () => {
    const client = await postgres?.connect('postgres')
    try {
      await client?.query('create table reading (n int)')
      const id = await create({
        kind: 5,
        url: `postgresql://127.0.0.1:${postgres?.port}/postgres`,
        username: postgres?.user,
        usesTls: true,
        statement: 'insert into reading values (${n})',
      })
      await report(device, 'pole-1', { n: 7 })
      await expectError(id, /certificate/)
      expect(await readState(server, token, id)).toMatchObject({ waiting: 1, failed: 0 })
      await updateBridge(server, token, id, { certificate: await certificates.read(certificates.ca) })
      await expect.poll(() => readState(server, token, id)).toMatchObject({ state: 'connected', out: 1, waiting: 0 })
      expect((await client?.query('select n from reading'))?.rows).toEqual([{ n: 7 }])
      const connections = await client?.query(
        `select s.ssl from pg_stat_ssl s join pg_stat_activity a using (pid) where a.application_name = 'mimic bridge'`,
      )
      expect(connections?.rows).toEqual([{ ssl: true }])
    } finally {
      await client?.end()
    }
  })
})

describe.skipIf(!hasMariadb || !isFull)('MariaDB storage', () => {
  test('stores over TLS, and refuses a server that it cannot verify', async () => {
    const client = await mariadb?.connect()
    try {
      await client?.query('create table reading (n int, cipher text)')
      const id = await create({
        kind: 5,
        url: `mysql://127.0.0.1:${mariadb?.port}/plant`,
        username: 'bridge',
        password: 'right',
        usesTls: true,
        statement: `insert into reading select \${n}, variable_value from information_schema.session_status where variable_name = 'Ssl_cipher'`,
      })
      await report(device, 'pole-1', { n: 7 })
      await expectError(id, /certificate/)
      expect(await readState(server, token, id)).toMatchObject({ waiting: 1, failed: 0 })
      await updateBridge(server, token, id, { certificate: await certificates.read(certificates.ca) })
      await expect.poll(() => readState(server, token, id)).toMatchObject({ state: 'connected', out: 1, waiting: 0 })
      expect(await client?.query('select n, cipher from reading')).toMatchObject([
        [{ n: 7, cipher: expect.stringMatching(/^TLS_|^ECDHE/) }],
        expect.anything(),
      ])
    } finally {
      await client?.end()
    }
  })
})
