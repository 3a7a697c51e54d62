import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Row } from '../../../contract/entity/define.ts'
import type { ImportJob, RowEvent } from '../../../contract/entity/routes.ts'
import { deviceOwners } from '../../../contract/alarms/alarm.ts'
import { readAlarmEvent, type AlarmEvent } from '../../../contract/alarms/alarmEvents.ts'
import { readSocketMessage, socketCommands, socketPath } from '../../../contract/socket.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import {
  addAccount,
  callEntity as askAs,
  call,
  makeAccount,
  type Reply,
  type Request,
  signIn,
  sqlIn,
  testPassword,
} from '../../support/server/api.ts'
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
  askAs<T>(restarted ?? server, entity, action, { token: admin, ...request })
async function make(
  entity: string,
  values: Readonly<Record<string, unknown>>,
  more: { readonly overwrite?: boolean } = {},
): Promise<Row> {
  const { status, data, text } = await callEntity(entity, 'create', { body: { project, values, ...more } })
  if (status !== 200) throw new Error(`${entity}: ${text}`)
  return data
}
const field = (row: Row | undefined, name: string): unknown =>
  (row as Readonly<Record<string, unknown>> | undefined)?.[name]
const change = (entity: string, row: Row, values: Readonly<Record<string, unknown>>, overwrite = false) =>
  callEntity(entity, 'update', {
    params: { id: row.id },
    headers: { 'if-match': `"${row.revision}"` },
    body: { values, ...(overwrite ? { overwrite } : {}) },
  })
const move = (entity: string, id: string, name: string, body: Readonly<Record<string, unknown>> = {}, by = admin) =>
  callEntity(entity, name, { params: { id }, body, token: by })
const publish = (device: string, values: Readonly<Record<string, number | null>>): void =>
  gateway.publish(
    `p/${project}/d/${device}/up/values`,
    JSON.stringify({ at: Date.now(), every: 60_000, v: values }),
    1,
    Math.floor(Math.random() * 60_000) + 1,
  )
const readAlarms = async (device: string): Promise<readonly Row[]> =>
  (await callEntity<{ rows: readonly Row[] }>('alarm', 'list', { query: { project, search: device, pageSize: '50' } }))
    .data.rows
const pollOptions = { timeout: 30_000, interval: 100 }

let count = 0
const cabinetBody = (more: Readonly<Record<string, unknown>> = {}) => ({
  name: `Cabinet ${++count}`,
  address: `c${count}`,
  communication: 1,
  ...more,
})
const sensorBody = (cabinet: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name: `Sensor ${++count}`,
  kind: 1,
  address: `s${count}`,
  cabinet,
  protocol: 3,
  coefficient: 1,
  deadband: 5,
  delayS: 0,
  ...more,
})
const areaBody = (more: Readonly<Record<string, unknown>> = {}) => ({
  name: `Area ${++count}`,
  number: ++count,
  ...more,
})

it('a device that two claim at the same moment speaks for one of them, and the other is asked', async () => {
  const cabinet = await make('cabinet', cabinetBody())
  for (let round = 0; round < 12; round++) {
    const device = `claimed-${round}`
    const claims = await Promise.all([
      callEntity('sensor', 'create', { body: { project, values: sensorBody(cabinet.id, { device }) } }),
      callEntity('sensor', 'create', { body: { project, values: sensorBody(cabinet.id, { device }) } }),
      callEntity('cabinet', 'create', { body: { project, values: cabinetBody({ device }) } }),
    ])
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(claims.flatMap(({ status, bad }) => (status === 200 ? [] : [bad.error]))).toEqual([
      'entity.bound',
      'entity.bound',
    ])
  }
  expect(
    await sqlIn(
      server,
      `select count(*)::int as n from (select device from lighting_sensor union all select device from lighting_cabinet) d where device like 'claimed-%'`,
    ),
  ).toEqual([{ n: 12 }])
  const both = await Promise.all(
    [1, 2].map(() =>
      callEntity('sensor', 'create', {
        body: { project, overwrite: true, values: sensorBody(cabinet.id, { device: 'claimed-0' }) },
      }),
    ),
  )
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(
    await sqlIn(
      server,
      `select count(*)::int as n from (select device from lighting_sensor union all select device from lighting_cabinet) d where device = 'claimed-0'`,
    ),
  ).toEqual([{ n: 1 }])

  // Duplicates from before the constraint can still be edited.
  const old = await Promise.all([1, 2].map(() => make('sensor', sensorBody(cabinet.id))))
  await sqlIn(server, 'alter table lighting_sensor disable trigger lighting_sensor_claims')
  await sqlIn(server, `update lighting_sensor set device = 'claimed-before' where id = any($1)`, [
    old.map(({ id }) => id),
  ])
  await sqlIn(server, 'alter table lighting_sensor enable trigger lighting_sensor_claims')
  for (const row of old) expect((await change('sensor', row, { name: `Renamed ${row.id}` })).status).toBe(200)
})

describe('a work order', () => {
  const order = () =>
    make('workOrder', {
      number: `W-${++count}`,
      level: 2,
      source: 'manual',
      classification: 'repair',
      content: 'mend it',
    })

  it('is submitted, dispatched, received, completed and accepted, with a record of each', async () => {
    const { id, ...values } = await order()
    expect(values).toMatchObject({ status: 'waiting', submitter: 'admin', dispatchedAt: null })
    expect((await move('workOrder', id, 'receive')).bad.error).toBe('entity.state')
    expect((await move('workOrder', id, 'dispatch', { handler: '' })).bad.error).toBe('input.invalid')
    expect(
      (await move('workOrder', id, 'dispatch', { handler: 'Li', handlerPhone: '13800138000' })).data,
    ).toMatchObject({ status: 'dispatched', handler: 'Li', receivedAt: null })
    expect(field((await move('workOrder', id, 'receive')).data, 'receivedAt')).toEqual(expect.any(Number))
    expect((await move('workOrder', id, 'receive')).bad.error).toBe('entity.state')
    expect((await move('workOrder', id, 'complete', { remark: 'new driver' })).data).toMatchObject({
      status: 'processed',
      processedAt: expect.any(Number),
    })
    expect((await move('workOrder', id, 'end')).data).toMatchObject({ status: 'ended' })
    const { data: events } = await callEntity<readonly RowEvent[]>('workOrder', 'events', { params: { id } })
    expect(events.map(({ move: name, who }) => [name, who])).toEqual([
      ['end', 'admin'],
      ['complete', 'admin'],
      ['receive', 'admin'],
      ['dispatch', 'admin'],
    ])
    expect(events[1]?.values).toEqual({ remark: 'new driver' })
  })

  it('that was refused is resubmitted without the data of the first attempt', async () => {
    const { id } = await order()
    await move('workOrder', id, 'dispatch', { handler: 'Li' })
    expect((await move('workOrder', id, 'refuse', { remark: 'no ladder' })).data).toMatchObject({ status: 'abnormal' })
    expect((await move('workOrder', id, 'resubmit')).data).toMatchObject({
      status: 'waiting',
      handler: null,
      dispatchedAt: null,
    })
  })

  it('cannot be changed after its end, and cannot be removed while in progress', async () => {
    const values = await order()
    await move('workOrder', values.id, 'dispatch', { handler: 'Li' })
    expect((await callEntity('workOrder', 'remove', { params: { id: values.id } })).bad.error).toBe('entity.state')
    const ended = (await move('workOrder', values.id, 'terminate', { remark: 'not needed' })).data
    expect((await change('workOrder', ended, { content: 'other' })).bad.error).toBe('entity.state')
    expect((await callEntity('workOrder', 'remove', { params: { id: values.id } })).status).toBe(200)
  })

  it('is dispatched only by managers of the project', async () => {
    const { id } = await order()
    const operator = await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])
    expect((await move('workOrder', id, 'dispatch', { handler: 'Li' }, operator.token)).status).toBe(403)
  })
})

describe('bindings', () => {
  it('another strategy for an area is asked about before it replaces the one there', async () => {
    const [one, two] = [await make('timetable', timetable('one')), await make('timetable', timetable('two'))]
    const area = await make('area', areaBody())
    const bound = (await change('area', area, { timetable: one.id })).data
    expect((await change('area', bound, { timetable: two.id })).bad).toMatchObject({
      error: 'entity.bound',
      detail: { holderTitle: field(area, 'name') },
    })
    const changed = await change('area', bound, { timetable: two.id }, true)
    expect(field(changed.data, 'timetable')).toBe(two.id)
    expect((await change('area', changed.data, { timetable: null })).status).toBe(200)
  })

  it('a strategy that lights an area is not removed', async () => {
    const strategy = await make('timetable', timetable('kept'))
    await make('area', areaBody({ timetable: strategy.id }))
    expect((await callEntity('timetable', 'remove', { params: { id: strategy.id } })).bad.error).toBe('entity.inUse')
  })

  it('a project has one default timetable', async () => {
    const first = await make('timetable', { ...timetable('first'), isDefault: true })
    await make('timetable', { ...timetable('second'), isDefault: true })
    expect(field((await callEntity('timetable', 'read', { params: { id: first.id } })).data, 'isDefault')).toBe(false)
  })

  it('an import that binds a device of another facility writes nothing and reports the row', async () => {
    const holder = await make('cabinet', cabinetBody({ device: 'bound-once' }))
    const rows = [cabinetBody({ communication: 'LAN' }), cabinetBody({ communication: 'LAN', device: 'bound-once' })]
    const checked = await callEntity<ImportJob>('cabinet', 'importCheck', { body: { project, rows } })
    expect(checked.data).toMatchObject({ state: 'checked', faults: [] })
    const of = { params: { id: checked.data.id } }
    await callEntity('cabinet', 'importStart', of)
    await expect
      .poll(async () => (await callEntity<ImportJob>('cabinet', 'importRead', of)).data, pollOptions)
      .toMatchObject({
        state: 'failed',
        done: 0,
        faults: [{ row: 2, field: 'device', words: { en: expect.stringContaining(String(field(holder, 'name'))) } }],
      })
    expect(
      (await callEntity<{ total: number }>('cabinet', 'list', { query: { project, search: rows[0]?.['name'] ?? '' } }))
        .data.total,
    ).toBe(0)
  })

  it('a device speaks for one facility; taking it over frees the other', async () => {
    const first = await make('cabinet', cabinetBody({ device: 'box-a' }))
    const second = cabinetBody({ device: 'box-a' })
    expect((await callEntity('cabinet', 'create', { body: { project, values: second } })).bad).toMatchObject({
      error: 'entity.bound',
      detail: { holderTitle: field(first, 'name') },
    })
    await make('cabinet', second, { overwrite: true })
    expect(field((await callEntity('cabinet', 'read', { params: { id: first.id } })).data, 'device')).toBe(null)
  })
})

describe('a cabinet', () => {
  it('with loops is not removed, and names one of them', async () => {
    const cabinet = await make('cabinet', cabinetBody())
    const loop = await make('loop', {
      name: 'Kept loop',
      kind: 1,
      address: '1',
      cabinet: cabinet.id,
      group: 1,
      protocol: 3,
      workMode: 0,
      ratio: 1,
    })
    expect((await callEntity('cabinet', 'remove', { params: { id: cabinet.id } })).bad).toMatchObject({
      error: 'entity.inUse',
      detail: { title: 'Kept loop' },
    })
    await callEntity('loop', 'remove', { params: { id: loop.id } })
    expect((await callEntity('cabinet', 'remove', { params: { id: cabinet.id } })).status).toBe(200)
  })

  it('that is disabled takes nothing in, and its device takes no commands', async () => {
    const cabinet = await make('cabinet', cabinetBody())
    const pole = await make('pole', { ...(await poleBody(cabinet.id)), device: 'lamp-001' })
    await move('pole', pole.id, 'install')
    await move('cabinet', cabinet.id, 'disable')
    const send = (key: string) =>
      call(server, 'command.send', {
        token: admin,
        headers: { 'idempotency-key': key },
        body: { tag: 'tunnel/lamp-001/dimming', value: 10 },
      })
    expect((await send('disabled')).bad.error).toBe('device.disabled')
    // A takeover that is rejected for another reason has no effect.
    const refused = await callEntity('pole', 'create', {
      body: {
        project,
        values: { ...(await poleBody(cabinet.id)), device: 'lamp-001', area: 'no-such-area' },
        overwrite: true,
      },
    })
    expect(refused.bad.problems?.[0]?.path).toBe('area')
    expect((await send('still-disabled')).bad.error).toBe('device.disabled')
    const other = await make('pole', await poleBody(cabinet.id))
    expect((await move('pole', other.id, 'install')).bad.error).toBe('entity.state')
    await move('cabinet', cabinet.id, 'enable')
    expect((await move('pole', other.id, 'install')).data).toMatchObject({ installation: 'installed' })
    await callEntity('pole', 'remove', { params: { id: pole.id } })
  })
})

describe('alarms from the plant', () => {
  it('a sensor beyond its limit raises an alarm, which clears only beyond the dead band and is sent to consoles of its project', async () => {
    const alarmEvents = await listen(admin)
    const outsider = await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])
    const rejected = await listen(outsider.token)
    const cabinet = await make('cabinet', cabinetBody())
    const sensor = await make(
      'sensor',
      sensorBody(cabinet.id, { device: 'probe-a', point: 'luminance', high: 100, coefficient: 2 }),
    )
    await move('sensor', sensor.id, 'install')
    publish('probe-a', { luminance: 49 })
    publish('probe-a', { luminance: 51 })
    await expect.poll(() => readAlarms('probe-a'), pollOptions).toHaveLength(1)
    const [alarm] = await readAlarms('probe-a')
    expect(alarm).toMatchObject({
      fault: 'limit',
      point: 'luminance.high',
      value: 102,
      limit: 100,
      status: 'unconfirmed',
      clearedAt: null,
      event: expect.stringMatching(/^E\d{14}-/),
      message: `${String(field(sensor, 'name'))} reads 102 lx, above its limit of 100 lx ¦ ${String(field(sensor, 'name'))} 测量值 102 lx，高于限值 100 lx`,
    })
    await expect
      .poll(() => alarmEvents.filter(({ change: kind, device }) => kind === 'raised' && device === 'probe-a'))
      .toHaveLength(1)
    // Returns the sensor if the caller may see it; a device without a facility has no source.
    const readSource = (device: string, by = admin) =>
      call(server, 'alarm.source', { token: by, params: { project, device } })
    expect((await readSource('probe-a')).data).toEqual({ kind: 'sensor', id: sensor.id, title: field(sensor, 'name') })
    expect((await readSource('probe-unknown')).data).toBeNull()
    expect((await readSource('probe-a', outsider.token)).status).toBe(404)
    const role = (
      await callEntity('role', 'create', {
        body: { values: { name: 'Alarm watch', key: 'alarm-watch', permissions: 'lighting:alarm:list' } },
      })
    ).data
    await makeAccount(server, admin, {
      username: 'alarm-watch',
      password: testPassword,
      role: 'operator',
      roles: [role.id],
      projects: [{ project, role: 'operator' }],
    })
    expect((await readSource('probe-a', await signIn(server, 'alarm-watch', testPassword))).data).toBeNull()

    publish('probe-a', { luminance: 48.5 })
    publish('probe-a', { luminance: 60 })
    publish('probe-a', { luminance: 47 })
    await expect
      .poll(async () => field((await readAlarms('probe-a'))[0], 'clearedAt'), pollOptions)
      .toEqual(expect.any(Number))
    expect(await readAlarms('probe-a')).toHaveLength(1)
    await expect
      .poll(() => alarmEvents.some(({ change: kind, device }) => kind === 'cleared' && device === 'probe-a'))
      .toBe(true)
    expect(rejected).toEqual([])
  })

  it('an alarm is sent once, through the templates of its level and project', async () => {
    const createRow = async (entity: string, values: Readonly<Record<string, unknown>>) =>
      (await callEntity(entity, 'create', { body: { values } })).data.id
    const channel = await createRow('channel', {
      name: 'Duty',
      kind: 'email',
      host: '127.0.0.1',
      port: 9,
      isSecure: false,
      sender: 'mimic@example.com',
    })
    const common = {
      channel,
      receivers: 'duty@example.com',
      subject: 'Level {level}',
      content: '{project}, {device}: {message}',
    }
    await createRow('template', { ...common, name: 'Of this project', alarmLevel: 1, alarmProject: project })
    await createRow('template', { ...common, name: 'Of another project', alarmLevel: 1, alarmProject: 'street' })
    await createRow('template', { ...common, name: 'By hand' })
    const { first } = await highSensor('probe-told')
    const readNotifications = () =>
      sqlIn(server, 'select subject, content from platform_notification_log where channel = $1', [channel])
    await expect.poll(readNotifications, pollOptions).toEqual([
      {
        subject: `Level ${String(field(first, 'level'))}`,
        content: expect.stringMatching(
          /^Tunnel, probe-told: (.+) 测量值 \d+ lx，高于限值 \d+ lx \/ \1 reads \d+ lx, above its limit of \d+ lx$/,
        ),
      },
    ])
  })

  it('that returns unconfirmed within minutes is the same alarm, counted, and is not sent again by a template without recovery', async () => {
    const createRow = async (entity: string, values: Readonly<Record<string, unknown>>) =>
      (await callEntity(entity, 'create', { body: { values } })).data.id
    const channel = await createRow('channel', {
      name: 'Returning',
      kind: 'email',
      host: '127.0.0.1',
      port: 9,
      isSecure: false,
      sender: 'mimic@example.com',
    })
    await createRow('template', {
      channel,
      receivers: 'duty@example.com',
      subject: '{device}',
      content: '{message}',
      name: 'Returning',
      alarmLevel: 1,
      alarmProject: project,
    })
    const notified = async () =>
      (
        await sqlIn(server, 'select subject from platform_notification_log where channel = $1 order by at, id', [
          channel,
        ])
      ).map(({ subject }) => subject)
    const alarmEvents = await listen(admin)
    const { device, first } = await highSensor('probe-returning')
    await expect.poll(notified, pollOptions).toEqual([device])
    // Further values over the limit create no new event.
    publish(device, { value: 300 })
    publish(device, { value: 1 })
    await expect
      .poll(async () => field((await readAlarms(device))[0], 'clearedAt'), pollOptions)
      .toEqual(expect.any(Number))
    publish(device, { value: 400 })
    await expect
      .poll(() => readAlarms(device), pollOptions)
      .toMatchObject([{ id: first.id, clearedAt: null, count: 2, status: 'unconfirmed', value: 400 }])
    // Notifications are sent in the order of alarms, so a second one would have arrived before this one.
    await highSensor('probe-later')
    await expect.poll(notified, pollOptions).toContain('probe-later')
    expect(await notified()).toEqual([device, 'probe-later'])
    expect(alarmEvents.filter((one) => one.device === device).map(({ change: kind }) => kind)).toEqual([
      'raised',
      'cleared',
      'returned',
    ])
  })

  it('a notification contains the fault and level as text, and the time in the project time zone', async () => {
    const createRow = async (entity: string, values: Readonly<Record<string, unknown>>) =>
      (await callEntity(entity, 'create', { body: { values } })).data.id
    const channel = await createRow('channel', {
      name: 'Words',
      kind: 'email',
      host: '127.0.0.1',
      port: 9,
      isSecure: false,
      sender: 'mimic@example.com',
    })
    const content =
      '{fault} | {faultEn} | {faultZh} | {severity} | {severityEn} | {severityZh} | {level} | {messageEn} | {time}'
    await createRow('template', {
      channel,
      receivers: 'duty@example.com',
      subject: '{severityZh}',
      content,
      name: 'In words',
      alarmLevel: 1,
      alarmProject: project,
    })
    await sqlIn(server, `update project set time_zone = 'Pacific/Auckland' where id = $1`, [project])
    try {
      const { first } = await highSensor('probe-words')
      const at = new Date(Number(field(first, 'at'))).toLocaleString('sv-SE', { timeZone: 'Pacific/Auckland' })
      const [en, zh] = { 1: ['Low', '低'], 2: ['Medium', '中'], 3: ['High', '高'] }[Number(field(first, 'level'))] ?? []
      const sentence = String(field(first, 'message')).split(' ¦ ')[0]
      await expect
        .poll(
          () => sqlIn(server, 'select subject, content from platform_notification_log where channel = $1', [channel]),
          pollOptions,
        )
        .toEqual([
          {
            subject: zh,
            content: `越限 / Limit exceeded | Limit exceeded | 越限 | ${zh} / ${en} | ${en} | ${zh} | ${String(field(first, 'level'))} | ${sentence} | ${at}`,
          },
        ])
    } finally {
      await sqlIn(server, `update project set time_zone = 'Asia/Shanghai' where id = $1`, [project])
    }
  })

  it('an acknowledged alarm is not raised again while active, and a recurrence is a new alarm', async () => {
    const { device, first } = await highSensor('probe-b')
    await move('alarm', first.id, 'confirm', { note: 'seen' })
    const second = await move('alarm', first.id, 'confirm')
    expect([second.status, second.bad.error, second.bad.detail, second.bad.problems?.[0]?.message]).toEqual([
      409,
      'entity.state',
      { state: 'confirmed', by: 'admin' },
      expect.stringContaining('admin'),
    ])
    expect((await callEntity('alarm', 'read', { params: { id: first.id } })).data).toMatchObject({
      status: 'confirmed',
      confirmedBy: 'admin',
      confirmedAt: expect.any(Number),
    })
    publish(device, { value: 300 })
    publish(device, { value: 1 })
    await expect
      .poll(
        async () => field((await callEntity('alarm', 'read', { params: { id: first.id } })).data, 'clearedAt'),
        pollOptions,
      )
      .toEqual(expect.any(Number))
    expect(await readAlarms(device)).toHaveLength(1)
    publish(device, { value: 300 })
    await expect.poll(() => readAlarms(device), pollOptions).toHaveLength(2)
    // The list filter distinguishes the open alarm.
    const lasting = async (clearedAt: string) =>
      (
        await callEntity<{ rows: readonly Row[] }>('alarm', 'list', {
          query: { project, search: device, 'filter[clearedAt]': clearedAt },
        })
      ).data.rows.map(({ id }) => id === first.id)
    expect([await lasting('false'), await lasting('true')]).toEqual([[false], [true]])
  })

  it('a work order for it confirms it, and while that is open its return is no news', async () => {
    const { device, first } = await highSensor('probe-c')
    const counted = async () =>
      (await callEntity<{ total: number }>('workOrder', 'list', { query: { project } })).data.total
    const before = await counted()
    // Requests during the transaction see the previous count only until it commits.
    const [submitted] = await Promise.all([
      move('alarm', first.id, 'submitOrder', { urgency: 3 }),
      ...Array.from({ length: 12 }, counted),
    ])
    expect(await counted()).toBe(before + 1)
    expect([submitted.status, submitted.data]).toMatchObject([
      200,
      { status: 'confirmed', confirmedBy: 'admin', workOrder: expect.any(String) },
    ])
    const order = await callEntity('workOrder', 'read', { params: { id: String(field(submitted.data, 'workOrder')) } })
    expect(order.data).toMatchObject({
      source: 'alarm',
      level: 3,
      status: 'waiting',
      device,
      content: String(field(first, 'message')).split(' ¦ ').toReversed().join('\n'),
      submitter: 'admin',
    })
    expect((await move('alarm', first.id, 'submitOrder', { urgency: 3 })).bad.error).toBe('entity.state')
    publish(device, { value: 1 })
    await expect
      .poll(async () => field((await readAlarms(device))[0], 'clearedAt'), pollOptions)
      .toEqual(expect.any(Number))
    publish(device, { value: 300 })
    await expect
      .poll(async () => (await readAlarms(device))[0], pollOptions)
      .toMatchObject({ id: first.id, clearedAt: null, count: 2, status: 'confirmed' })
  })

  it('a shelved alarm requires no attention until its time is over', async () => {
    const { first } = await highSensor('probe-d')
    expect((await move('alarm', first.id, 'shelve', { minutes: 30 })).bad.error).toBe('input.invalid')
    expect((await move('alarm', first.id, 'shelve', { minutes: 30, note: 'being mended' })).data).toMatchObject({
      status: 'shelved',
      shelvedUntil: expect.any(Number),
    })
    expect((await move('alarm', first.id, 'unshelve')).data).toMatchObject({
      status: 'unconfirmed',
      shelvedUntil: null,
    })
  })

  it('an offline cabinet raises one alarm, which clears on its return and suppresses those of its devices', async () => {
    const cabinet = await make('cabinet', cabinetBody())
    const sensor = await make('sensor', sensorBody(cabinet.id, { device: 'probe-e' }))
    // Manually, because no device acknowledges for this cabinet.
    await move('sensor', sensor.id, 'install')
    expect((await change('cabinet', cabinet, { device: 'box-b' })).status).toBe(200)
    publish('box-b', { doorOpen: 0 })
    publish('probe-e', { value: 1 })
    for (const device of ['box-b', 'probe-e'])
      gateway.publish(`p/${project}/d/${device}/up/state`, JSON.stringify({ online: false, at: Date.now() }))
    await expect
      .poll(() => readAlarms('box-b'), pollOptions)
      .toMatchObject([{ fault: 'offline', owner: 'cabinet', level: 3, clearedAt: null }])
    expect(field((await callEntity('cabinet', 'read', { params: { id: cabinet.id } })).data, 'lastOnlineAt')).toEqual(
      expect.any(Number),
    )
    publish('box-b', { doorOpen: 0 })
    await expect
      .poll(async () => field((await readAlarms('box-b'))[0], 'clearedAt'), pollOptions)
      .toEqual(expect.any(Number))
    expect(await readAlarms('probe-e')).toEqual([])
  })

  it('limits and delays of faults are those of the project, and changes apply to the next values', async () => {
    const cabinet = await make('cabinet', cabinetBody())
    expect((await change('cabinet', cabinet, { device: 'box-limits' })).status).toBe(200)
    const { data: before } = await callEntity('project', 'read', { params: { id: project } })
    expect(before).toMatchObject({ maxLeakage: 300, minVoltage: 176, maxVoltage: 264, shortFaultDelay: 10 })
    const changed = await change('project', before, { maxLeakage: 30, shortFaultDelay: 1 })
    expect(changed.data).toMatchObject({ maxLeakage: 30, minVoltage: 176, shortFaultDelay: 1 })
    await expect
      .poll(async () => {
        publish('box-limits', { leakage: 40 })
        return await readAlarms('box-limits')
      }, pollOptions)
      .toMatchObject([{ fault: 'leakage', value: 40, limit: 30, clearedAt: null }])
    expect((await change('project', changed.data, { maxLeakage: 20, minVoltage: 300 })).bad.problems).toMatchObject([
      { path: 'maxVoltage' },
    ])
    expect((await change('project', changed.data, { maxLeakage: 300, shortFaultDelay: 10 })).status).toBe(200)
    await expect
      .poll(async () => {
        publish('box-limits', { leakage: 40 })
        return field((await readAlarms('box-limits'))[0], 'clearedAt')
      }, pollOptions)
      .toEqual(expect.any(Number))
  })

  it(
    'a lamp that is on without current has failed, a dark lamp has not, and one with unreliable values has a communication fault',
    { tags: 'full' },
    async () => {
      const cabinet = await make('cabinet', cabinetBody())
      for (const device of ['lamp-x', 'lamp-y', 'lamp-mute']) {
        const pole = await make('pole', { ...(await poleBody(cabinet.id)), device })
        await move('pole', pole.id, 'install')
      }
      publish('lamp-y', { lamp: 0, dimming: 80, power: 0.6 })
      publish('lamp-x', { lamp: 1, dimming: 80, power: 0.6 })
      publish('lamp-mute', { power: null, voltage: null })
      await expect
        .poll(() => readAlarms('lamp-x'), { timeout: 60_000, interval: 250 })
        .toMatchObject([{ fault: 'lampFailure', value: 0.6 }])
      expect(await readAlarms('lamp-y')).toEqual([])
      await expect
        .poll(() => readAlarms('lamp-mute'), pollOptions)
        .toMatchObject([{ fault: 'communication', owner: 'pole', clearedAt: null }])
      // A lamp's faults are listed under devices, never under cabinets.
      const listed = async (owner: string) =>
        (
          await callEntity<{ rows: readonly Row[] }>('alarm', 'list', {
            query: { project, search: 'lamp-mute', 'filter[owner]': owner },
          })
        ).data.rows.length
      expect([await listed('cabinet'), await listed(deviceOwners.join(','))]).toEqual([0, 1])
      for (const device of ['lamp-x', 'lamp-mute']) publish(device, { lamp: 1, dimming: 80, power: 70 })
      for (const device of ['lamp-x', 'lamp-mute'])
        await expect
          .poll(async () => field((await readAlarms(device))[0], 'clearedAt'), pollOptions)
          .toEqual(expect.any(Number))
    },
  )

  it(
    'a loop that is on without voltage has a tripped breaker, but not where its cabinet has no supply',
    { tags: 'full' },
    async () => {
      const createLoop = async (device: string, box: string): Promise<void> => {
        const cabinet = await make('cabinet', cabinetBody())
        const loop = await make('loop', {
          name: `Loop ${++count}`,
          kind: 1,
          address: `l${count}`,
          cabinet: cabinet.id,
          group: 1,
          protocol: 3,
          workMode: 1,
          ratio: 1,
          device,
        })
        // Manually, because no device acknowledges for this cabinet.
        await move('loop', loop.id, 'install')
        expect((await change('cabinet', cabinet, { device: box })).status).toBe(200)
      }
      await createLoop('loop-x', 'box-x')
      await createLoop('loop-y', 'box-y')
      // All phases fail at once.
      publish('box-y', { voltageA: 0, voltageB: 0, voltageC: 0 })
      for (const device of ['loop-y', 'loop-x']) publish(device, { switch: 1, voltage: 0, current: 0 })
      await expect.poll(() => readAlarms('box-y'), pollOptions).toMatchObject([{ fault: 'supplyLoss', level: 3 }])
      await expect
        .poll(() => readAlarms('loop-x'), { timeout: 60_000, interval: 250 })
        .toMatchObject([
          {
            fault: 'breaker',
            value: 0,
            message: expect.stringMatching(
              /^Loop \d+ is on but has no voltage \(0 V\): breaker tripped ¦ Loop \d+ 已合闸但无电压（0 V），断路器跳闸$/,
            ),
          },
        ])
      expect(await readAlarms('loop-y')).toEqual([])
    },
  )

  it('an open alarm survives a crash and clears when the plant reports so', { tags: 'full' }, async () => {
    const { device, first } = await highSensor('probe-f')
    expect(first).toMatchObject({ owner: 'sensor' })
    // Simulates a row from before `owner` was stored.
    await sqlIn(server, 'update lighting_alarm set owner = null where id = $1', [first.id])
    await server.kill('SIGKILL')
    restarted = await startServer({ dataDir: server.dataDir, env: { MIMIC_GATEWAY_TOKEN: token } })
    admin = await signIn(restarted)
    gateway.socket.terminate()
    gateway = await RawClient.connect({ url: restarted.mqttUrl, username: 'yard', password: token, clientId: 'yard' })
    publish(device, { value: 300 })
    publish(device, { value: 1 })
    await expect
      .poll(async () => field((await readAlarms(device))[0], 'clearedAt'), pollOptions)
      .toEqual(expect.any(Number))
    expect(await readAlarms(device)).toMatchObject([{ id: first.id, owner: 'sensor' }])
    expect(
      await sqlIn(
        restarted,
        'select count(*)::int as open from lighting_alarm where device = $1 and cleared_at is null',
        [device],
      ),
    ).toEqual([{ open: 0 }])
  })
})

const timetable = (name: string) => ({
  name: `Timetable ${name} ${++count}`,
  points: [
    { at: '18:00', dimming: 100, colorTemperature: 50 },
    { at: '06:00', dimming: 0, colorTemperature: 50 },
  ],
})

async function poleBody(cabinet: string) {
  const area = await make('area', areaBody())
  return {
    name: `Pole ${++count}`,
    address: `p${count}`,
    cabinet,
    area: area.id,
    channel: 1,
    kind: 1,
    protocol: 3,
    workMode: 0,
  }
}

/** Creates a sensor over its limit of 100, and returns its alarm. */
async function highSensor(device: string): Promise<{ device: string; first: Row }> {
  const cabinet = await make('cabinet', cabinetBody())
  const sensor = await make('sensor', sensorBody(cabinet.id, { device, high: 100 }))
  await move('sensor', sensor.id, 'install')
  publish(device, { value: 200 })
  await expect.poll(() => readAlarms(device), pollOptions).toHaveLength(1)
  const [first] = await readAlarms(device)
  if (!first) throw new Error('there is one')
  return { device, first }
}

/** Returns the alarm events that a console with this token receives. */
async function listen(as: string): Promise<AlarmEvent[]> {
  const alarmEvents: AlarmEvent[] = []
  const socket = new WebSocket(`${server.httpUrl.replace('http', 'ws')}${socketPath}`)
  const greeted = new Promise<void>((done) => {
    socket.on('message', (body: Buffer) => {
      const message = readSocketMessage(body.toString('utf8'))
      if (message?.command === socketCommands.signIn) done()
      const readNotifications = message?.command === socketCommands.alarm ? readAlarmEvent(message.data) : null
      if (readNotifications) alarmEvents.push(readNotifications)
    })
  })
  socket.on('open', () => socket.send(JSON.stringify({ command: socketCommands.signIn, data: as })))
  await greeted
  return alarmEvents
}
