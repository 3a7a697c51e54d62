import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAccount, callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'
import { sharedGatewayToken } from '../../support/shared/plants.ts'

const project = 'tunnel'
const pollOptions = { timeout: 20_000, interval: 50 }
/** Time of the first value. Values of one minute ago and older fire nothing when they arrive. */
const start = Date.now() - 3_600_000
let server: RunningServer
let admin = ''
let yard: MqttClient
let lastNumber = 0

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  yard = await connectAsync(server.mqttUrl, { username: 'yard', password: sharedGatewayToken, clientId: 'rehearsal' })
  await store('reh-fan', 'speed', [0])
  await store('reh-fan', 'state', [0])
  await sqlIn(server, `update tag set writable = point = 'speed' where project = $1 and device = 'reh-fan'`, [project])
})
afterAll(async () => await yard?.endAsync(true))

/** Stores values of a device, one minute apart. */
async function store(device: string, point: string, values: readonly number[], startAt = start): Promise<void> {
  for (const [index, value] of values.entries()) {
    const message = JSON.stringify({ at: startAt + index * 60_000, v: { [point]: value } })
    await yard.publishAsync(`p/${project}/d/${device}/up/values`, message, { qos: 1 })
  }
}

async function makeLinkage(values: Readonly<Record<string, unknown>>): Promise<string> {
  const created = await callEntity(server, 'linkage', 'create', {
    token: admin,
    body: { project, values: { name: `Rehearsed ${++lastNumber}`, ...values } },
  })
  expect(created.text).toContain('"code":200')
  return created.data.id
}

const hot = (facility: string) => ({
  source: 'facility',
  facility,
  thing: 'attribute',
  identifier: 'temperature',
  operator: '>',
  value: '50',
})

const read = async (id: string, token = admin) =>
  (await call(server, 'linkage.rehearsal', { token, params: { id } })).data
async function rehearse(linkage: string, from = start - 1, to = Date.now(), token = admin) {
  const { data } = await call(server, 'linkage.rehearse', { token, body: { linkage, from, to } })
  await expect.poll(async () => (await read(data.id, token)).state, pollOptions).not.toBe('running')
  return read(data.id, token)
}

it('a rehearsal lists when a linkage would have fired, sent and raised, and touches nothing', async () => {
  await store('reh-pump', 'temperature', [20, 60, 61, 40, 70, 30])
  const linkage = await makeLinkage({
    triggers: [hot('reh-pump')],
    actions: [
      { kind: 'facility', facility: 'reh-fan', identifier: 'speed', value: '100' },
      { kind: 'alarm', level: 3 },
    ],
  })
  const result = await rehearse(linkage)
  expect(result).toMatchObject({
    state: 'done',
    progress: 1,
    events: 6,
    fired: 2,
    suppressed: 0,
    counts: { command: 2, raise: 2, clear: 2 },
  })
  expect(result.findings.map(({ at, kind }) => [(at - start) / 60_000, kind])).toEqual([
    [1, 'fired'],
    [3, 'ended'],
    [4, 'fired'],
    [5, 'ended'],
  ])
  expect(result.findings[0]).toMatchObject({
    device: `${project}/reh-pump`,
    cause: { en: 'reh-pump: temperature is 60' },
    effects: [
      { kind: 'command', target: `${project}/reh-fan/speed`, content: '100' },
      { kind: 'raise', target: `${project}/reh-pump`, content: expect.stringContaining('temperature is 60') },
    ],
    refused: [],
  })
  expect(await sqlIn(server, `select id from command where tag = $1`, [`${project}/reh-fan/speed`])).toEqual([])
  expect(await sqlIn(server, `select id from lighting_alarm where device = $1`, ['reh-pump'])).toEqual([])
  expect(await sqlIn(server, `select id from scada_linkage_run where linkage = $1`, [linkage])).toEqual([])
})

it('a rehearsal obeys the quiet period, and a linkage that runs once fires once', async () => {
  await store('reh-quiet', 'temperature', [60, 20, 60, 20, 60, 20, 60])
  const actions = [{ kind: 'alarm', level: 1 }]
  const quiet = { triggers: [hot('reh-quiet')], actions, silence: 3, silenceUnit: 'minute' }
  expect(await rehearse(await makeLinkage(quiet))).toMatchObject({ fired: 2, suppressed: 2 })
  const once = { triggers: [hot('reh-quiet')], actions, isOnce: true }
  expect(await rehearse(await makeLinkage(once))).toMatchObject({ state: 'done', fired: 1 })
})

it('a condition of several triggers needs all of them, also values from before the time span', async () => {
  await store('reh-one', 'temperature', [60, 60, 20])
  await store('reh-two', 'temperature', [20, 60, 60])
  const linkage = await makeLinkage({
    condition: 'all',
    triggers: [hot('reh-one'), hot('reh-two')],
    actions: [{ kind: 'alarm', level: 1 }],
  })
  const all = await rehearse(linkage)
  expect(all.findings.map(({ at, kind }) => [(at - start) / 60_000, kind])).toEqual([
    [1, 'fired'],
    [2, 'ended'],
  ])
  const late = await rehearse(linkage, start + 90_000)
  expect(late).toMatchObject({ fired: 0 })
})

it('observes hold times, hysteresis, other points, expressions and time windows', async () => {
  await store('reh-hold', 'temperature', [60, 61, 62, 49, 60, 40])
  await store('reh-limit', 'temperature', [61, 61, 61, 61, 30, 30])
  const actions = [{ kind: 'alarm', level: 1 }]
  // Rehearsals are limited by account.
  const { token } = await addAccount(server, admin, 'super', [])
  const fire = async (...triggers: readonly Readonly<Record<string, unknown>>[]) =>
    (await rehearse(await makeLinkage({ triggers, actions }), start - 1, Date.now(), token)).findings.map(
      ({ at, kind }) => [(at - start) / 60_000, kind],
    )
  expect(await fire({ ...hot('reh-hold'), hold: 90 })).toEqual([
    [1.5, 'fired'],
    [3, 'ended'],
  ])
  expect(await fire({ ...hot('reh-hold'), hysteresis: 5 })).toEqual([
    [0, 'fired'],
    [5, 'ended'],
  ])
  const other = { compareWith: 'tag', otherTag: `${project}/reh-limit/temperature`, value: null }
  const expression = `{${project}/reh-hold/temperature} > {${project}/reh-limit/temperature}`
  for (const trigger of [
    { ...hot('reh-hold'), ...other },
    { source: 'expression', expression },
  ])
    expect(await fire(trigger)).toEqual([
      [2, 'fired'],
      [3, 'ended'],
      [4, 'fired'],
    ])
  const day = String(new Date(start).getUTCDay())
  const never = ['0', '1', '2', '3', '4', '5', '6'].filter((each) => Math.abs(Number(each) - Number(day)) % 5 > 1)
  expect(await fire(hot('reh-hold'), { source: 'window', from: '00:00', until: '00:00', days: never })).toEqual([])
  expect(await fire(hot('reh-hold'), { source: 'window', from: '00:00', until: '00:00' })).toHaveLength(4)
  const { bad } = await callEntity(server, 'linkage', 'create', {
    token: admin,
    body: {
      project,
      values: { name: 'Foreign', actions, triggers: [{ source: 'expression', expression: '{street/lamp/power} > 1' }] },
    },
  })
  expect(bad.problems?.map(({ path }) => path)).toEqual(['triggers.0.expression'])
})

it('lists the notifications that a linkage would have sent, and names a disabled channel as its problem', async () => {
  const create = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
    const created = await callEntity(server, entity, 'create', { token: admin, body: { values } })
    expect(created.text).toContain('"code":200')
    return created.data.id
  }
  const hook = { kind: 'webhook', url: 'http://hook.test/in', format: 'mimic' }
  const channels = [true, false].map((isEnabled) =>
    create('channel', { name: `Rehearsed ${isEnabled}`, ...hook, isEnabled }),
  )
  const [on, off] = await Promise.all(
    channels.map(async (channel, index) =>
      create('template', {
        name: `Rehearsed ${index}`,
        channel: await channel,
        subject: '{linkage}',
        content: '{messageEn} in {project}',
      }),
    ),
  )
  await store('reh-notify', 'temperature', [20, 60])
  const linkage = await makeLinkage({
    triggers: [hot('reh-notify')],
    actions: [
      { kind: 'alarm', level: 3, text: '{name}: {value} °C' },
      { kind: 'notification', template: on, text: 'hot: {value}' },
      { kind: 'notification', template: off },
    ],
  })
  const { findings, counts } = await rehearse(linkage)
  expect(counts).toEqual({ raise: 1, notify: 1 })
  expect(findings[0]).toMatchObject({
    effects: [
      { kind: 'raise', content: 'reh-notify: 60 °C' },
      {
        kind: 'notify',
        target: 'Rehearsed 0: Rehearsed true → hook.test',
        content: expect.stringContaining('hot: 60 in '),
      },
    ],
    refused: [{ what: { en: 'Send notification' }, reason: { en: 'the channel is disabled' } }],
  })
  await callEntity(server, 'linkage', 'enable', { token: admin, params: { id: linkage }, body: {} })
  const { data } = await callEntity<Readonly<Record<string, unknown>>>(server, 'linkage', 'read', {
    token: admin,
    params: { id: linkage },
  })
  expect(data['problem']).toMatch(/Action 3: the notification channel is disabled/)
})

it('names actions that would fail: an unknown point, a read-only one', async () => {
  const command = (identifier: string) => ({ kind: 'facility', facility: 'reh-fan', identifier, value: '1' })
  const linkage = await makeLinkage({
    triggers: [hot('reh-pump')],
    actions: [command('nothing'), command('state'), command('speed')],
    execution: 'parallel',
  })
  const { findings, counts } = await rehearse(linkage)
  expect(counts).toEqual({ command: 2 })
  expect(findings[0]?.refused).toMatchObject([
    { what: { en: 'reh-fan: nothing = 1' }, reason: { en: 'unknown point' } },
    { what: { en: 'reh-fan: state = 1' }, reason: { en: 'This point is read-only' } },
  ])
})

it('timers fire at their times, and a note names triggers that the history does not contain', async () => {
  const linkage = await makeLinkage({
    triggers: [{ source: 'timed', isCron: true, cron: '0 */10 * * * *' }, { source: 'custom' }],
    actions: [{ kind: 'facility', facility: 'reh-fan', identifier: 'speed', value: '1' }],
  })
  const result = await rehearse(linkage, start, start + 3_600_000)
  expect(result).toMatchObject({ fired: 6, counts: { command: 6 } })
  expect(result.notes.map(({ en }) => en)).toContain(
    'Custom triggers are not part of the history. They are not rehearsed.',
  )
})

it('a rehearsal can be cancelled and is visible to its owner only', async () => {
  const linkage = await makeLinkage({
    triggers: [{ source: 'timed', isCron: true, cron: '*/10 * * * * *' }],
    actions: [{ kind: 'facility', facility: 'reh-fan', identifier: 'speed', value: '1' }],
  })
  const { data } = await call(server, 'linkage.rehearse', {
    token: admin,
    body: { linkage, from: start - 86_400_000, to: start },
  })
  await call(server, 'linkage.cancelRehearsal', { token: admin, params: { id: data.id } })
  await expect.poll(async () => (await read(data.id)).state, pollOptions).toBe('cancelled')
  expect((await read(data.id)).progress).toBeLessThan(1)
  const { token: other } = await addAccount(server, admin, 'super', [])
  expect((await call(server, 'linkage.rehearsal', { token: other, params: { id: data.id } })).status).toBe(404)
  const missing = await call(server, 'linkage.rehearse', {
    token: admin,
    body: { linkage: 'no-such-linkage', from: 0, to: 1 },
  })
  expect(missing.status).toBe(404)
})
