import type { MqttClient } from 'mqtt'
import type { Connection } from 'mysql2/promise'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callEntity, call, signIn } from '../../support/server/api.ts'
import { connectGateway, createBridge, readState, report, updateBridge } from '../../support/external/bridgeWorld.ts'
import { hasMariadb, startMariadb, type TestMariadb } from '../../support/external/mariadb.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

const gatewayToken = 'a-gateway-credential-of-the-bridge-test'

describe.skipIf(!hasMariadb)('MariaDB storage', { tags: ['full'] }, () => {
  let mariadb: TestMariadb
  let server: StartedServer
  let token = ''
  let device: MqttClient
  let far: Connection
  const created: string[] = []

  beforeAll(async () => {
    mariadb = await startMariadb()
    far = await mariadb.connect()
    server = await startServer({
      env: { MIMIC_GATEWAY_TOKEN: gatewayToken, MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${mariadb.port}` },
    })
    token = await signIn(server)
    device = await connectGateway(server, gatewayToken)
  })
  afterAll(async () => {
    await device.endAsync(true)
    await server.stop()
    await far.end()
    await mariadb.close()
  })
  afterEach(async () => {
    for (const id of created.splice(0)) await callEntity(server, 'bridge', 'remove', { token, params: { id } })
  })

  const create = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
    const { id } = await createBridge(server, token, {
      name: `mariadb ${created.length}`,
      kind: 5,
      url: `mysql://127.0.0.1:${mariadb.port}/plant`,
      username: 'bridge',
      password: 'right',
      reports: 'all',
      ...values,
    })
    created.push(id)
    return id
  }
  const rows = async (statement: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const [found] = await far.query(statement)
    return Array.isArray(found) ? found.map((row) => Object.fromEntries(Object.entries(row))) : []
  }

  test('stores reports with typed parameters, in order', async () => {
    await far.query(
      'create table reading (id int auto_increment primary key, at datetime(3), device text, power double)',
    )
    await create({ statement: `insert into reading (at, device, power) values (\${time}, '\${device}', \${power});` })
    for (let n = 0; n < 20; n++) await report(device, 'pole-1', { power: n / 2 })
    await expect.poll(async () => (await rows('select 1 from reading')).length).toBe(20)
    expect(
      await rows(
        'select device, power, abs(timestampdiff(minute, at, utc_timestamp())) < 5 as fresh from reading order by id',
      ),
    ).toEqual(Array.from({ length: 20 }, (_, n) => ({ device: 'pole-1', power: n / 2, fresh: 1 })))
  })

  test('the table helper creates a table that stores texts of any language once', async () => {
    const id = await create({ isEnabled: false, statement: 'select 1' })
    const { data } = await call(server, 'bridge.createTable', { token, params: { id }, body: { table: 'message' } })
    expect(data).toMatchObject({ isOk: true, statement: expect.stringContaining('insert ignore') })
    await updateBridge(server, token, id, { statement: data.statement, isEnabled: true })
    const note = `'); drop table message; -- 灯`
    await device.publishAsync('p/street/d/pole-1/up/values', JSON.stringify({ at: Date.now(), v: { note } }), {
      qos: 1,
    })
    await expect
      .poll(async () => (await rows('select payload from message'))[0]?.['payload'])
      .toContain(`drop table message; -- 灯`)
  })

  test('keeps the messages while password, table or statement is wrong; leaves out a rejected one', async () => {
    const id = await create({ password: 'wrong', statement: 'insert into missing_table values (${n})' })
    await report(device, 'pole-1', { n: 1 })
    const isError = async (text: string): Promise<void> =>
      await expect
        .poll(() => readState(server, token, id))
        .toMatchObject({ state: 'error', waiting: 1, failed: 0, problem: { en: expect.stringContaining(text) } })
    await isError('Access denied')
    await updateBridge(server, token, id, { password: 'right' })
    await isError("missing_table' doesn't exist")
    await updateBridge(server, token, id, { statement: 'insert in missing_table values (${n})' })
    await isError('syntax')
    await far.query('create table small (n tinyint not null unique)')
    await updateBridge(server, token, id, { statement: 'insert into small values (${n})' })
    for (const n of [2, 1000, 2, 3]) await report(device, 'pole-1', { n })
    await expect
      .poll(() => readState(server, token, id))
      .toMatchObject({ state: 'connected', waiting: 0, out: 3, failed: 2 })
    expect((await rows('select n from small order by n')).map(({ n }) => n)).toEqual([1, 2, 3])
  })

  test('goes on after the server has ended its connection', async () => {
    await far.query('create table again (n int)')
    const id = await create({ statement: 'insert into again values (${n})' })
    await report(device, 'pole-1', { n: 1 })
    await expect.poll(async () => (await rows('select 1 from again')).length).toBe(1)
    for (const { id: connection } of await rows(
      `select id from information_schema.processlist where user = 'bridge' and id <> connection_id()`,
    ))
      await far.query(`kill ${Number(connection)}`)
    await report(device, 'pole-1', { n: 2 })
    await expect.poll(async () => (await rows('select 1 from again')).length).toBe(2)
    expect(await readState(server, token, id)).toMatchObject({ failed: 0 })
  })

  test('the test runs the statement and undoes it', async () => {
    await far.query('create table tested (payload text not null)')
    const id = await create({ isEnabled: false, statement: 'insert into tested values (${payload})' })
    expect((await call(server, 'bridge.test', { token, params: { id } })).data).toMatchObject({ isOk: true })
    expect(await rows('select 1 from tested')).toEqual([])
  })
})
