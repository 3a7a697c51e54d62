import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, sqlIn } from '../../support/server/api.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let behind: StartedServer
let alone: StartedServer

beforeAll(async () => {
  ;[behind, alone] = await Promise.all([
    startServer({
      passwordCost: 'real',
      env: { MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1', MIMIC_PUBLIC_URL: 'https://plant.example' },
    }),
    startServer({ env: { MIMIC_TRUSTED_PROXIES: '10.0.0.0/8' } }),
  ])
})
afterAll(() => Promise.all([behind?.stop(), alone?.stop()]))

const client = '203.0.113.9'
const forwarded = { 'x-forwarded-for': client, 'x-forwarded-proto': 'https' }
const enter = (
  server: StartedServer,
  password = server.adminPassword,
  headers: Readonly<Record<string, string>> = forwarded,
) => call(server, 'session.signIn', { body: { account: 'admin', password }, headers })

it('knows people behind a listed proxy by their own address, in sessions and in the count of wrong passwords', async () => {
  expect((await enter(behind)).status).toBe(200)
  expect(await sqlIn(behind, 'select distinct address from session')).toEqual([{ address: client }])
  // Counted per address, because the account has signed in from this one.
  await enter(behind, 'wrong password')
  expect(await sqlIn(behind, 'select address from login_failure where name = $1', ['admin'])).toEqual([
    { address: client },
  ])
  expect((await enter(behind)).status).toBe(200)
})

it('ignores forwarded addresses from other clients', async () => {
  await enter(alone, 'wrong password')
  expect((await enter(alone)).status).toBe(200)
  expect(await sqlIn(alone, 'select address from session where address = $1', [client])).toEqual([])
  expect(await sqlIn(alone, 'select address from login_failure where address = $1', [client])).toEqual([])
})

it('accepts writes from pages under the host name given by a listed proxy or the settings', async () => {
  const from = async (server: StartedServer, origin: string, headers: Readonly<Record<string, string>> = forwarded) =>
    (await enter(server, 'wrong password', { ...headers, origin })).status
  const named = { ...forwarded, 'x-forwarded-host': 'yard.example' }
  const wrongPassword = 401
  expect(await from(behind, 'https://yard.example', named)).toBe(wrongPassword)
  expect(await from(behind, 'https://plant.example')).toBe(wrongPassword)
  // Without TLS, from another port, or from an unlisted proxy.
  expect(await from(behind, 'http://yard.example', named)).toBe(403)
  expect(await from(behind, 'https://yard.example:8443', named)).toBe(403)
  expect(await from(alone, 'https://yard.example', named)).toBe(403)
  expect(await from(alone, 'https://plant.example')).toBe(403)
})

it('sends HSTS only if a listed proxy reports TLS', async () => {
  const readHsts = async (server: StartedServer, headers: Record<string, string>) =>
    (await fetch(`${server.httpUrl}/healthz`, { headers })).headers.get('strict-transport-security')
  expect(await readHsts(behind, forwarded)).toMatch(/^max-age=\d{8}$/)
  expect(await readHsts(behind, { 'x-forwarded-for': client })).toBeNull()
  expect(await readHsts(alone, forwarded)).toBeNull()
})

it('knows MQTT clients by their own address too', async () => {
  const { data } = await enter(behind)
  const token = 'token' in data ? data.token : ''
  const connected = await connectAsync(behind.mqttUrl, {
    clientId: 'through',
    username: 'admin',
    password: token,
    protocolVersion: 4,
    reconnectPeriod: 0,
    wsOptions: { headers: forwarded },
  })
  const broker = await call(behind, 'monitor.broker', { token })
  expect(broker.data.rows.find(({ clientId }) => clientId === 'through')?.address).toBe(client)
  await connected.endAsync()
})
