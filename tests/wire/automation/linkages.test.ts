import { beforeAll, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import { type RunningServer, startServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

type Values = Readonly<Record<string, unknown>>
type Linkage = Row & Values
let server: RunningServer
let admin: string

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
})

const triggers = [{ source: 'timed', time: '08:00', weekdays: ['1', '0'] }]
const recovery = { kind: 'recovery' }
const alarm = { kind: 'alarm' }
const create = (values: Values) =>
  callEntity<Linkage>(server, 'linkage', 'create', {
    token: admin,
    body: { project: 'tunnel', values: { triggers, ...values } },
  })
const change = ({ id, revision }: Linkage, values: Values) =>
  callEntity<Linkage>(server, 'linkage', 'update', {
    token: admin,
    params: { id },
    headers: { 'if-match': `"${revision}"` },
    body: { values },
  })
const read = async (id: string) =>
  (await callEntity<Linkage>(server, 'linkage', 'read', { token: admin, params: { id } })).data

it('whether a linkage raises an alarm follows its actions, when it is made and whenever it is changed', async () => {
  const created = (await create({ name: 'By actions', actions: [recovery, alarm] })).data
  expect([created['hasAlarm'], (await read(created.id))['hasAlarm']]).toEqual([true, true])
  const renamed = (await change(created, { name: 'By its actions' })).data
  expect(renamed['hasAlarm']).toBe(true)
  const quiet = (await change(renamed, { actions: [recovery] })).data
  expect([quiet['hasAlarm'], (await read(created.id))['hasAlarm']]).toEqual([false, false])
  expect(
    (
      await callEntity(server, 'linkage', 'updateMany', {
        token: admin,
        body: { ids: [created.id], values: { actions: [alarm] } },
      })
    ).status,
  ).toBe(200)
  expect((await read(created.id))['hasAlarm']).toBe(true)
  await callEntity(server, 'linkage', 'enable', { token: admin, params: { id: created.id }, body: {} })
  expect(await read(created.id)).toMatchObject({ status: 'enabled', hasAlarm: true })
})

it('the alarm flag of a linkage cannot be set by a user', async () => {
  expect((await create({ name: 'Said', actions: [recovery], hasAlarm: true })).bad).toMatchObject({
    error: 'input.invalid',
    problems: [{ path: 'hasAlarm' }],
  })
  const created = (await create({ name: 'Unsaid', actions: [recovery] })).data
  expect((await change(created, { hasAlarm: true })).bad.error).toBe('input.invalid')
  expect((await read(created.id))['hasAlarm']).toBe(false)
})

it('a timer without its time or weekday is refused at that field, in both languages', async () => {
  const { bad } = await create({ name: 'Late', actions: [alarm], triggers: [{ source: 'timed' }] })
  expect(bad).toMatchObject({
    error: 'input.invalid',
    problems: [
      { path: 'triggers.0.time', words: { en: 'Please enter the execution time', zh: '请输入执行时间' } },
      { path: 'triggers.0.weekdays', words: { en: 'Please choose a weekday', zh: '请选择执行星期' } },
    ],
  })
})

it('section 5: a delay is at most 90 seconds, or 600 if configured for server and console', async () => {
  const readConfig = async (of: RunningServer) => (await call(of, 'server.config')).data
  const countQueries = async (of: RunningServer, delay: number) => {
    const { status, bad } = await callEntity(of, 'linkage', 'create', {
      token: await signIn(of),
      body: { project: 'tunnel', values: { triggers, actions: [alarm], name: `After ${delay}`, delay } },
    })
    return [delay, status, ...(bad.problems?.map(({ path }) => path) ?? [])]
  }
  expect([await readConfig(server), await countQueries(server, 90), await countQueries(server, 91)]).toMatchObject([
    { linkageDelayLimit: 90 },
    [90, 200],
    [91, 400, 'delay'],
  ])
  const other = await startServer({ env: { MIMIC_LINKAGE_DELAY_LIMIT: '600' } })
  try {
    expect([await readConfig(other), await countQueries(other, 600), await countQueries(other, 601)]).toMatchObject([
      { linkageDelayLimit: 600 },
      [600, 200],
      [601, 400, 'delay'],
    ])
  } finally {
    await other.stop()
  }
})

it('queries at startup and at each change of a linkage use an index, with years of alarms and a hundred thousand devices', async () => {
  await sqlIn(
    server,
    `create function plan_of(asked text) returns setof text language plpgsql set enable_seqscan = off as $$ begin return query execute 'explain ' || asked; end $$`,
  )
  const plan = async (countQueries: string) =>
    (await sqlIn(server, `select plan_of($1) as line`, [countQueries])).map(({ line }) => line).join(' ')
  expect(await plan(`update lighting_alarm set owner = 'other' where owner is null`)).toContain(
    'lighting_alarm_unowned',
  )
  expect(await plan(`select id from lighting_alarm where cleared_at is null order by at desc limit 20000`)).toContain(
    'lighting_alarm_open',
  )
  expect(await plan(`select id from lighting_alarm where status = 'shelved'`)).toMatch(/lighting_alarm_shelved/)
  expect(
    await plan(
      `select d.name from unnest(array['tunnel'], array['lamp-1']) as asked(project, device) join platform_device d on d.project = asked.project and d.plant_device = asked.device`,
    ),
  ).toContain('platform_device_of_plant_device')
})

it('the devices of the plant that rows speak for are kept in one index: each write had to keep two', async () => {
  const indexes = await sqlIn(
    server,
    `select indexname as name from pg_indexes where tablename = 'platform_device' and indexdef like '%(project, plant_device)%'`,
  )
  expect(indexes.map(({ name }) => name)).toEqual(['platform_device_of_plant_device'])
})

it('section 5: another limit of the delay is no start', { tags: 'full' }, async () => {
  await expect(startServer({ env: { MIMIC_LINKAGE_DELAY_LIMIT: '300' } })).rejects.toThrow(
    /MIMIC_LINKAGE_DELAY_LIMIT must be 90 or 600/,
  )
})
