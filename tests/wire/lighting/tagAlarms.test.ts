import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { callEntity as askAs, type Reply, type Request, signIn, sqlIn } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const project = 'tunnel'
const token = 'the one credential of the gateways of this test'
let server: StartedServer
let admin: string
let gateway: RawClient
let restarted: StartedServer | undefined

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
  gateway = await RawClient.connect({ url: server.mqttUrl, username: 'yard', password: token, clientId: 'yard' })
})
afterAll(async () => {
  gateway?.socket.terminate()
  await restarted?.stop()
  await server?.stop()
})

const callEntity = <T = Row>(entity: string, action: string, request: Request = {}): Promise<Reply<T>> =>
  askAs<T>(server, entity, action, { token: admin, ...request })
async function make(entity: string, body: Readonly<Record<string, unknown>>): Promise<Row> {
  const { status, data, text } = await callEntity(entity, 'create', { body })
  if (status !== 200) throw new Error(`${entity}: ${text}`)
  return data
}
const change = async (entity: string, row: Row, values: Readonly<Record<string, unknown>>): Promise<Row> => {
  const { status, data, text } = await callEntity(entity, 'update', {
    params: { id: row.id },
    headers: { 'if-match': `"${row.revision}"` },
    body: { values },
  })
  if (status !== 200) throw new Error(text)
  return data
}
const publish = (device: string, values: Readonly<Record<string, number | null>>): void =>
  gateway.publish(
    `p/${project}/d/${device}/up/values`,
    JSON.stringify({ at: Date.now(), every: 60_000, v: values }),
    1,
    Math.floor(Math.random() * 60_000) + 1,
  )
const readAlarms = async (device: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await callEntity<{ rows: readonly Row[] }>('alarm', 'list', { query: { project, search: device, pageSize: '50' } }))
    .data.rows
const pollOptions = { timeout: 30_000, interval: 100 }

it('limits of a product are alarms of its devices, with a journal of each occurrence', async () => {
  const product = await make('product', {
    values: {
      name: 'Booster pump',
      code: 'booster-pump',
      category: 'other',
      properties: [{ identifier: 'pressure', label: 'Pressure', type: 'decimal', unit: 'bar', isWritable: false }],
      alarms: [{ identifier: 'pressure', kind: 'high', limit: 10, deadband: 1, level: 3 }],
    },
  })
  const makeDevice = (plantDevice: string, alarms: readonly unknown[] = []) =>
    make('device', {
      project,
      values: { name: `Pump ${plantDevice}`, serial: plantDevice, product: product.id, plantDevice, alarms },
    })
  await makeDevice('pump-a')
  const strict = await makeDevice('pump-b', [{ identifier: 'pressure', kind: 'high', limit: 20, level: 1 }])

  const channel = await make('channel', {
    values: { name: 'Chat', kind: 'webhook', url: 'http://127.0.0.1:9/hook', format: 'slack' },
  })
  await make('template', {
    values: {
      name: 'Duty',
      channel: channel.id,
      alarmLevel: 3,
      sendsRecovery: true,
      subject: 'Alarm',
      content: '{stateEn}: {messageEn}',
    },
  })
  publish('pump-a', { pressure: 12 })
  publish('pump-b', { pressure: 12 })
  await expect
    .poll(() => readAlarms('pump-a'), pollOptions)
    .toMatchObject([
      {
        fault: 'limitHigh',
        point: 'pressure',
        level: 3,
        value: 12,
        limit: 10,
        clearedAt: null,
        message:
          'Pump pump-a: Pressure is 12 bar, above its high limit of 10 bar ¦ Pump pump-a：Pressure 12 bar，高于高限 10 bar',
      },
    ])
  // A bad value and one within the deadband change nothing.
  publish('pump-a', { pressure: null })
  publish('pump-a', { pressure: 9.5 })
  publish('pump-a', { pressure: 8 })
  await expect.poll(async () => (await readAlarms('pump-a'))[0]?.['clearedAt'], pollOptions).toEqual(expect.any(Number))
  publish('pump-a', { pressure: 13 })
  await expect
    .poll(async () => (await readAlarms('pump-a'))[0]?.['journal'], pollOptions)
    .toMatchObject([{ change: 'raised', value: 12 }, { change: 'cleared' }, { change: 'returned', value: 13 }])
  expect(await readAlarms('pump-a')).toHaveLength(1)
  expect(await readAlarms('pump-b')).toEqual([])

  // Each raise and each recovery is sent, so that the last message is the state of the alarm.
  publish('pump-a', { pressure: 8 })
  await expect
    .poll(() => sqlIn(server, 'select subject, content from platform_notification_log order by at, id'), pollOptions)
    .toMatchObject([
      { subject: 'Alarm', content: expect.stringMatching(/^Raised: .*12 bar/) },
      { subject: 'Cleared 恢复: Alarm', content: expect.stringMatching(/^Cleared: .*12 bar/) },
      { subject: 'Alarm', content: expect.stringMatching(/^Raised: .*13 bar/) },
      { subject: 'Cleared 恢复: Alarm', content: expect.stringMatching(/^Cleared: .*13 bar/) },
    ])

  // The edit applies to the next value; the removal of an alarm clears it.
  await change('device', strict, { alarms: [] })
  publish('pump-b', { pressure: 12 })
  await expect.poll(() => readAlarms('pump-b'), pollOptions).toMatchObject([{ level: 3, clearedAt: null }])
  await change('product', product, { alarms: [] })
  for (const device of ['pump-a', 'pump-b'])
    await expect.poll(async () => (await readAlarms(device))[0]?.['clearedAt'], pollOptions).toEqual(expect.any(Number))
})

it('a database with several open rows of one alarm is upgraded to a single one', async () => {
  await sqlIn(server, 'drop index lighting_alarm_open_once')
  const [row] = await sqlIn(server, 'select id from lighting_alarm limit 1')
  await sqlIn(
    server,
    `insert into lighting_alarm select (jsonb_populate_record(a, jsonb_build_object('id', a.id || '-' || n, 'cleared_at', null, 'at', a.at + n * interval '1 second'))).*
     from lighting_alarm a, generate_series(1, 3) n where a.id = $1`,
    [row?.['id']],
  )
  gateway.socket.terminate()
  await server.kill('SIGTERM')
  restarted = await startServer({ dataDir: server.dataDir, env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(restarted)
  // Nothing declares these alarms any more, so the last one clears too.
  await expect
    .poll(
      () => sqlIn(restarted ?? server, `select count(*)::int as n from lighting_alarm where cleared_at is null`),
      pollOptions,
    )
    .toEqual([{ n: 0 }])
  expect(
    await sqlIn(restarted ?? server, `select indexdef from pg_indexes where indexname = 'lighting_alarm_open_once'`),
  ).toHaveLength(1)
})
