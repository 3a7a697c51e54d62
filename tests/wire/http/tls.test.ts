import { execFile } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, readFile, rename } from 'node:fs/promises'
import { get } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { socketCommands, socketPath } from '../../../contract/socket.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let folder: string
let ca: Buffer
let server: StartedServer
let token: string

const files = () => ({ MIMIC_TLS_CERT: join(folder, 'cert.pem'), MIMIC_TLS_KEY: join(folder, 'key.pem') })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimic-tls-'))
  const { MIMIC_TLS_CERT: cert, MIMIC_TLS_KEY: key } = files()
  await makeCertificate(cert, key)
  ca = await readFile(cert)
  // With its virtual plant, which must connect by TLS like every device.
  server = await startServer({ args: ['--plant', '60'], passwordCost: 'real', env: files() })
  const { body } = await sendRequest('POST', '/api/session', { account: 'admin', password: server.adminPassword })
  token = body.data.token
})
afterAll(async () => {
  await server?.stop()
  await removeDirectory(folder)
})

async function makeCertificate(cert: string, key: string): Promise<void> {
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    cert,
    '-subj',
    '/CN=mimic test',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
  ])
  await chmod(key, 0o600)
}

interface Answer<Data> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  // The response fields used here.
  readonly body: { readonly data: Data; readonly baseUrl?: string; readonly mqttUrl?: string }
}

/** Sends a request over TLS, trusting only this certificate. */
function sendRequest<Data = { readonly token: string }>(
  method: string,
  path: string,
  given?: unknown,
): Promise<Answer<Data>> {
  const sent = given === undefined ? undefined : JSON.stringify(given)
  return new Promise((done, fail) => {
    const tlsRequest = request(
      `${server.httpUrl}${path}`,
      {
        method,
        ca,
        headers:
          sent === undefined
            ? token
              ? { authorization: `Bearer ${token}` }
              : {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: JSON.parse(Buffer.concat(parts).toString('utf8')),
          }),
        )
      },
    )
    tlsRequest.on('error', fail)
    tlsRequest.end(sent)
  })
}

it('reports its addresses with https and wss, and the console uses them', async () => {
  expect([server.httpUrl, server.mqttUrl]).toEqual([
    expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^wss:\/\/127\.0\.0\.1:\d+\/mqtt$/),
  ])
  const { body } = await sendRequest('GET', '/serverconfig.json')
  expect([body.baseUrl, body.mqttUrl]).toEqual([server.httpUrl, server.mqttUrl])
})

it('sends HSTS, and permits MQTT over TLS only', async () => {
  const { headers } = await sendRequest('GET', '/healthz')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['content-security-policy']).toContain(new URL(server.mqttUrl).origin)
})

it('signs in', () => expect(token.length).toBeGreaterThan(20))

it("opens the console's socket", async () => {
  const socket = new WebSocket(`${server.httpUrl.replace(/^http/, 'ws')}${socketPath}`, { ca })
  await new Promise<void>((done, fail) => {
    socket.once('open', () => done())
    socket.once('error', fail)
  })
  socket.close()
})

it('brings live values of the plant over MQTT, which came over TLS themselves', async () => {
  const client = mqtt.connect(server.mqttUrl, {
    username: 'admin',
    password: token,
    clientId: randomUUID(),
    reconnectPeriod: 0,
    protocolVersion: 4,
    wsOptions: { ca },
  })
  const received = new Promise<string>((done, fail) => {
    client.once('message', (topic) => done(topic))
    client.once('error', fail)
  })
  await new Promise<void>((done, fail) => {
    client.once('connect', () => done())
    client.once('error', fail)
  })
  await client.subscribeAsync('p/tunnel/d/+/up/values')
  expect(await received).toMatch(/^p\/tunnel\/d\//)
  await client.endAsync()
})

it('speaks nothing but TLS, and no old one', async () => {
  for (const url of [server.httpUrl, server.mqttUrl]) {
    const { hostname, port } = new URL(url)
    const plain = await new Promise<string>((done) => {
      get({ hostname, port, path: '/healthz' }, (response) => done(String(response.statusCode))).once('error', () =>
        done('refused'),
      )
    })
    expect(plain).toMatch(/refused|400/)
    const old = await new Promise<string>((done) => {
      const socket = connectTls(
        {
          host: hostname,
          port: Number(port),
          ca,
          maxVersion: 'TLSv1.1',
          minVersion: 'TLSv1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        },
        () => done('open'),
      )
      socket.once('error', () => done('refused'))
    })
    expect(old).toBe('refused')
  }
})

describe('a renewed certificate', () => {
  const certificateAt = (url: string): Promise<string> =>
    new Promise((done, fail) => {
      const { hostname, port } = new URL(url)
      // Only the certificate is read, so it need not be trusted.
      const socket = connectTls({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
        done(socket.getPeerX509Certificate()?.fingerprint256 ?? '')
        socket.destroy()
      })
      socket.once('error', fail)
    })
  const heldAt = async (url: string, fingerprint: string): Promise<void> => {
    await expect.poll(() => certificateAt(url), { timeout: 20_000, interval: 200 }).toBe(fingerprint)
  }
  const opened = async (certificate: Buffer) =>
    mqtt.connectAsync(server.mqttUrl, {
      username: 'admin',
      password: token,
      clientId: randomUUID(),
      reconnectPeriod: 0,
      protocolVersion: 4,
      wsOptions: { ca: certificate },
    })

  it('applies to new connections on both ports and interrupts no existing ones', { tags: 'full' }, async () => {
    const before = new X509Certificate(ca).fingerprint256
    const agent = new Agent({ ca, keepAlive: true, maxSockets: 1 })
    const localPorts = new Set<number>()
    const healthy = (): Promise<number> =>
      new Promise((done, fail) => {
        const tlsRequest = request(`${server.httpUrl}/healthz`, { agent }, (response) =>
          response.resume().once('end', () => done(response.statusCode ?? 0)),
        )
        tlsRequest.once('socket', (socket) => {
          socket.once('secureConnect', () => localPorts.add(socket.localPort ?? 0))
        })
        tlsRequest.once('error', fail)
        tlsRequest.end()
      })
    const line = new WebSocket(`${server.httpUrl.replace(/^http/, 'ws')}${socketPath}`, { ca })
    await new Promise<void>((done, fail) => {
      line.once('open', () => done()).once('error', fail)
    })
    line.send(JSON.stringify({ command: socketCommands.signIn, data: token }))
    await new Promise((done) => {
      line.once('message', done)
    })
    const client = await opened(ca)
    expect(await healthy()).toBe(200)

    // The two files are not replaced atomically. While they do not match, the current pair remains in use.
    const { MIMIC_TLS_CERT: cert, MIMIC_TLS_KEY: key } = files()
    await makeCertificate(`${cert}.next`, `${key}.next`)
    await rename(`${cert}.next`, cert)
    await expect.poll(() => server.output(), { timeout: 20_000 }).toContain('the new certificate is invalid')
    expect([await certificateAt(server.httpUrl), await certificateAt(server.mqttUrl)]).toEqual([before, before])
    await rename(`${key}.next`, key)
    ca = await readFile(cert)
    const after = new X509Certificate(ca).fingerprint256
    await heldAt(server.httpUrl, after)
    await heldAt(server.mqttUrl, after)

    expect([await healthy(), localPorts.size]).toEqual([200, 1]) // on the existing connection
    line.send(JSON.stringify({ command: socketCommands.heartbeat, data: 'ping' }))
    expect(
      String(
        await new Promise((done) => {
          line.once('message', done)
        }),
      ),
    ).toContain('pong')
    expect(client.connected).toBe(true)
    const values = new Promise<string>((done) => {
      client.once('message', (topic) => done(topic))
    })
    await client.subscribeAsync('p/tunnel/d/+/up/values')
    expect(await values).toMatch(/^p\/tunnel\/d\//)
    agent.destroy()
    line.close()
    await client.endAsync()
  })

  it('is trusted by the virtual plant when it has to reconnect', async () => {
    const gateways = async (): Promise<readonly string[]> => {
      const { body } = await sendRequest<{ rows: readonly { id: string; kind: string | null }[] }>(
        'GET',
        '/api/monitor/broker?pageSize=50',
      )
      return body.data.rows
        .filter(({ kind }) => kind === 'gateway')
        .map(({ id }) => id)
        .toSorted()
    }
    const before = await gateways()
    expect(before.length).toBeGreaterThan(0)
    for (const id of before) expect((await sendRequest('DELETE', `/api/monitor/broker/clients/${id}`)).status).toBe(200)
    await expect
      .poll(async () => (await gateways()).filter((id) => !before.includes(id)).length, { timeout: 20_000 })
      .toBe(before.length)
  })
})

it(
  'does not start with a certificate or key alone, an invalid one, or a key that is readable by everyone',
  { tags: 'full' },
  async () => {
    const failure = async (env: Record<string, string>): Promise<string> =>
      startServer({ passwordCost: 'real', env }).then(async (started) => {
        await started.stop()
        return ''
      }, String)
    expect(await failure({ MIMIC_TLS_CERT: files().MIMIC_TLS_CERT })).toContain(
      'MIMIC_TLS_CERT and MIMIC_TLS_KEY must be set together',
    )
    expect(await failure({ ...files(), MIMIC_TLS_CERT: join(folder, 'none.pem') })).toContain('none.pem cannot be read')
    expect(await failure({ MIMIC_TLS_CERT: files().MIMIC_TLS_KEY, MIMIC_TLS_KEY: files().MIMIC_TLS_KEY })).toContain(
      'must be a PEM certificate and its PEM key',
    )
    await chmod(files().MIMIC_TLS_KEY, 0o644)
    expect(await failure(files())).toContain('is readable by everyone')
  },
)
