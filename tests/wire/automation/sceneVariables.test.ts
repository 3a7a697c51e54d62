import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import type { ImportJob } from '../../../contract/entity/routes.ts'
import type { SceneValue } from '../../../contract/routes.ts'
import { decodeFrame, FrameCache, sceneDevice } from '../../../contract/telemetry/index.ts'
import { addAccount, callEntity, call, signIn, sqlIn, readAuditLog } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const project = 'factory'
const token = 'the one credential of the gateways of this test'
const pollOptions = { timeout: 20_000, interval: 100 }
const minute = 60_000
let server: StartedServer
let admin: string
let gateway: MqttClient
let scenes = 0

const connect = (to: StartedServer, username: string, password: string): Promise<MqttClient> =>
  connectAsync(to.mqttUrl, { username, password, clientId: `${username}-1`, protocolVersion: 4, reconnectPeriod: 0 })

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
  gateway = await connect(server, 'yard', token)
})
afterAll(async () => {
  await gateway?.endAsync(true)
  await server?.stop()
})

/** Publishes values of a real device at a source time. Resolves when they are stored. */
const publish = (device: string, at: number, v: Readonly<Record<string, number | null>>): Promise<unknown> =>
  gateway.publishAsync(`p/${project}/d/${device}/up/values`, JSON.stringify({ at, every: 60_000, v }), { qos: 1 })

async function make(entity: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const created = await callEntity(server, entity, 'create', { token: admin, body: { project, values } })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}
async function makeScene(isEnabled = true): Promise<string> {
  const id = await make('scene', { name: `Scene ${++scenes}` })
  if (isEnabled) await callEntity(server, 'scene', 'enable', { token: admin, params: { id }, body: {} })
  return id
}
const measured = (scene: string, identifier: string, tag: string): Promise<string> =>
  make('variable', { scene, name: identifier, identifier, origin: 'tag', tag, access: 'r' })
const entered = (scene: string, identifier: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  make('variable', { scene, name: identifier, identifier, origin: 'input', ...more })
const computed = (
  scene: string,
  identifier: string,
  formula: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> =>
  make('variable', {
    scene,
    name: identifier,
    identifier,
    origin: 'operation',
    access: 'r',
    formula,
    cycle: 'periodic',
    everyMinutes: 1,
    ...more,
  })
const readValues = async (scene: string, by = admin): Promise<readonly SceneValue[]> =>
  (await call(server, 'scene.values', { token: by, params: { id: scene } })).data
const readValue = async (scene: string, identifier: string): Promise<SceneValue | undefined> =>
  (await readValues(scene)).find((one) => one.identifier === identifier)
const update = async (entity: string, id: string, values: Readonly<Record<string, unknown>>) => {
  const { revision } = (await callEntity(server, entity, 'read', { token: admin, params: { id } })).data
  return callEntity(server, entity, 'update', {
    token: admin,
    params: { id },
    headers: { 'if-match': `"${revision}"` },
    body: { values },
  })
}
/** Returns the newest frame of a scene as received by a browser. */
async function subscribe(
  scene: string,
  by = { name: 'admin', token: admin },
): Promise<() => Readonly<Record<string, readonly [number | string | undefined, number]>>> {
  const client = await connect(server, by.name, by.token)
  let points: Record<string, readonly [number | string | undefined, number]> = {}
  const cache = new FrameCache(Date.now)
  client.on('message', (_topic, payload) => {
    const frame = decodeFrame(payload, cache)
    if (frame.problem === undefined)
      points = Object.fromEntries(
        frame.points.map((point, index) => [
          point,
          [frame.texts?.[index] ?? frame.values[index], frame.qualities[index] ?? 9],
        ]),
      )
  })
  await client.subscribeAsync(`p/${project}/d/${sceneDevice(scene)}/up/values`)
  return () => points
}
/** Fills the last eight minutes, so that the last period has complete data. */
async function history(
  device: string,
  valueAt: (minutesAgo: number) => Readonly<Record<string, number | null>>,
): Promise<void> {
  const now = Date.now()
  for (let ago = 8; ago >= 0; ago -= 0.25) await publish(device, now - ago * minute, valueAt(ago))
}

describe('a computed variable', () => {
  it('is computed over the last period of its cycle from reported device values, and is a tag like any other', async () => {
    await history('press-1', () => ({ power: 40 }))
    const scene = await makeScene()
    const watchValues = await subscribe(scene)
    await measured(scene, 'power', `${project}/press-1/power`)
    await entered(scene, 'hours', { value: '8' })
    await computed(scene, 'energy', '{power} * {hours} % 1000', { statistic: 'mean', unit: 'kWh' })
    await expect
      .poll(() => readValue(scene, 'energy'), pollOptions)
      .toMatchObject({
        value: 320,
        quality: 0,
        reason: null,
        unit: 'kWh',
        tag: `${project}/${sceneDevice(scene)}/energy`,
      })
    const value = await readValue(scene, 'energy')
    expect((value?.at ?? 0) - (value?.from ?? 0)).toBe(minute)
    expect(value?.nextAt ?? 0).toBeGreaterThan(Date.now() - 3_000)
    await expect.poll(() => watchValues(), pollOptions).toEqual({ energy: [320, 0], hours: [8, 0] })
    const { data: found } = await call(server, 'tag.list', {
      token: admin,
      query: { search: `Scene ${scenes} energy` },
    })
    expect(found.rows).toEqual([
      expect.objectContaining({
        path: value?.tag,
        unit: 'kWh',
        kind: 'number',
        writable: false,
        words: { en: `Scene ${scenes} · energy`, zh: `Scene ${scenes} · energy` },
      }),
    ])
    const {
      data: [curve],
    } = await call(server, 'history.read', {
      token: admin,
      query: { tags: value?.tag ?? '', spanMs: String(20 * minute) },
    })
    expect(curve).toMatchObject({ at: expect.arrayContaining([value?.at]), values: expect.arrayContaining([320]) })
    const sent = await call(server, 'command.send', {
      token: admin,
      headers: { 'idempotency-key': 'no' },
      body: { tag: value?.tag, value: 1 },
    })
    expect(sent.bad.error).toBe('tag.readOnly')
  })

  it('is each of the statistics over its cycle', async () => {
    await history('meter-1', (ago) => ({ energy: 1000 - ago * 4, load: ago === 3 ? 90 : 10 }))
    const scene = await makeScene()
    await measured(scene, 'meter', `${project}/meter-1/energy`)
    await measured(scene, 'load', `${project}/meter-1/load`)
    for (const statistic of ['last', 'mean', 'max', 'min', 'difference', 'integral', 'sum'])
      await computed(scene, statistic, statistic === 'difference' ? '{meter}' : '{load}', {
        statistic,
        everyMinutes: 1,
      })
    await expect
      .poll(
        async () => (await readValues(scene)).filter(({ origin, at }) => origin === 'operation' && at === null).length,
        pollOptions,
      )
      .toBe(0)
    const difference = await readValue(scene, 'difference')
    expect(difference?.value).toBeCloseTo(4, 0)
    for (const name of ['last', 'mean', 'max', 'min'])
      expect([name, (await readValue(scene, name))?.value]).toEqual([name, expect.closeTo(10, 6)])
    expect((await readValue(scene, 'integral'))?.value).toBeCloseTo(10 / 60, 6)
    expect((await readValue(scene, 'sum'))?.value).toBe(40)
  })

  it('is bad if a device was silent or reported unreliable values, and never 0 instead of no value', async () => {
    const now = Date.now()
    await publish('quiet-1', now - 60 * minute, { power: 5 })
    await history('broken-1', () => ({ power: null }))
    await history('zero-1', () => ({ power: 0 }))
    const scene = await makeScene()
    await measured(scene, 'quiet', `${project}/quiet-1/power`)
    await measured(scene, 'broken', `${project}/broken-1/power`)
    await measured(scene, 'zero', `${project}/zero-1/power`)
    await measured(scene, 'never', `${project}/never-1/power`)
    for (const name of ['quiet', 'broken', 'never'])
      await computed(scene, `of${name}`, `{${name}} + 1`, { statistic: 'mean' })
    await computed(scene, 'divided', '10 / {zero}')
    await computed(scene, 'rest', '10 % {zero}')
    const watchValues = await subscribe(scene)
    for (const [name, reason, about] of [
      ['ofquiet', 'absent', ['quiet']],
      ['ofbroken', 'absent', ['broken']],
      ['ofnever', 'absent', ['never']],
      ['divided', 'arithmetic', []],
      ['rest', 'arithmetic', []],
    ] as const) {
      await expect
        .poll(() => readValue(scene, name), pollOptions)
        .toMatchObject({ value: null, quality: 2, reason, about })
    }
    await expect.poll(() => watchValues()['divided'], pollOptions).toEqual([NaN, 2])
  })

  it('keeps its last value as uncertain after its device went offline', async () => {
    await history('gone-1', () => ({ power: 7 }))
    await gateway.publishAsync(`p/${project}/d/gone-1/up/state`, JSON.stringify({ online: false, at: Date.now() }), {
      qos: 1,
    })
    const scene = await makeScene()
    await measured(scene, 'power', `${project}/gone-1/power`)
    await computed(scene, 'double', '{power} * 2')
    await expect
      .poll(() => readValue(scene, 'double'), pollOptions)
      .toMatchObject({ value: 14, quality: 1, reason: 'stale', about: ['power'] })
  })

  it('covers the previous day as far as known, as uncertain if only part of the period is known', async () => {
    // The current time, because an earlier one could belong to the previous day.
    await publish('young-1', Date.now(), { power: 5 })
    const scene = await makeScene()
    await measured(scene, 'power', `${project}/young-1/power`)
    await computed(scene, 'day', '{power}', { statistic: 'max', cycle: 'custom', span: 'day' })
    await expect
      .poll(() => readValue(scene, 'day'), pollOptions)
      .toMatchObject({ value: null, quality: 2, reason: 'absent' })
    const midnight = (await readValue(scene, 'day'))?.at ?? 0
    for (const ago of [8, 7, 6]) await publish('young-2', midnight - ago * minute, { power: ago })
    await measured(scene, 'other', `${project}/young-2/power`)
    await computed(scene, 'part', '{other}', { statistic: 'max', cycle: 'custom', span: 'day' })
    await expect
      .poll(() => readValue(scene, 'part'), pollOptions)
      .toMatchObject({ value: 8, quality: 1, reason: 'partial', about: ['other'] })
  })

  it('over others is computed after them, and a formula that is changed counts at once', async () => {
    const scene = await makeScene()
    await entered(scene, 'base', { value: '3' })
    const a = await computed(scene, 'a', '{base} + 1')
    const b = await computed(scene, 'b', '{base} * 2')
    expect((await update('variable', a, { formula: '{b} + 1' })).status).toBe(200)
    await expect.poll(async () => [(await readValue(scene, 'b'))?.value], pollOptions).toEqual([6])
    expect((await update('variable', b, { formula: '{base} * 10' })).status).toBe(200)
    await expect.poll(async () => [(await readValue(scene, 'b'))?.value], pollOptions).toEqual([30])
  })

  it('is refused where it would need itself, with the names of the way', async () => {
    const scene = await makeScene()
    await entered(scene, 'x', { value: '1' })
    const a = await computed(scene, 'a', '{x}', { name: 'Load' })
    await computed(scene, 'b', '{a} + 1', { name: 'Reserve' })
    const refused = await update('variable', a, { formula: '{b} * 2' })
    expect([refused.status, refused.bad.problems?.[0]]).toEqual([
      400,
      expect.objectContaining({
        path: 'formula',
        words: {
          en: 'Formula error: circular reference (Load → Reserve → Load)',
          zh: '计算公式错误：变量循环引用（Load → Reserve → Load）',
        },
      }),
    ])
    const own = await callEntity(server, 'variable', 'create', {
      token: admin,
      body: {
        project,
        values: {
          scene,
          name: 'Self',
          identifier: 'self',
          origin: 'operation',
          formula: '{self} + 1',
          cycle: 'periodic',
          everyMinutes: 1,
        },
      },
    })
    expect(own.bad.problems?.[0]).toMatchObject({ path: 'formula', code: 'ring' })
    for (const [formula, words] of [
      ['{x} +', 'Formula error'],
      ['1 + 2', 'Please insert a variable'],
    ] as const)
      expect((await update('variable', a, { formula })).bad.problems?.[0]).toMatchObject({
        path: 'formula',
        message: words,
      })
  })

  it('is refused where it names a variable that its scene has not, with the place; in a sheet one may stand below another that needs it', async () => {
    const [scene, other] = [await makeScene(), await makeScene()]
    await entered(scene, 'x', { value: '1' })
    await entered(other, 'y', { value: '1' })
    const createComputed = (formula: string) => ({
      scene,
      name: 'Sum',
      identifier: 'sum',
      origin: 'operation',
      access: 'r',
      formula,
      cycle: 'periodic',
      everyMinutes: 1,
    })
    const refused = await callEntity(server, 'variable', 'create', {
      token: admin,
      body: { project, values: createComputed('{x} + {y}') },
    })
    const words = {
      en: 'Formula error at character 7: the scene has no variable "y"',
      zh: '计算公式错误（第 7 个字符）：场景中没有变量“y”',
    }
    expect([refused.status, refused.bad.problems?.[0]]).toEqual([
      400,
      expect.objectContaining({ path: 'formula', code: 'unknown', words }),
    ])
    const sum = await make('variable', createComputed('{x} * 2'))
    expect((await update('variable', sum, { formula: '{x} + {y}' })).bad.problems?.[0]).toMatchObject({
      code: 'unknown',
      words,
    })
    const name = (
      await callEntity<Row & { readonly name: string }>(server, 'scene', 'read', {
        token: admin,
        params: { id: scene },
      })
    ).data.name
    const sheet = async (rows: readonly Readonly<Record<string, string>>[]): Promise<ImportJob | undefined> => {
      const {
        data: { id },
      } = await callEntity<ImportJob>(server, 'variable', 'importCheck', {
        token: admin,
        body: { project, rows: rows.map((row) => ({ scene: name, name: row['identifier'] ?? '', ...row })) },
      })
      await callEntity(server, 'variable', 'importStart', { token: admin, params: { id } })
      let job: ImportJob | undefined
      await expect
        .poll(async () => {
          job = (await callEntity<ImportJob>(server, 'variable', 'importRead', { token: admin, params: { id } })).data
          return job.state
        }, pollOptions)
        .not.toBe('running')
      return job
    }
    expect(
      await sheet([
        { identifier: 'p', origin: 'Computed', formula: '{q} + {r}', access: 'Read only' },
        { identifier: 'q', origin: 'Entered', value: '4' },
      ]),
    ).toMatchObject({
      state: 'failed',
      faults: [
        {
          row: 1,
          field: 'formula',
          words: { en: expect.stringContaining('at character 7: the scene has no variable "r"') },
        },
      ],
    })
    expect(
      await sheet([
        { identifier: 'p', origin: 'Computed', formula: '{q} + 1', access: 'Read only' },
        { identifier: 'q', origin: 'Entered', value: '4' },
      ]),
    ).toMatchObject({ state: 'done' })
  })

  it('that fails takes along those that need it, and no other of its scene', async () => {
    const scene = await makeScene()
    await entered(scene, 'base', { value: '3' })
    const [bad, after, well] = [
      await computed(scene, 'a', '{base} * 2'),
      await computed(scene, 'b', '{a} * 2'),
      await computed(scene, 'c', '{base} * 3'),
    ]
    await expect
      .poll(async () => [(await readValue(scene, 'b'))?.value, (await readValue(scene, 'c'))?.value], pollOptions)
      .toEqual([12, 9])
    const watchValues = await subscribe(scene)
    await sqlIn(
      server,
      `create function not_this() returns trigger language plpgsql as $$ begin if new.variable = '${bad}' then raise exception 'not this'; end if; return new; end $$`,
    )
    await sqlIn(
      server,
      `create trigger not_this before insert or update on scene_value for each row execute function not_this()`,
    )
    for (const [id, formula] of [
      [bad, '{base} * 20'],
      [after, '{a} * 20'],
      [well, '{base} * 30'],
    ] as const)
      expect((await update('variable', id, { formula })).status).toBe(200)
    await expect
      .poll(() => watchValues(), pollOptions)
      .toMatchObject({ base: [3, 0], a: [6, 1], b: [12, 1], c: [90, 0] })
    await sqlIn(server, `drop trigger not_this on scene_value`)
    expect((await update('variable', after, { unit: 'kW' })).status).toBe(200)
    await expect
      .poll(async () => [(await readValue(scene, 'a'))?.value, (await readValue(scene, 'b'))?.value], pollOptions)
      .toEqual([60, 1200])
  })

  it('reports a missing variable immediately, and recovers when it is created again', async () => {
    const scene = await makeScene()
    const x = await entered(scene, 'x', { value: '4' })
    await computed(scene, 'y', '{x} * 2', { cycle: 'custom', span: 'month' })
    await expect.poll(async () => (await readValue(scene, 'y'))?.value, pollOptions).toBe(8)
    expect((await callEntity(server, 'variable', 'remove', { token: admin, params: { id: x } })).status).toBe(200)
    await expect
      .poll(() => readValue(scene, 'y'), pollOptions)
      .toMatchObject({ value: null, quality: 2, reason: 'reference', about: ['x'] })
    expect(
      (await call(server, 'tag.list', { token: admin, query: { search: `${sceneDevice(scene)}/x` } })).data.rows,
    ).toEqual([])
    await entered(scene, 'x', { value: '5' })
    await expect.poll(async () => (await readValue(scene, 'y'))?.value, pollOptions).toBe(10)
  })

  it('does not read a point of another project', async () => {
    const scene = await makeScene()
    await gateway.publishAsync('p/tunnel/d/secret-1/up/values', JSON.stringify({ at: Date.now(), v: { power: 77 } }), {
      qos: 1,
    })
    await measured(scene, 'theirs', 'tunnel/secret-1/power')
    await computed(scene, 'leak', '{theirs} * 1')
    await expect
      .poll(() => readValue(scene, 'leak'), pollOptions)
      .toMatchObject({ value: null, reason: 'reference', about: ['theirs'] })
    expect(await readValue(scene, 'theirs')).toBeUndefined()
  })

  it('of a disabled scene is bad with the reason until the scene is enabled', async () => {
    const scene = await makeScene()
    await entered(scene, 'x', { value: '4' })
    await computed(scene, 'y', '{x} * 2')
    const watchValues = await subscribe(scene)
    await expect.poll(() => watchValues()['y'], pollOptions).toEqual([8, 0])
    await callEntity(server, 'scene', 'disable', { token: admin, params: { id: scene }, body: {} })
    await expect.poll(() => watchValues(), pollOptions).toEqual({ x: [4, 2], y: [8, 2] })
    expect(await readValue(scene, 'y')).toMatchObject({ quality: 2, reason: 'disabled', nextAt: null })
    await callEntity(server, 'scene', 'enable', { token: admin, params: { id: scene }, body: {} })
    await expect.poll(() => watchValues()['y'], pollOptions).toEqual([8, 0])
  })
})

describe('an entered variable', () => {
  it('has the value that a user entered: kept, published, stored and logged with the previous one', async () => {
    const scene = await makeScene()
    const id = await entered(scene, 'target', { value: '20', unit: '°C' })
    const note = await entered(scene, 'note', { valueType: 'text', value: 'none' })
    const watchValues = await subscribe(scene)
    await expect.poll(() => watchValues(), pollOptions).toEqual({ note: ['none', 0], target: [20, 0] })
    const { name, token: operator } = await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])
    const { data } = await call(server, 'variable.enter', { token: operator, params: { id }, body: { value: 21.5 } })
    expect(data).toMatchObject({ value: 21.5, quality: 0, enteredBy: name })
    expect(
      (await call(server, 'variable.enter', { token: operator, params: { id: note }, body: { value: 'night shift' } }))
        .status,
    ).toBe(200)
    await expect.poll(() => watchValues(), pollOptions).toEqual({ note: ['night shift', 0], target: [21.5, 0] })
    const [line] = await readAuditLog(server, admin, `variable/${id}`)
    expect(line).toMatchObject({
      user: name,
      action: 'enter',
      content: expect.stringContaining('{"entered":{"before":20,"after":21.5}}'),
    })
    const stored = await sqlIn(
      server,
      'select value from tag_history h join tag t on t.id = h.tag where t.path = $1 order by at',
      [data.tag],
    )
    expect(stored.map((row) => row['value'])).toEqual([20, 21.5])
  })

  it('is rejected without permission, with a wrong type, if read-only or not an entered one, and in a disabled scene', async () => {
    const scene = await makeScene()
    const id = await entered(scene, 'x', { value: '1' })
    const fixed = await entered(scene, 'fixed', { value: '1', access: 'r' })
    const created = await computed(scene, 'made', '{x}')
    const enter = (variable: string, value: unknown, by = admin) =>
      call(server, 'variable.enter', { token: by, params: { id: variable }, body: { value } })
    const { token: stranger } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    expect((await enter(id, 2, stranger)).status).toBe(404)
    expect((await call(server, 'scene.values', { token: stranger, params: { id: scene } })).status).toBe(404)
    for (const value of ['2', 'much', null, true, 'x'.repeat(201)])
      expect([value, (await enter(id, value)).status]).toEqual([value, 400])
    for (const variable of [fixed, created]) expect((await enter(variable, 2)).bad.error).toBe('tag.readOnly')
    await callEntity(server, 'scene', 'disable', { token: admin, params: { id: scene }, body: {} })
    expect((await enter(id, 2)).bad.error).toBe('entity.state')
  })
})

describe('the tags of scenes', () => {
  it('are published by the server only', async () => {
    const scene = await makeScene()
    await entered(scene, 'x', { value: '1' })
    const watchValues = await subscribe(scene)
    await expect.poll(() => watchValues(), pollOptions).toEqual({ x: [1, 0] })
    const device = sceneDevice(scene)
    for (const [name, password, kind] of [
      ['yard', token, 'values'],
      ['yard', token, 'state'],
      ['yard', token, 'ack'],
      ['admin', admin, 'values'],
    ] as const) {
      const liar = await connect(server, name, password)
      const closed = new Promise<void>((done) => {
        liar.once('close', () => done())
      })
      liar.publish(
        `p/${project}/d/${device}/up/${kind}`,
        JSON.stringify({ at: Date.now(), online: false, id: 'x', ok: true, v: { x: 666 } }),
        { qos: 1 },
      )
      await closed
      await liar.endAsync(true)
    }
    expect(watchValues()).toEqual({ x: [1, 0] })
    expect(await readValue(scene, 'x')).toMatchObject({ value: 1 })
    gateway = await connect(server, 'yard', token)
  })

  it('are visible to users of the project only', async () => {
    const scene = await makeScene()
    await entered(scene, 'x', { value: '1' })
    const inside = await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])
    const outside = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    const watchValues = await subscribe(scene, inside)
    await expect.poll(() => watchValues(), pollOptions).toEqual({ x: [1, 0] })
    await expect(subscribe(scene, outside)).rejects.toThrow(/Unspecified|subscribe|128/i)
    expect(
      (await call(server, 'tag.list', { token: outside.token, query: { search: sceneDevice(scene) } })).data.rows,
    ).toEqual([])
  })
})

it(
  'entered and computed values are restored after the server was killed',
  { tags: 'full', timeout: 120_000 },
  async () => {
    const scene = await makeScene()
    const id = await entered(scene, 'x', { value: '1' })
    await computed(scene, 'y', '{x} * 2', { everyMinutes: 1440 })
    await call(server, 'variable.enter', { token: admin, params: { id }, body: { value: 9 } })
    await expect.poll(async () => (await readValue(scene, 'y'))?.at ?? null, pollOptions).not.toBeNull()
    const before = await readValues(scene)
    await gateway.endAsync(true)
    await server.kill('SIGKILL')
    server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token }, dataDir: server.dataDir })
    admin = await signIn(server)
    gateway = await connect(server, 'yard', token)
    const watchValues = await subscribe(scene)
    await expect.poll(() => watchValues()['x'], pollOptions).toEqual([9, 0])
    const plain = (values: readonly SceneValue[]) => values.map(({ nextAt: _nextAt, ...value }) => value)
    expect(plain(await readValues(scene))).toEqual(plain(before))
  },
)
