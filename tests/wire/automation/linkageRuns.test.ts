// A single file, because all linkages share the gateway, devices and server, which take longest to set up.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { addAccount, callEntity, makeAccount, signIn, sqlIn, testPassword } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

type Values = Readonly<Record<string, unknown>>
const project = 'tunnel'
const token = 'the one credential of the gateways of this test'
const pollOptions = { timeout: 60_000, interval: 100 }
let dataDir = ''
let server: StartedServer
let admin: string
let gateway: RawClient
let product: string
let packet = 0
let lastNumber = 0
const devices = new Map<string, string>()
/** Commands received by devices, as `device point value`. */
const obeyed: string[] = []
/** Devices that reject commands, and devices that do not answer. */
const refusing = new Set<string>()
const deaf = new Set<string>()
/** Reports of a device in response to a command. */
const echoes = new Map<string, (value: number) => void>()

async function begin(): Promise<void> {
  server = await startServer({ dataDir, env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
  gateway = await RawClient.connect({ url: server.mqttUrl, username: 'yard', password: token, clientId: 'yard' })
  gateway.listen((each) => {
    if (each.cmd !== 'publish') return
    const device = each.topic.split('/')[3] ?? ''
    const { id, point, value } = JSON.parse(each.payload.toString()) as { id: string; point: string; value: number }
    obeyed.push(`${device} ${point} ${value}`)
    if (!deaf.has(device))
      gateway.publish(
        `p/${project}/d/${device}/up/ack`,
        JSON.stringify({
          id,
          ok: !refusing.has(device),
          ...(refusing.has(device) ? { code: 'jammed' } : {}),
          at: Date.now(),
        }),
        1,
        ++packet,
      )
    echoes.get(device)?.(value)
  })
  gateway.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `p/${project}/d/+/down/command`, qos: 1 }] })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-linkages-'))
  await begin()
  product = (
    await create(
      'product',
      { name: 'Lamp', code: 'lamp', category: 'lamp', nodeType: 'direct', transport: 'mqtt' },
      null,
    )
  ).id
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
    const name = `lamp-${String(number).padStart(3, '0')}`
    devices.set(name, (await create('device', { name: `Lamp ${number}`, serial: name, product, plantDevice: name })).id)
  }
})
afterAll(async () => {
  gateway?.socket.terminate()
  await server?.stop()
  await removeDirectory(dataDir)
})

async function create(entity: string, values: Values, at: string | null = project): Promise<Row & Values> {
  const reply = await callEntity<Row & Values>(server, entity, 'create', {
    token: admin,
    body: { values, ...(at === null ? {} : { project: at }) },
  })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.data
}
const move = (id: string, name: string, by = admin) =>
  callEntity(server, 'linkage', name, { token: by, params: { id }, body: {} })
const read = async (id: string): Promise<Row & Values> =>
  (await callEntity<Row & Values>(server, 'linkage', 'read', { token: admin, params: { id } })).data
/** Creates an enabled linkage. */
async function link(values: Values): Promise<string> {
  const { id } = await create('linkage', { name: `Linkage ${++lastNumber}`, ...values })
  expect((await move(id, 'enable')).status).toBe(200)
  return id
}
const readRuns = async (id: string): Promise<readonly (Row & Values)[]> =>
  (
    await callEntity<{ rows: readonly (Row & Values)[] }>(server, 'linkageRun', 'list', {
      token: admin,
      query: { 'filter[linkage]': id },
    })
  ).data.rows
const readOutcomes = async (id: string): Promise<unknown[]> => (await readRuns(id)).map(({ result }) => result)
const getSteps = ({ steps }: Values): readonly Values[] => (Array.isArray(steps) ? steps : [])
const publish = (
  device: string,
  values: Readonly<Record<string, number>>,
  q?: Readonly<Record<string, number>>,
): void =>
  gateway.publish(
    `p/${project}/d/${device}/up/values`,
    JSON.stringify({ at: Date.now(), every: 60_000, v: values, ...(q ? { q } : {}) }),
    1,
    ++packet,
  )
const ref = (device: string): string => devices.get(device) ?? ''
const when = (device: string, operator: string, value: string, upper?: string): Values => ({
  source: 'device',
  device: ref(device),
  thing: 'attribute',
  identifier: 'dimming',
  operator,
  value,
  ...(upper === undefined ? {} : { upper }),
})
const createAction = (device: string, value: string, identifier = 'dimming'): Values => ({
  kind: 'device',
  device: ref(device),
  identifier,
  value,
})
const waitForCommand = async (line: string): Promise<void> => {
  await expect.poll(() => obeyed.includes(line), pollOptions).toBe(true)
}
const readAlarms = async (search: string): Promise<readonly (Row & Values)[]> =>
  (
    await callEntity<{ rows: readonly (Row & Values)[] }>(server, 'alarm', 'list', {
      token: admin,
      query: { 'filter[fault]': 'linkage', search },
    })
  ).data.rows

describe('a linkage', () => {
  it('commands another device once when a value exceeds its limit, and logs the result', async () => {
    const id = await link({ triggers: [when('lamp-001', '>', '50')], actions: [createAction('lamp-002', '11')] })
    for (const dimming of [40, 60, 70]) publish('lamp-001', { dimming })
    await waitForCommand('lamp-002 dimming 11')
    await expect.poll(() => readOutcomes(id), pollOptions).toEqual(['done'])
    const [run] = await readRuns(id)
    expect(run).toMatchObject({
      cause: expect.stringContaining('Lamp 1: dimming is 60 ¦ '),
      project,
      steps: [{ what: expect.stringContaining('Lamp 2: dimming = 11'), outcome: 'done', reason: null }],
    })
    await expect.poll(async () => (await read(id))['lastResult'], pollOptions).toBe('done')
    expect(await read(id)).toMatchObject({ lastAt: expect.any(Number), problem: null, revision: 2 })
    expect(obeyed.filter((line) => line === 'lamp-002 dimming 11')).toHaveLength(1)
  })

  it('monitors and commands a lamp without a platform device, if its account may command it', async () => {
    const triggers = [
      {
        source: 'facility',
        facility: 'lamp-020',
        thing: 'attribute',
        identifier: 'dimming',
        operator: '>',
        value: '50',
      },
    ]
    const actions = [{ kind: 'facility', facility: 'lamp-021', identifier: 'dimming', value: '77' }]
    const id = await link({ triggers, actions })
    for (const dimming of [40, 60]) publish('lamp-020', { dimming })
    await waitForCommand('lamp-021 dimming 77')
    await expect.poll(() => readOutcomes(id), pollOptions).toEqual(['done'])
    const [run] = await readRuns(id)
    expect(run).toMatchObject({
      cause: expect.stringContaining('lamp-020: dimming is 60'),
      steps: [{ what: expect.stringContaining('lamp-021: dimming = 77'), outcome: 'done' }],
    })
    expect((await read(id))['problem']).toBeNull()
    // Display names of lamps are not stored in the log: accounts that may list the lamps see and search them.
    for (const [address, device] of [
      ['020', 'lamp-020'],
      ['021', 'lamp-021'],
    ] as const)
      await create('cabinet', { name: `Secret ${address}`, address, communication: 2, device })
    const reading = await callEntity(server, 'role', 'create', {
      token: admin,
      body: {
        values: { name: 'Run reader', key: 'run-reader', permissions: 'scada:linkageRun:list\nscada:linkage:list' },
      },
    })
    await makeAccount(server, admin, {
      username: 'run-reader',
      password: testPassword,
      role: 'operator',
      projects: [{ project, role: 'operator' }],
      roles: [reading.data.id],
    })
    const seen = async (by: string) =>
      (
        await callEntity<{ rows: readonly (Row & Values)[] }>(server, 'linkageRun', 'list', {
          token: by,
          query: { project, 'filter[linkage]': id, search: 'Secret 020' },
        })
      ).data.rows
    expect(await seen(admin)).toMatchObject([
      {
        device: 'lamp-020',
        titles: { 'lamp-020': 'Secret 020', 'lamp-021': 'Secret 021' },
        steps: [{ device: 'lamp-021' }],
      },
    ])
    publish('lamp-020', { dimming: 40 })
    publish('lamp-020', { dimming: 61 })
    await expect.poll(() => readOutcomes(id), pollOptions).toEqual(['done', 'done'])
    const reader = await signIn(server, 'run-reader', testPassword)
    const known = (
      await callEntity<{ rows: readonly (Row & Values)[] }>(server, 'linkageRun', 'list', {
        token: reader,
        query: { project, 'filter[linkage]': id },
      })
    ).data.rows
    expect([known.length, JSON.stringify(known).includes('Secret'), await seen(reader)]).toEqual([2, false, []])
    // Online events are recorded only for platform devices.
    const online = await callEntity(server, 'linkage', 'create', {
      token: admin,
      body: {
        project,
        values: { name: 'Online', triggers: [{ source: 'facility', facility: 'lamp-020', thing: 'online' }], actions },
      },
    })
    expect(online.bad.problems?.map(({ path }) => path)).toEqual(['triggers'])
    const unknown = await link({
      triggers: [{ ...triggers[0], identifier: 'horn' }],
      actions: [{ ...actions[0], facility: 'lamp-999' }],
    })
    expect((await read(unknown))['problem']).toMatch(
      /Trigger 1: "horn" not received yet.*Action 1: no point "dimming"/s,
    )
    const role = await callEntity(server, 'role', 'create', {
      token: admin,
      body: {
        values: {
          name: 'Linker',
          key: 'linker',
          permissions: 'scada:linkage:list\nscada:linkage:read\nscada:linkage:add',
        },
      },
    })
    await makeAccount(server, admin, {
      username: 'linker',
      password: testPassword,
      role: 'manager',
      projects: [{ project, role: 'manager' }],
      roles: [role.data.id],
    })
    const denied = await callEntity(server, 'linkage', 'create', {
      token: await signIn(server, 'linker', testPassword),
      body: { project, values: { name: 'Sly', triggers, actions } },
    })
    expect(denied.bad.error).toBe('access.denied')
  })

  it('between two values, good ones only; disabled it does nothing', async () => {
    const id = await link({
      triggers: [when('lamp-001', 'between', '20', '30')],
      actions: [createAction('lamp-002', '12')],
    })
    publish('lamp-001', { dimming: 10 })
    publish('lamp-001', { dimming: 25 }, { dimming: 2 })
    publish('lamp-001', { dimming: 31 })
    publish('lamp-001', { dimming: 30 })
    await waitForCommand('lamp-002 dimming 12')
    await expect
      .poll(async () => (await readRuns(id)).map(({ cause }) => cause), pollOptions)
      .toEqual([expect.stringContaining('dimming is 30')])
    await move(id, 'disable')
    publish('lamp-001', { dimming: 10 })
    publish('lamp-001', { dimming: 25 })
    // Once another, enabled linkage has handled the same value, the disabled one has been skipped.
    const other = await link({ triggers: [when('lamp-001', '>', '90')], actions: [createAction('lamp-003', '13')] })
    publish('lamp-001', { dimming: 95 })
    await expect.poll(() => readOutcomes(other), pollOptions).toEqual(['done'])
    expect(await readOutcomes(id)).toEqual(['done'])
  })

  it('stops sequential actions at the first failure and reports the reason, and runs parallel ones independently', async () => {
    refusing.add('lamp-004')
    const actions = [createAction('lamp-003', '21'), createAction('lamp-004', '22'), createAction('lamp-005', '23')]
    const serial = await link({ triggers: [{ source: 'custom' }], actions })
    const parallel = await link({
      triggers: [{ source: 'custom' }],
      actions: [...actions.slice(1), createAction('lamp-005', '1', 'horn')],
      execution: 'parallel',
    })
    for (const id of [serial, parallel]) {
      expect((await move(id, 'runNow')).status).toBe(200)
      await expect.poll(() => readOutcomes(id), pollOptions).toEqual(['failed'])
    }
    const [one] = await readRuns(serial)
    expect(one?.['cause']).toContain('Run manually by admin')
    expect(getSteps(one ?? {}).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['done', null],
      ['failed', expect.stringContaining('rejected the command (jammed)')],
      ['skipped', expect.stringContaining('previous action failed')],
    ])
    const [other] = await readRuns(parallel)
    expect(getSteps(other ?? {}).map(({ outcome }) => outcome)).toEqual(['failed', 'done', 'failed'])
    expect((await read(parallel))['problem']).toContain('Action 3: no point "horn"')
    expect(obeyed.filter((line) => line.startsWith('lamp-005 '))).toEqual(['lamp-005 dimming 23'])
    refusing.clear()
  })

  it("runs once by itself and is disabled, and after its delay, which a person's change ends", async () => {
    const id = await link({
      triggers: [when('lamp-006', '>', '50')],
      actions: [createAction('lamp-002', '31')],
      isOnce: true,
      delay: 1,
    })
    const changed = await link({
      triggers: [when('lamp-006', '>', '50')],
      actions: [createAction('lamp-002', '32')],
      delay: 2,
    })
    publish('lamp-006', { dimming: 60 })
    await expect.poll(async () => (await read(id))['status'], pollOptions).toBe('disabled')
    await expect.poll(async () => (await read(changed))['lastAt'], pollOptions).not.toBeNull()
    await move(changed, 'disable')
    await waitForCommand('lamp-002 dimming 31')
    await expect.poll(() => readRuns(id), pollOptions).toHaveLength(1)
    const [run] = await readRuns(id)
    expect(Date.now() - Number(run?.['at'])).toBeGreaterThanOrEqual(1_000)
    publish('lamp-006', { dimming: 10 })
    publish('lamp-006', { dimming: 60 })
    await pause(2_500) // as long as the longer delay: nothing must happen, so there is no event to wait for
    expect([await readOutcomes(id), await readOutcomes(changed), obeyed.includes('lamp-002 dimming 32')]).toEqual([
      ['done'],
      [],
      false,
    ])
  })

  it('keeps delayed actions when its product gets another device', { tags: 'full' }, async () => {
    const bulb = (
      await create(
        'product',
        { name: 'Bulb', code: 'bulb', category: 'lamp', nodeType: 'direct', transport: 'mqtt' },
        null,
      )
    ).id
    await create('device', { name: 'Bulb 1', serial: 'bulb-1', product: bulb, plantDevice: 'lamp-018' })
    const id = await link({
      triggers: [
        { source: 'product', product: bulb, thing: 'attribute', identifier: 'dimming', operator: '>', value: '50' },
      ],
      actions: [createAction('lamp-002', '33')],
      delay: 10,
    })
    for (const dimming of [40, 60]) publish('lamp-018', { dimming })
    await expect.poll(async () => (await read(id))['lastAt'], pollOptions).not.toBeNull()
    await create('device', { name: 'Bulb 2', serial: 'bulb-2', product: bulb, plantDevice: 'lamp-019' })
    expect(obeyed).not.toContain('lamp-002 dimming 33')
    await waitForCommand('lamp-002 dimming 33')
    await expect.poll(() => readOutcomes(id), pollOptions).toEqual(['done'])
  })

  it('that runs once is not used up by a run that could not be recorded', async () => {
    const id = await link({
      triggers: [when('lamp-006', '>', '50')],
      actions: [createAction('lamp-002', '34')],
      isOnce: true,
    })
    await sqlIn(
      server,
      `create function not_now() returns trigger language plpgsql as $$ begin if new.id = '${id}' and new.status = 'disabled' then raise exception 'not now'; end if; return new; end $$`,
    )
    await sqlIn(server, `create trigger not_now before update on scada_linkage for each row execute function not_now()`)
    for (const dimming of [10, 60]) publish('lamp-006', { dimming })
    await expect.poll(async () => (await read(id))['lastAt'], pollOptions).not.toBeNull()
    await sqlIn(server, `drop trigger not_now on scada_linkage`)
    await expect
      .poll(async () => {
        publish('lamp-006', { dimming: 61 })
        return readOutcomes(id)
      }, pollOptions)
      .toEqual(['done'])
    expect((await read(id))['status']).toBe('disabled')
    expect(obeyed.filter((line) => line === 'lamp-002 dimming 34')).toHaveLength(1)
  })

  it('is triggered when any device of its product disconnects', { tags: 'full' }, async () => {
    publish('lamp-007', { dimming: 1 })
    await expect
      .poll(
        async () =>
          (await callEntity<Row & Values>(server, 'device', 'read', { token: admin, params: { id: ref('lamp-007') } }))
            .data['status'],
        pollOptions,
      )
      .toBe(3)
    const id = await link({
      triggers: [{ source: 'product', product, thing: 'offline' }],
      actions: [createAction('lamp-002', '41')],
    })
    gateway.publish(`p/${project}/d/lamp-007/up/state`, JSON.stringify({ online: false, at: Date.now() }), 1, ++packet)
    await waitForCommand('lamp-002 dimming 41')
    await expect
      .poll(async () => (await readRuns(id)).map(({ cause }) => cause), pollOptions)
      .toEqual([expect.stringContaining('Lamp 7 went offline')])
    gateway.publish(`p/${project}/d/lamp-007/up/state`, JSON.stringify({ online: true, at: Date.now() }), 1, ++packet)
  })

  it('calls a device of a product as it is called by now', async () => {
    const siren = (
      await create(
        'product',
        { name: 'Siren', code: 'siren', category: 'lamp', nodeType: 'direct', transport: 'mqtt' },
        null,
      )
    ).id
    const { id: device, revision } = await create('device', {
      name: 'Old siren',
      serial: 'siren-1',
      product: siren,
      plantDevice: 'lamp-030',
    })
    const id = await link({
      triggers: [
        { source: 'product', product: siren, thing: 'attribute', identifier: 'dimming', operator: '>', value: '50' },
      ],
      actions: [createAction('lamp-002', '42')],
    })
    expect(
      (
        await callEntity(server, 'device', 'update', {
          token: admin,
          params: { id: device },
          headers: { 'if-match': `"${revision}"` },
          body: { values: { name: 'New siren' } },
        })
      ).status,
    ).toBe(200)
    // Enabling another linkage completes only after all linkages were reloaded.
    await link({ triggers: [{ source: 'custom' }], actions: [createAction('lamp-002', '43')] })
    for (const dimming of [40, 60]) publish('lamp-030', { dimming })
    await expect
      .poll(async () => (await readRuns(id)).map(({ cause, device: by }) => [cause, by]), pollOptions)
      .toEqual([[expect.stringContaining('New siren: dimming is 60'), 'lamp-030']])
  })

  it('is triggered by a timer; a timer alone raises no alarm, and the run reports this', async () => {
    const id = await link({
      triggers: [{ source: 'timed', isCron: true, cron: '*/10 * * * * *' }],
      actions: [createAction('lamp-002', '51'), { kind: 'alarm' }],
    })
    await waitForCommand('lamp-002 dimming 51')
    await expect.poll(async () => (await readRuns(id)).length, pollOptions).toBeGreaterThan(0)
    await move(id, 'disable')
    const [run] = await readRuns(id)
    expect(getSteps(run ?? {}).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['done', null],
      ['skipped', expect.stringContaining('alarm actions have no effect')],
    ])
    expect(await readAlarms(`Linkage ${lastNumber}:`)).toEqual([])
  })

  it('is triggered by a command that a device executed', async () => {
    const id = await link({
      triggers: [{ source: 'device', device: ref('lamp-003'), thing: 'function', identifier: 'lamp' }],
      actions: [createAction('lamp-002', '61')],
    })
    const hand = await link({ triggers: [{ source: 'custom' }], actions: [createAction('lamp-003', 'true', 'lamp')] })
    await move(hand, 'runNow')
    await waitForCommand('lamp-002 dimming 61')
    await expect
      .poll(async () => (await readRuns(id))[0]?.['cause'], pollOptions)
      .toEqual(expect.stringContaining('Lamp 3 executed lamp: 1'))
  })

  it('raises an alarm that its paired linkage ends, and one without a pair is over with its cause', async () => {
    const recovery = await link({ triggers: [when('lamp-008', '<', '20')], actions: [{ kind: 'recovery' }] })
    await link({ triggers: [when('lamp-008', '>', '80')], actions: [{ kind: 'alarm', level: 3 }], recovery })
    const paired = `Linkage ${lastNumber}:`
    await link({ triggers: [when('lamp-008', '>', '70')], actions: [{ kind: 'alarm' }] })
    const alone = `Linkage ${lastNumber}:`
    publish('lamp-008', { dimming: 90 })
    await expect
      .poll(
        async () =>
          (await readAlarms(paired)).map(({ level, device, clearedAt, value }) => [level, device, clearedAt, value]),
        pollOptions,
      )
      .toEqual([[3, 'lamp-008', null, 90]])
    await expect.poll(() => readAlarms(alone), pollOptions).toMatchObject([{ clearedAt: null }])
    publish('lamp-008', { dimming: 50 })
    await expect.poll(async () => (await readAlarms(alone))[0]?.['clearedAt'], pollOptions).toEqual(expect.any(Number))
    expect((await readAlarms(paired))[0]).toMatchObject({ clearedAt: null })
    publish('lamp-008', { dimming: 10 })
    await expect.poll(async () => (await readAlarms(paired))[0]?.['clearedAt'], pollOptions).toEqual(expect.any(Number))
    await expect.poll(() => readOutcomes(recovery), pollOptions).toEqual(['done'])
  })

  it('leaves no alarm open that it cannot end any more: its threshold was changed, it was disabled, or the one that ended it was', async () => {
    const ofName = async (name: string) => (await readAlarms(`${name}:`)).map(({ clearedAt }) => clearedAt === null)
    const raising = async (values: Values): Promise<string> => {
      publish('lamp-008', { dimming: 10 })
      const id = await link({ ...values, triggers: [when('lamp-008', '>', '80')], actions: [{ kind: 'alarm' }] })
      publish('lamp-008', { dimming: 90 })
      await expect.poll(() => ofName(`Linkage ${lastNumber}`), pollOptions).toEqual([true])
      return id
    }
    const id = await raising({})
    const edited = `Linkage ${lastNumber}`
    const row = await read(id)
    expect(
      (
        await callEntity(server, 'linkage', 'update', {
          token: admin,
          params: { id },
          headers: { 'if-match': `"${row.revision}"` },
          body: { values: { triggers: [when('lamp-008', '>', '95')] } },
        })
      ).status,
    ).toBe(200)
    await expect.poll(() => ofName(edited), pollOptions).toEqual([false])
    const disabled = await raising({})
    const off = `Linkage ${lastNumber}`
    await move(disabled, 'disable')
    await expect.poll(() => ofName(off), pollOptions).toEqual([false])
    const recovery = await link({ triggers: [when('lamp-008', '<', '5')], actions: [{ kind: 'recovery' }] })
    const paired = await raising({ recovery })
    const pair = `Linkage ${lastNumber}`
    await move(paired, 'disable')
    // Raises and ends another alarm without a pair, by which time the paired one would have ended.
    await move(await raising({}), 'disable')
    const after = `Linkage ${lastNumber}`
    await expect.poll(() => ofName(after), pollOptions).toEqual([false])
    expect(await ofName(pair)).toEqual([true])
    await move(recovery, 'disable')
    await expect.poll(() => ofName(pair), pollOptions).toEqual([false])
  })

  it('that forms a cycle with another is stopped and reported', async () => {
    // Devices not used by other tests, because recent commands count towards the recursion depth.
    for (const device of ['lamp-010', 'lamp-011'])
      echoes.set(device, (value) => {
        publish(device, { dimming: value })
        publish(device, { dimming: 0 })
      })
    const first = await link({ triggers: [when('lamp-010', '>', '50')], actions: [createAction('lamp-011', '99')] })
    const second = await link({ triggers: [when('lamp-011', '>', '50')], actions: [createAction('lamp-010', '99')] })
    for (const dimming of [99, 0]) publish('lamp-010', { dimming })
    await expect
      .poll(
        async () =>
          [...(await readOutcomes(first)), ...(await readOutcomes(second))].filter((each) => each === 'cut').length,
        pollOptions,
      )
      .toBe(1)
    // The last action still waits for its device when the loop is stopped.
    await expect
      .poll(
        async () =>
          [...(await readOutcomes(first)), ...(await readOutcomes(second))].filter((each) => each === 'done').length,
        pollOptions,
      )
      .toBe(8)
    echoes.clear()
    expect(obeyed.filter((line) => line.endsWith(' 99'))).toHaveLength(8)
    await expect.poll(async () => (await readAlarms('stopped: it triggers itself')).length, pollOptions).toBe(1)
  })

  it('cannot refer to a device of another project, and reports missing ones', async () => {
    const foreign = await create(
      'device',
      { name: 'Elsewhere', serial: 'elsewhere', product, plantDevice: 'pole-001' },
      'street',
    )
    const refused = await callEntity(server, 'linkage', 'create', {
      token: admin,
      body: {
        project,
        values: {
          name: 'Abroad',
          triggers: [{ source: 'custom' }],
          actions: [{ kind: 'device', device: foreign.id, identifier: 'dimming', value: '1' }],
        },
      },
    })
    expect([refused.status, refused.bad.problems?.[0]?.path]).toEqual([400, 'actions.0.device'])
    const id = await link({
      triggers: [{ source: 'custom' }],
      actions: [{ kind: 'product', product, identifier: 'colour', value: '1' }, { kind: 'recovery' }],
      execution: 'parallel',
    })
    await move(id, 'runNow')
    await expect.poll(() => readOutcomes(id), pollOptions).toEqual(['failed'])
    expect(getSteps((await readRuns(id))[0] ?? {}).map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^0 of 11 devices; Lamp \d+: (?:unknown|invalid) point/),
      expect.stringContaining('no linkage is selected whose alarm this clears'),
    ])
    expect(await read(id)).toMatchObject({
      lastResult: 'failed',
      problem: expect.stringContaining('no point "colour"'),
    })
  })

  it('is run manually with permission, and its runs are visible to users of the project', async () => {
    const id = await link({ triggers: [{ source: 'custom' }], actions: [createAction('lamp-002', '71')] })
    const operator = (await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])).token
    const stranger = (await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])).token
    expect([(await move(id, 'runNow', operator)).status, (await move(id, 'runNow', stranger)).status]).toEqual([
      403, 404,
    ])
    await move(id, 'disable')
    expect((await move(id, 'runOnce')).status).toBe(200)
    await expect.poll(() => readOutcomes(id), pollOptions).toEqual(['done'])
    expect((await read(id))['status']).toBe('disabled')
    const readSent = (by: string) =>
      callEntity<{ rows: readonly unknown[] }>(server, 'linkageRun', 'list', {
        token: by,
        query: { 'filter[linkage]': id },
      })
    expect([(await readSent(operator)).data.rows.length, (await readSent(stranger)).data.rows.length]).toEqual([1, 0])
  })

  it('requires permission for its actions from the account that saves, enables or runs it, also in bulk', async () => {
    const role = (
      await create(
        'role',
        {
          name: 'Writes linkages',
          key: 'writes-linkages',
          permissions: ['list', 'read', 'add', 'edit', 'enable', 'disable', 'runNow', 'runOnce']
            .map((action) => `scada:linkage:${action}`)
            .join('\n'),
        },
        null,
      )
    ).id
    const account = await makeAccount(server, admin, {
      username: 'scribe',
      password: testPassword,
      role: 'manager',
      roles: [role],
      projects: [{ project, role: 'manager' }],
    })
    const scribe = await signIn(server, 'scribe', testPassword)
    const values = { name: 'By a scribe', triggers: [{ source: 'custom' }], actions: [createAction('lamp-002', '91')] }
    const write = (given: Values) =>
      callEntity<Row & Values>(server, 'linkage', 'create', { token: scribe, body: { project, values: given } })
    const refused = await write(values)
    expect([refused.status, refused.bad.error, refused.bad.problems?.[0]?.path]).toEqual([
      403,
      'access.denied',
      'actions',
    ])
    const own = await write({ ...values, actions: [{ kind: 'alarm' }] })
    expect([own.status, own.data['owner']]).toEqual([200, account.id])
    const id = (await create('linkage', { ...values, name: 'Not by a scribe' })).id
    const change = { token: scribe, body: { ids: [id, own.data.id], values: { execution: 'parallel' } } }
    expect([
      (await callEntity(server, 'linkage', 'updateMany', change)).status,
      (await move(id, 'enable', scribe)).status,
      (await move(id, 'runOnce', scribe)).status,
    ]).toEqual([403, 403, 403])
    expect(obeyed).not.toContain('lamp-002 dimming 91')
  })

  it('acts with the permissions of the account that enabled it; without them, it does nothing and logs the reason', async () => {
    const keeper = await addAccount(server, admin, 'manager', [{ id: project, role: 'manager' }])
    const both = [createAction('lamp-002', '92'), { kind: 'alarm' }]
    const { id } = await create('linkage', {
      name: 'Of a keeper',
      triggers: [when('lamp-001', '>', '50')],
      actions: both,
      execution: 'parallel',
    })
    expect((await move(id, 'enable', keeper.token)).status).toBe(200)
    const owner =
      (
        await callEntity<{ rows: readonly Row[] }>(server, 'account', 'list', {
          token: admin,
          query: { search: keeper.name },
        })
      ).data.rows[0]?.id ?? ''
    expect((await read(id))['owner']).toBe(owner)
    const turn = (): void => {
      for (const dimming of [10, 60, 10]) publish('lamp-001', { dimming })
    }
    turn()
    await expect.poll(() => readOutcomes(id), pollOptions).toEqual(['done'])
    const waitForRuns = async (runs: number): Promise<readonly unknown[]> => {
      turn()
      await expect.poll(async () => (await readOutcomes(id)).length, pollOptions).toBe(runs)
      const [run] = await readRuns(id)
      return [run?.['result'], ...getSteps(run ?? {}).map(({ reason }) => reason)]
    }
    await sqlIn(server, `delete from project_grant where account = $1`, [owner])
    expect(await waitForRuns(2)).toEqual([
      'failed',
      expect.stringContaining('no access to this project'),
      expect.stringContaining('无本项目的权限'),
    ])
    await sqlIn(server, `update account set enabled = false where id = $1`, [owner])
    expect(await waitForRuns(3)).toEqual([
      'failed',
      expect.stringContaining('disabled or deleted'),
      expect.stringContaining(`“${keeper.name}”已停用`),
    ])
    expect(obeyed.filter((line) => line === 'lamp-002 dimming 92')).toHaveLength(1)
    await sqlIn(server, `update account set enabled = true where id = $1`, [owner])
    expect((await callEntity(server, 'account', 'remove', { token: admin, params: { id: owner } })).status).toBe(200)
    expect((await waitForRuns(4))[0]).toBe('failed')
    expect((await read(id))['owner']).toBeNull()
    await move(id, 'disable')
    expect((await move(id, 'enable')).status).toBe(200)
    expect(await read(id)).toMatchObject({ owner: expect.any(String), problem: null })
    expect(await waitForRuns(5)).toEqual(['done', null, null])
  })

  it(
    'observes its quiet period across a restart, and does not fire for a condition that already held',
    { tags: 'full' },
    async () => {
      const silent = await link({
        triggers: [when('lamp-009', '>', '50')],
        actions: [createAction('lamp-002', '81')],
        silence: 10,
        silenceUnit: 'minute',
      })
      const plain = await link({ triggers: [when('lamp-009', '>', '50')], actions: [createAction('lamp-002', '82')] })
      const turn = async (runs: number): Promise<void> => {
        publish('lamp-009', { dimming: 10 })
        publish('lamp-009', { dimming: 60 })
        await expect.poll(async () => (await readOutcomes(plain)).length, pollOptions).toBe(runs)
      }
      await turn(1)
      await turn(2)
      expect(await readOutcomes(silent)).toHaveLength(1)
      // Simulates rows from before owners were stored: they belong to their last editor.
      const owner = (await read(plain))['owner']
      await sqlIn(server, `update scada_linkage set owner = null where id = $1`, [plain])
      await sqlIn(server, `delete from setting where key = 'linkageOwners'`)
      await pause(6_000) // newest values are saved every five seconds
      gateway.socket.terminate()
      await server.kill('SIGTERM')
      await begin()
      publish('lamp-009', { dimming: 61 })
      await turn(3)
      expect(await readOutcomes(silent)).toHaveLength(1)
      expect([(await read(plain))['owner'], (await readRuns(plain))[0]?.['result']]).toEqual([owner, 'done'])
    },
  )
})
