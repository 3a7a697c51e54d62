import { execFile } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { IssuedCredential, RouteBodyInput, Routes } from '../../../contract/routes.ts'
import { addAccount, call, signIn, sqlIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { hasMosquittoClients, mosquittoPub } from '../../support/external/mosquittoClients.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

let server: StartedServer
let admin: string
let directory: string
const clients: MqttClient[] = []
const run = promisify(execFile)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mimic-credentials-'))
  server = await startServer()
  admin = await signIn(server)
})
afterAll(async () => {
  for (const client of clients) await client.endAsync(true)
  await server?.stop()
  await removeDirectory(directory)
})

type NewCredentials = RouteBodyInput<Routes['credential.create']>

const getUrl = (from: StartedServer, protocol: string): string =>
  new RegExp(`\\b${protocol}://\\S+`).exec(from.output())?.[0] ?? ''
const tcpUrl = (): string => getUrl(server, 'mqtt')

async function create(body: Omit<NewCredentials, 'project'>, from = server, token = admin) {
  const reply = await call(from, 'credential.create', { token, body: { project: 'street', ...body } })
  expect(reply.status).toBe(200)
  return reply.data.credentials
}
async function createOne(device: string, more: Partial<NewCredentials> = {}): Promise<IssuedCredential> {
  const [issued] = await create({ devices: [device], ...more })
  if (!issued) throw new Error('no credential was created')
  return issued
}
async function connect(
  { username, secret }: Pick<IssuedCredential, 'username' | 'secret'>,
  options: IClientOptions = {},
  url = tcpUrl(),
): Promise<MqttClient> {
  const client = await connectAsync(
    url,
    { username, password: secret ?? '', protocolVersion: 4, reconnectPeriod: 0, ...options },
    false,
  )
  clients.push(client)
  return client
}
const closeOf = (client: MqttClient): Promise<void> => new Promise((done) => client.once('close', () => done()))
const frame = (values: Readonly<Record<string, number>>): string => JSON.stringify({ at: Date.now(), v: values })
const readOverview = async (token = admin) => (await call(server, 'connection.read', { token, query: {} })).data

describe('a credential', () => {
  it.skipIf(!hasMosquittoClients)('lets mosquitto_pub store values over TCP', async () => {
    const { username, secret } = await createOne('meter-1')
    const login = ['-p', new URL(tcpUrl()).port, '-u', username, '-P', secret ?? '', '-q', '1']
    const message = ['-t', 'p/street/d/meter-1/up/values', '-m', frame({ power: 12 })]
    const { code, output } = await mosquittoPub(login.concat(message))
    expect([code, output]).toEqual([0, ''])
    const rows = await sqlIn(server, `select path from tag where path = 'street/meter-1/power'`)
    expect(rows).toHaveLength(1)
  })

  it('stores its secret as a hash and never returns it again', async () => {
    const { id, secret } = await createOne('meter-2')
    expect(secret).toMatch(/^[\w-]{32}$/)
    const listed = await call(server, 'credential.list', { token: admin, query: { device: 'meter-2' } })
    expect(JSON.stringify(listed.data)).not.toContain(secret)
    const [row] = await sqlIn(server, 'select secret_hash from device_credential where id = $1', [id])
    expect(JSON.stringify(row)).not.toContain(secret)
    const audits = await sqlIn(server, `select content from audit where object like 'deviceCredential/%'`)
    expect(JSON.stringify(audits)).not.toContain(secret)
  })

  it('closes its connections at once when it is disabled, and is rejected until it is enabled', async () => {
    const issued = await createOne('meter-3')
    const client = await connect(issued)
    const closed = closeOf(client)
    const from = performance.now()
    await call(server, 'credential.update', { token: admin, params: { id: issued.id }, body: { isEnabled: false } })
    await closed
    expect(performance.now() - from).toBeLessThan(2_000)
    await expect(connect(issued)).rejects.toThrow()
    expect((await readOverview()).rejected).toContainEqual(
      expect.objectContaining({ username: issued.username, reason: 'credentialDisabled' }),
    )
    await call(server, 'credential.update', { token: admin, params: { id: issued.id }, body: { isEnabled: true } })
    await connect(issued)
    expect((await readOverview()).rejected.map(({ username }) => username)).not.toContain(issued.username)
  })

  it('closes its connections when it is rotated; only the new secret is accepted', async () => {
    const issued = await createOne('meter-4')
    const closed = closeOf(await connect(issued))
    const reply = await call(server, 'credential.rotate', { token: admin, params: { id: issued.id } })
    await closed
    await expect(connect(issued)).rejects.toThrow()
    await connect(reply.data)
  })

  it('closes its connections when it is deleted', async () => {
    const issued = await createOne('meter-5')
    const closed = closeOf(await connect(issued))
    await call(server, 'credential.remove', { token: admin, params: { id: issued.id } })
    await closed
    await expect(connect(issued)).rejects.toThrow()
  })

  it('is created for many devices at once, and a second one of a device has its own user name', async () => {
    const created = await create({ devices: ['lamp-1', 'lamp-2', 'lamp-3'] })
    expect(created.map(({ username }) => username)).toEqual(['street.lamp-1', 'street.lamp-2', 'street.lamp-3'])
    expect(new Set(created.map(({ secret }) => secret)).size).toBe(3)
    expect((await createOne('lamp-1')).username).toBe('street.lamp-1.2')
  })

  it('belongs to a project: a manager of another one can neither create, change nor see it', async () => {
    const issued = await createOne('meter-6')
    const { token } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'manager' }])
    const status = async (id: Parameters<typeof call>[1], options: object) =>
      (await call(server, id, { token, ...options })).status
    expect(await status('credential.create', { body: { project: 'street', devices: ['x1'] } })).toBe(404)
    expect(await status('credential.rotate', { params: { id: issued.id } })).toBe(404)
    expect(await status('credential.update', { params: { id: issued.id }, body: { isEnabled: false } })).toBe(404)
    expect(await status('credential.remove', { params: { id: issued.id } })).toBe(404)
    await connect(issued)
    expect((await readOverview(token)).rows).toEqual([])
    expect((await call(server, 'credential.list', { token, query: {} })).data).toMatchObject({ total: 0 })
  })
})

it('the overview shows address, rate and the last refusal of each connection', async () => {
  const issued = await createOne('meter-7')
  const client = await connect(issued)
  for (let count = 0; count < 3; count++)
    await client.publishAsync('p/street/d/meter-7/up/values', frame({ power: count }), { qos: 1 })
  await client.publishAsync('p/street/d/meter-8/up/values', frame({ power: 1 }), { qos: 1 })
  const row = (await readOverview()).rows.find(({ username }) => username === issued.username)
  expect(row).toMatchObject({
    device: 'meter-7',
    address: '127.0.0.1',
    protocol: 'mqtt',
    messagesPerMinute: 4,
    lastRefusal: { reason: 'topicDenied', detail: 'p/street/d/meter-8/up/values' },
  })
  expect(row?.lastMessageAt).toBeGreaterThan(Date.now() - 60_000)
})

it('a gateway publishes for the devices of its list, and a changed list applies at once', async () => {
  const issued = await createOne('box-1', { gatewayFor: ['child-1'] })
  const client = await connect(issued)
  const publish = (device: string) =>
    client.publishAsync(`p/street/d/${device}/up/values`, frame({ level: 1 }), { qos: 1 })
  const devices = async () =>
    (await sqlIn(server, `select device from tag where point = 'level' and device like 'child-%' order by device`)).map(
      (row) => (row as { device: string }).device,
    )
  await publish('child-1')
  await publish('child-2')
  expect(await devices()).toEqual(['child-1'])
  const reply = await call(server, 'credential.update', {
    token: admin,
    params: { id: issued.id },
    body: { gatewayFor: ['child-1', 'child-2'] },
  })
  expect(reply.data.devices).toEqual(['child-1', 'child-2'])
  await publish('child-2')
  expect(await devices()).toEqual(['child-1', 'child-2'])
})

it('a device receives its command and acknowledges it; after its Will it is offline', async () => {
  const { data } = await call(server, 'tag.list', { token: admin, query: { project: 'street', writable: 'true' } })
  const [tag] = data.rows
  if (!tag) throw new Error('the demo has no writable tag')
  const { device, path } = tag
  const state = (online: boolean): string => JSON.stringify({ online, at: Date.now() })
  const will = {
    topic: `p/street/d/${device}/up/state`,
    payload: Buffer.from(state(false)),
    qos: 1,
    retain: true,
  } as const
  const client = await connect(await createOne(device), { will })
  await client.publishAsync(will.topic, state(true), { qos: 1, retain: true })
  client.on('message', (_topic, payload) => {
    const { id } = JSON.parse(payload.toString())
    client.publish(`p/street/d/${device}/up/ack`, JSON.stringify({ id, ok: true, at: Date.now() }), { qos: 1 })
  })
  await client.subscribeAsync(`p/street/d/${device}/down/command`, { qos: 1 })
  const send = () =>
    call(server, 'command.send', {
      token: admin,
      headers: { 'idempotency-key': randomUUID() },
      body: { tag: path, value: tag.min ?? 1 },
    })
  const sent = await send()
  expect(sent.status).toBe(200)
  await vi.waitFor(async () => {
    const { data: command } = await call(server, 'command.read', { token: admin, params: { id: sent.data.id } })
    expect(command.state).toBe('succeeded')
  }, 10_000)
  client.stream.destroy()
  await vi.waitFor(async () => expect((await send()).bad.error).toBe('device.offline'), 10_000)
})

describe('the shared gateway credential', () => {
  const secret = 'a-shared-gateway-credential-of-this-test'

  it('is switched off in a new installation and the virtual plant still runs', async () => {
    expect((await readOverview()).shared).toEqual({ isEnabled: false, isSetByEnvironment: false })
    const set = (isEnabled: boolean) => call(server, 'connection.setShared', { token: admin, body: { isEnabled } })
    expect((await set(true)).data).toEqual({ isEnabled: true, isSetByEnvironment: false })
    expect((await set(false)).data).toEqual({ isEnabled: false, isSetByEnvironment: false })
  })

  it('remains usable where MIMIC_GATEWAY_TOKEN is set', { tags: 'full' }, async () => {
    const own = await startServer({ env: { MIMIC_GATEWAY_TOKEN: secret } })
    try {
      const client = await connect({ username: 'yard', secret }, {}, getUrl(own, 'mqtt'))
      expect(client.connected).toBe(true)
    } finally {
      await own.stop()
    }
  })
})

it('an installation that existed before keeps the shared gateway credential', { tags: 'full' }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mimic-existing-'))
  const older = await startServer({ dataDir })
  try {
    await sqlIn(older, 'drop table device_credential')
    await sqlIn(older, `delete from kysely_migration where name = '2026-12-13a-device-credentials'`)
  } finally {
    await older.kill('SIGTERM')
  }
  const updated = await startServer({ dataDir })
  try {
    const { data } = await call(updated, 'connection.read', { token: await signIn(updated), query: {} })
    expect(data.shared).toEqual({ isEnabled: true, isSetByEnvironment: false })
  } finally {
    await updated.kill('SIGTERM')
    await removeDirectory(dataDir)
  }
})

describe('over TLS', () => {
  let secure: StartedServer
  const file = (name: string): string => join(directory, name)

  const createCertificate = async (name: string, subject: string): Promise<void> => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file(`${name}.key`)]
    const names = ['-subj', `/CN=${subject}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    await run('openssl', ['req', '-x509', '-days', '2', '-out', file(`${name}.pem`)].concat(key, names))
    await chmod(file(`${name}.key`), 0o600)
  }
  const sendRequest = (method: string, path: string, body?: object, token?: string): Promise<unknown> =>
    new Promise((done, fail) => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
      const outgoing = request(
        new URL(path, secure.httpUrl),
        { method, headers, rejectUnauthorized: false },
        (reply) => {
          let text = ''
          reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
          reply.on('end', () => done(JSON.parse(text).data))
        },
      )
      outgoing.on('error', fail)
      outgoing.end(body && JSON.stringify(body))
    })

  beforeAll(async () => {
    await createCertificate('server', 'localhost')
    await createCertificate('device', 'street.pole-1')
    await createCertificate('stranger', 'street.pole-1')
    secure = await startServer({
      passwordCost: 'real',
      env: { MIMIC_TLS_CERT: file('server.pem'), MIMIC_TLS_KEY: file('server.key') },
    })
  })
  afterAll(() => secure?.stop())

  it('a device connects with its certificate or its secret, and another certificate is rejected', async () => {
    const account = { account: 'admin', password: secure.adminPassword }
    const { token } = (await sendRequest('POST', '/api/session', account)) as { token: string }
    const issue = async (body: object): Promise<IssuedCredential> => {
      const reply = await sendRequest('POST', '/api/device-credentials', { project: 'street', ...body }, token)
      const [issued] = (reply as { credentials: IssuedCredential[] }).credentials
      if (!issued) throw new Error('no credential was created')
      return issued
    }
    const fingerprint = new X509Certificate(await readFile(file('device.pem'))).fingerprint256
    const pole = await issue({ devices: ['pole-1'], fingerprint })
    const lamp = await issue({ devices: ['lamp-1'] })
    expect(pole.secret).toBeNull()
    const url = getUrl(secure, 'mqtts')
    // Without encryption, secrets could be read on the network.
    expect(getUrl(secure, 'mqtt')).toBe('')
    const ca = await readFile(file('server.pem'))
    await connect(lamp, { ca }, url)
    const connectWith = async (name: string, options: IClientOptions = {}): Promise<MqttClient> => {
      const [cert, key] = [await readFile(file(`${name}.pem`)), await readFile(file(`${name}.key`))]
      const tls = { ca, cert, key, protocolVersion: 4, reconnectPeriod: 0 } as const
      const client = await connectAsync(url, { ...tls, ...options }, false)
      clients.push(client)
      return client
    }
    const client = await connectWith('device')
    await client.publishAsync('p/street/d/pole-1/up/values', frame({ level: 1 }), { qos: 1 })
    expect(await sqlIn(secure, `select path from tag where path = 'street/pole-1/level'`)).toHaveLength(1)
    await connectWith('device', { username: pole.username })
    await expect(connectWith('stranger')).rejects.toThrow()
    await expect(connectWith('stranger', { username: pole.username, password: 'x' })).rejects.toThrow()
    const overview = await sendRequest('GET', '/api/device-connections', undefined, token)
    expect(JSON.stringify(overview)).toContain('certificateInvalid')
  })
})
