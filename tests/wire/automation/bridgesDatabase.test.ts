import { randomBytes } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { callEntity, call, signIn } from '../../support/server/api.ts'
import { connectGateway, createBridge, readState, report, updateBridge } from '../../support/external/bridgeWorld.ts'
import { hasTestPostgres, startTestPostgres, type TestPostgres } from '../../support/external/testPostgres.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

const gatewayToken = 'a-gateway-credential-of-the-bridge-test'
let postgres: TestPostgres
let server: StartedServer
let token = ''
let device: MqttClient
let far: Client
let database = ''
let bridge: Row | undefined

const create = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
  bridge = await createBridge(server, token, {
    name: database,
    kind: 5,
    url: `postgresql://127.0.0.1:${postgres.port}/${database}`,
    username: postgres.user,
    password: postgres.password,
    reports: 'all',
    ...values,
  })
  return bridge.id
}
const rows = async (statement: string): Promise<readonly Record<string, unknown>[]> =>
  (await far.query<Record<string, unknown>>(statement)).rows

describe.skipIf(!hasTestPostgres)('PostgreSQL storage', () => {
  beforeAll(async () => {
    postgres = await startTestPostgres()
    server = await startServer({
      env: { MIMIC_GATEWAY_TOKEN: gatewayToken, MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${postgres.port}` },
    })
    token = await signIn(server)
    device = await connectGateway(server, gatewayToken)
  })
  afterAll(async () => {
    await device.endAsync(true)
    await server.stop()
    await postgres.close()
  })
  beforeEach(async () => {
    database = `bridge_${randomBytes(6).toString('hex')}`
    await postgres.query(`create database ${database}`)
    far = await postgres.connect(database)
  })
  afterEach(async () => {
    if (bridge) await callEntity(server, 'bridge', 'remove', { token, params: { id: bridge.id } })
    bridge = undefined
    await far.end()
    await postgres.query(`drop database ${database} with (force)`)
  })

  test('stores reports with typed parameters, in order', async () => {
    await far.query('create table reading (id serial, at timestamptz, device text, power float8, topic text)')
    await create({
      statement: `insert into reading (at, device, power, topic) values (\${time}, '\${device}', \${power}, \${topic});`,
    })
    for (let n = 0; n < 50; n++) await report(device, 'pole-1', { power: n / 2 })
    await expect.poll(async () => (await rows('select from reading')).length).toBe(50)
    const stored = await rows(
      "select device, power, topic, at > now() - interval '1 hour' as fresh from reading order by id",
    )
    expect(stored).toEqual(
      Array.from({ length: 50 }, (_, n) => ({
        device: 'pole-1',
        power: n / 2,
        topic: 'p/street/d/pole-1/up/values',
        fresh: true,
      })),
    )
  })

  test('the table helper creates a table, and its statement stores a repeated message once', async () => {
    const id = await create({ isEnabled: false, statement: 'select 1' })
    const bad = await call(server, 'bridge.createTable', { token, params: { id }, body: { table: 'a; drop table b' } })
    expect(bad.status).toBe(400)
    const { data } = await call(server, 'bridge.createTable', { token, params: { id }, body: { table: 'message' } })
    expect(data).toMatchObject({
      isOk: true,
      statement: expect.stringContaining('on conflict (message_id) do nothing'),
    })
    await updateBridge(server, token, id, { statement: data.statement, isEnabled: true })
    await report(device, 'pole-1', { power: 3 })
    await expect.poll(async () => (await rows('select from message')).length).toBe(1)
    expect((await rows('select project, device, payload from message'))[0]).toMatchObject({
      project: 'street',
      device: 'pole-1',
      payload: expect.stringContaining('"power":3'),
    })
  })

  test('a value never becomes part of the statement', async () => {
    await far.query('create table reading (text text)')
    await create({ statement: 'insert into reading values (${payload})' })
    const injection = `x'); drop table reading; --`
    await device.publishAsync(
      'p/street/d/pole-1/up/values',
      JSON.stringify({ at: Date.now(), v: { note: injection } }),
      {
        qos: 1,
      },
    )
    await expect.poll(async () => (await rows('select text from reading'))[0]?.['text']).toContain(injection)
    const refused = await callEntity(server, 'bridge', 'create', {
      token,
      body: {
        values: {
          name: 'in text',
          kind: 5,
          url: 'postgresql://127.0.0.1/x',
          statement: `insert into reading values ('pole \${device}')`,
        },
      },
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('becomes a parameter')
  })

  test('keeps the messages while the statement, the password or the table is wrong, and tells which', async () => {
    const id = await create({ statement: 'insert into missing_table values (${payload})' })
    await report(device, 'pole-1', { a: 1 })
    const isError = async (text: string): Promise<void> =>
      await expect
        .poll(() => readState(server, token, id))
        .toMatchObject({ state: 'error', waiting: 1, failed: 0, problem: { en: expect.stringContaining(text) } })
    await isError('relation "missing_table" does not exist')
    await updateBridge(server, token, id, { statement: 'insert in missing_table values (${payload})' })
    await isError('syntax error')
    await updateBridge(server, token, id, { username: 'nobody_here' })
    await isError('nobody_here')
    await far.query('create table fine (payload text)')
    await updateBridge(server, token, id, {
      username: postgres.user,
      statement: 'insert into fine values (${payload})',
    })
    await expect.poll(() => readState(server, token, id)).toMatchObject({ state: 'connected', waiting: 0, out: 1 })
    expect(await rows('select from fine')).toHaveLength(1)
  })

  test('leaves out a message that violates a constraint, and stores the others of the batch', async () => {
    await far.query('create table reading (n int unique check (n < 100))')
    const id = await create({ isEnabled: false, statement: 'insert into reading values (${n})' })
    await updateBridge(server, token, id, { isEnabled: true })
    for (const n of [1, 2, 500, 2, 3]) await report(device, 'pole-1', { n })
    await expect.poll(() => readState(server, token, id)).toMatchObject({ out: 3, failed: 2, waiting: 0 })
    expect((await rows('select n from reading order by n')).map(({ n }) => n)).toEqual([1, 2, 3])
  })

  test('goes on after the database has ended its connection', async () => {
    await far.query('create table reading (n int)')
    const id = await create({ statement: 'insert into reading values (${n})' })
    await report(device, 'pole-1', { n: 1 })
    await expect.poll(async () => (await rows('select from reading')).length).toBe(1)
    await far.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mimic bridge' and datname = $1`,
      [database],
    )
    await report(device, 'pole-1', { n: 2 })
    await expect.poll(async () => (await rows('select from reading')).length).toBe(2)
    await expect.poll(() => readState(server, token, id)).toMatchObject({ state: 'connected', out: 2, waiting: 0 })
  })

  test('the test runs the statement and undoes it', async () => {
    await far.query('create table reading (payload text not null)')
    const id = await create({ isEnabled: false, statement: 'insert into reading values (${payload})' })
    const good = await call(server, 'bridge.test', { token, params: { id } })
    expect(good.data).toMatchObject({ isOk: true })
    expect(await rows('select from reading')).toEqual([])
    await updateBridge(server, token, id, { statement: 'insert into reading values (${nothing})' })
    const bad = await call(server, 'bridge.test', { token, params: { id } })
    expect(bad.data).toMatchObject({ isOk: false, message: expect.stringContaining('not-null constraint') })
  })
})
