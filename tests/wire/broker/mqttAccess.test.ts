import { randomUUID } from 'node:crypto'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { addAccount, callEntity, call, signIn, sqlIn, testPassword } from '../../support/server/api.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const promisedMs = 5_000
const street = [{ id: 'street', role: 'operator' }] as const
const badLogin = 4

let server: StartedServer
let admin: string
const clients: MqttClient[] = []

beforeAll(async () => {
  server = await startServer()
  admin = await signIn(server)
})
afterAll(async () => {
  for (const client of clients) await client.endAsync(true)
  await server?.stop()
})

const connected = async (options: IClientOptions): Promise<MqttClient> => {
  const client = await connectAsync(
    server.mqttUrl,
    { clientId: `t-${randomUUID().slice(0, 8)}`, protocolVersion: 4, reconnectPeriod: 0, ...options },
    false,
  )
  clients.push(client)
  return client
}
const as = ({ name, token }: { readonly name: string; readonly token: string }) =>
  connected({ username: name, password: token })
const operator = () => addAccount(server, admin, 'operator', street)

/** Returns the CONNACK code of a refused connection; undefined if it was accepted. */
async function refusal(options: IClientOptions): Promise<unknown> {
  return connected(options).then(
    () => undefined,
    (cause: unknown) => (cause instanceof Error && 'code' in cause ? cause.code : cause),
  )
}

/** Returns the SUBACK code of one filter. */
async function getSubscribeResult(client: MqttClient, filter: string): Promise<unknown> {
  const answer = new Promise((done) => {
    client.on('packetreceive', (packet) => {
      if (packet.cmd === 'suback') done(packet.granted[0])
    })
  })
  await client.subscribeAsync(filter, { qos: 0 }).catch(() => undefined)
  return answer
}

/** Returns the milliseconds until the server closes the connection. */
async function measureClose(client: MqttClient, cause: () => Promise<unknown>): Promise<number> {
  expect(client.connected).toBe(true)
  const closed = new Promise<void>((done) => {
    client.once('close', () => done())
  })
  await cause()
  const from = performance.now()
  await Promise.race([
    closed,
    new Promise((_done, fail) => {
      setTimeout(() => fail(new Error('it stayed open')), 2 * promisedMs)
    }),
  ])
  return performance.now() - from
}

describe('a connection is refused', () => {
  it('without a name, without a token, and with an unknown token', async () => {
    expect(await refusal({})).toBe(badLogin)
    expect(await refusal({ username: 'admin' })).toBe(badLogin)
    expect(await refusal({ username: 'admin', password: 'garbage' })).toBe(badLogin)
    expect(await refusal({ username: 'admin', password: 'A'.repeat(43) })).toBe(badLogin)
    expect(await refusal({ username: 'admin', password: server.adminPassword })).toBe(badLogin)
    expect(await refusal({ username: 'admin', password: admin })).toBeUndefined()
  })

  it('under the name of another account', async () => {
    const { token } = await operator()
    expect(await refusal({ username: 'admin', password: token })).toBe(badLogin)
  })

  it('while the password must be changed first', async () => {
    const { name } = await operator()
    await sqlIn(server, 'update account set must_change = true where name = $1', [name])
    expect(await refusal({ username: name, password: await signIn(server, name, testPassword) })).toBe(badLogin)
  })
})

describe('a connected user', () => {
  it('subscribes to granted projects only', async () => {
    const client = await as(await operator())
    expect(await getSubscribeResult(client, 'p/street/d/+/up/values')).toBe(0)
    for (const filter of ['p/tunnel/d/+/up/values', 'p/+/d/+/up/values', '#', 'p/street/d/+/down/command', '$SYS/#']) {
      expect([filter, await getSubscribeResult(client, filter)]).toEqual([filter, 0x80])
    }
  })

  it('cannot publish: the connection is closed, and the message is not delivered', async () => {
    const received: string[] = []
    const listener = await connected({ username: 'admin', password: admin })
    listener.on('message', (topic) => {
      received.push(topic)
    })
    await listener.subscribeAsync('p/street/d/forged/up/values')
    const client = await as(await operator())
    const frame = JSON.stringify({ at: Date.now(), v: { a: 1 } })
    expect(
      await measureClose(client, async () => {
        client.publish('p/street/d/forged/up/values', frame, { qos: 0 })
      }),
    ).toBeLessThan(promisedMs)
    expect(received).toEqual([])
  })

  it('with the super administrator role can subscribe to a project created after connecting', async () => {
    const client = await connected({ username: 'admin', password: admin })
    expect(
      (
        await callEntity(server, 'project', 'create', {
          token: admin,
          body: { values: { key: 'harbour', name: 'Harbour' } },
        })
      ).status,
    ).toBe(200)
    expect(await getSubscribeResult(client, 'p/harbour/d/+/up/values')).toBe(0)
  })
})

describe('the end of a session closes MQTT connections', () => {
  it("when the session is signed out, and leaves the account's other sessions", async () => {
    const account = await operator()
    const client = await as(account)
    const other = await as({ name: account.name, token: await signIn(server, account.name, testPassword) })
    expect(await measureClose(client, () => call(server, 'session.signOut', { token: account.token }))).toBeLessThan(
      promisedMs,
    )
    expect(other.connected).toBe(true)
    expect(await refusal({ username: account.name, password: account.token })).toBe(badLogin)
  })

  it('when the password changes', async () => {
    const account = await operator()
    const client = await as(account)
    const change = { present: testPassword, next: 'eight dry umbrellas' }
    expect(
      await measureClose(client, () => call(server, 'session.password', { token: account.token, body: change })),
    ).toBeLessThan(promisedMs)
  })

  it('when the account is removed', async () => {
    const account = await operator()
    const client = await as(account)
    const [{ id } = {}] = await sqlIn(server, 'select id from account where name = $1', [account.name])
    expect(
      await measureClose(client, () =>
        callEntity(server, 'account', 'remove', { token: admin, params: { id: String(id) } }),
      ),
    ).toBeLessThan(promisedMs)
  })

  it('when a session gives way to a newer one', async () => {
    const account = await operator()
    const client = await as(account)
    await sqlIn(
      server,
      `insert into session (id, account, address, signed_in_at, seen_at, expires_at)
      select gen_random_uuid(), account, address, signed_in_at, now() + interval '1 second', expires_at
      from session, generate_series(1, $2) where account = (select id from account where name = $1)`,
      [account.name, limits.session.perAccount],
    )
    expect(await measureClose(client, () => signIn(server, account.name, testPassword))).toBeLessThan(promisedMs)
  })

  it('even if this server was not notified', async () => {
    const account = await operator()
    const client = await as(account)
    const end = `update session set ended = 'signOut' where account = (select id from account where name = $1)`
    expect(await measureClose(client, () => sqlIn(server, end, [account.name]))).toBeLessThan(promisedMs)
    const expiring = await operator()
    const second = await as(expiring)
    const expire = `update session set expires_at = now() where account = (select id from account where name = $1)`
    expect(await measureClose(second, () => sqlIn(server, expire, [expiring.name]))).toBeLessThan(promisedMs)
  })
})
