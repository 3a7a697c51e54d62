import { makeComponent, newDrawing } from '@mimic/engine/document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import type { AreaOutcome } from '../../../contract/routes.ts'
import { addAccount, callEntity, call, signIn, sqlIn, readAuditLog } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const project = 'street'
const lamps = ['pole-001', 'pole-002', 'pole-003']
const pollOptions = { timeout: 30_000, interval: 200 }
let server: StartedServer
let admin: string
let operator: string
let area: string
let cabinet: string
const poles = new Map<string, string>()

beforeAll(async () => {
  server = await startServer({ args: ['--demo', '--plant', '100'] })
  admin = await signIn(server)
  operator = (await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])).token
  cabinet = await make('cabinet', {
    name: 'Box of the row',
    address: 'row',
    communication: 1,
    longitude: 114,
    latitude: 22,
  })
  const scene = await make('lightScene', {
    name: 'Two',
    scenes: [
      { label: 'Full', dimming: 90, colorTemperature: 60 },
      { label: 'Night', dimming: 25, colorTemperature: 20 },
    ],
  })
  area = await make('area', { name: 'Row', number: 77, scene })
  for (const device of lamps) poles.set(device, await pole(device))
  // The plant is connected once one of its lamps accepts commands.
  for (let tries = 0; ; tries++) {
    const { status, text } = await call(server, 'command.send', {
      token: admin,
      headers: { 'idempotency-key': `probe-${tries}` },
      body: { tag: 'street/pole-001/dimming', value: 50 },
    })
    if (status === 200) return
    if (tries > 100) throw new Error(`the plant did not come: ${text}`)
    await new Promise((done) => {
      setTimeout(done, 200)
    })
  }
})
afterAll(() => server?.stop())

async function make(entity: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const created = await callEntity(server, entity, 'create', {
    token: admin,
    body: { project, values, overwrite: true },
  })
  if (created.status !== 200) throw new Error(`${entity}: ${created.text}`)
  return created.data.id
}
async function pole(device: string): Promise<string> {
  const id = await make('pole', {
    name: device,
    address: device,
    cabinet,
    area,
    channel: 1,
    kind: 1,
    protocol: 3,
    workMode: 0,
    device,
  })
  await callEntity(server, 'pole', 'install', { token: admin, params: { id }, body: {} })
  return id
}
const outcome = async (key: string): Promise<AreaOutcome> =>
  (await call(server, 'area.outcome', { token: operator, params: { id: area, key } })).data
const commands = (key: string) =>
  sqlIn(server, 'select tag, value from command where idempotency_key like $1 order by tag', [`a/${area}/${key}/%`])

describe('the lamps of an area', () => {
  it('are switched manually, each by a separate command, and the number of executed commands is reported', async () => {
    const { status, data } = await call(server, 'area.set', {
      token: operator,
      params: { id: area },
      headers: { 'idempotency-key': 'by-hand' },
      body: { dimming: 60 },
    })
    expect([status, data]).toEqual([200, { lamps: 3, refused: 0, guarded: 0 }])
    await expect.poll(() => outcome('by-hand'), pollOptions).toEqual({ lamps: 3, waiting: 0, obeyed: 3, failed: 0 })
    expect(await commands('by-hand')).toEqual(
      lamps.flatMap((lamp) => [
        { tag: `street/${lamp}/dimming`, value: 60 },
        { tag: `street/${lamp}/lamp`, value: 1 },
      ]),
    )
    expect((await callEntity(server, 'area', 'read', { token: admin, params: { id: area } })).data).toMatchObject({
      dimming: 60,
      isOn: true,
      revision: 1,
    })
    expect((await readAuditLog(server, admin, `area/${area}`))[0]).toMatchObject({
      action: 'light',
      user: expect.stringMatching(/^operator-/),
      content: expect.stringContaining('"lamps":3'),
    })
  })

  it('determine the commanded values of the area with their time; no form, bulk change or import can write them', async () => {
    const values = { dimming: 30, colorTemperature: 40, isOn: true, commandedAt: Date.now() }
    const fields = Object.keys(values)
    const { data: before } = await callEntity<Row & Readonly<Record<string, unknown>>>(server, 'area', 'read', {
      token: admin,
      params: { id: area },
    })
    expect(before['commandedAt']).toBeGreaterThan(Date.now() - 60_000)
    const headers = { 'if-match': `"${before.revision}"` }
    const tried = [
      await callEntity(server, 'area', 'create', {
        token: admin,
        body: { project, values: { name: 'Typed', number: 78, ...values } },
      }),
      await callEntity(server, 'area', 'update', { token: admin, params: { id: area }, headers, body: { values } }),
      await callEntity(server, 'area', 'updateMany', { token: admin, body: { ids: [area], values } }),
    ]
    expect(tried.map(({ status, bad }) => [status, bad.problems?.map(({ path }) => path)])).toEqual(
      tried.map(() => [400, fields]),
    )
    expect(
      (
        await callEntity(server, 'area', 'importCheck', {
          token: admin,
          body: { project, rows: [{ name: 'Sheet', number: 79, dimming: 30 }] },
        })
      ).bad.error,
    ).toBe('import.format')
    expect((await callEntity(server, 'area', 'read', { token: admin, params: { id: area } })).data).toEqual(before)
  })

  it('are asked once where the same call comes twice', async () => {
    const repeat = () =>
      call(server, 'area.set', {
        token: operator,
        params: { id: area },
        headers: { 'idempotency-key': 'twice' },
        body: { dimming: 0 },
      })
    expect([(await repeat()).data, (await repeat()).data]).toEqual([
      { lamps: 3, refused: 0, guarded: 0 },
      { lamps: 3, refused: 0, guarded: 0 },
    ])
    expect(await commands('twice')).toEqual(lamps.map((lamp) => ({ tag: `street/${lamp}/dimming`, value: 0 })))
  })

  it('have their line in the log where a call broke off after it had sent, once it is made again', async () => {
    const lines = async (key: string) =>
      (await readAuditLog(server, admin, `area/${area}`)).filter(({ content }) => content.includes(`"key":"${key}"`))
        .length
    await sqlIn(
      server,
      `insert into command (id, account, idempotency_key, body_hash, tag, value, by, state, created_at, expires_at)
      select 'broken-off', account, replace(idempotency_key, '/twice/', '/broken-off/'), body_hash, tag, value, by, state, created_at, expires_at
      from command where idempotency_key like $1 order by tag limit 1`,
      [`a/${area}/twice/%`],
    )
    const repeat = () =>
      call(server, 'area.set', {
        token: operator,
        params: { id: area },
        headers: { 'idempotency-key': 'broken-off' },
        body: { dimming: 0 },
      })
    expect([(await repeat()).status, (await repeat()).status]).toEqual([200, 200])
    expect([await lines('broken-off'), await lines('twice')]).toEqual([1, 1])
  })

  it('are set to a scene of the strategy, and to none that it has not', async () => {
    const scene = (number: number, key: string) =>
      call(server, 'area.scene', {
        token: operator,
        params: { id: area },
        headers: { 'idempotency-key': key },
        body: { scene: number },
      })
    expect((await scene(2, 'night')).data).toEqual({ lamps: 3, refused: 0, guarded: 0 })
    expect(
      (await commands('night')).filter(({ tag }) => String(tag).endsWith('/dimming')).map(({ value }) => value),
    ).toEqual([25, 25, 25])
    expect((await scene(3, 'none')).bad.error).toBe('object.missing')
    expect((await scene(9, 'nine')).bad.error).toBe('input.invalid')
  })

  it('that cannot be asked are counted, and the others are lit all the same', async () => {
    const id = await make('pole', {
      name: 'Ghost',
      address: 'ghost',
      cabinet,
      area,
      channel: 1,
      kind: 1,
      protocol: 3,
      workMode: 0,
      device: 'pole-999',
    })
    await callEntity(server, 'pole', 'install', { token: admin, params: { id }, body: {} })
    const { data } = await call(server, 'area.set', {
      token: operator,
      params: { id: area },
      headers: { 'idempotency-key': 'ghost' },
      body: { dimming: 40 },
    })
    expect(data).toEqual({ lamps: 4, refused: 1, guarded: 0 })
    await callEntity(server, 'pole', 'remove', { token: admin, params: { id } })
  })

  it("that a component's password guards are left alone and counted apart", async () => {
    const tag = 'street/pole-002/dimming'
    const components = [
      makeComponent({
        type: 'rect',
        name: 'Guarded',
        x: 0,
        y: 0,
        width: 10,
        height: 10,
        action: { kind: 'write', tag, value: null },
        extras: { isPasswordAsked: true },
      }),
    ]
    const {
      data: { id },
    } = await call(server, 'drawing.create', {
      token: admin,
      body: { project, name: 'Guarded', drawing: { ...newDrawing('Guarded'), components } },
    })
    const setPassword = (password: string | null) =>
      call(server, 'drawing.setComponentPassword', {
        token: admin,
        params: { id },
        body: { component: components[0]?.id ?? '', password },
      })
    expect((await setPassword('open sesame')).status).toBe(200)
    const { data } = await call(server, 'area.set', {
      token: operator,
      params: { id: area },
      headers: { 'idempotency-key': 'guarded' },
      body: { dimming: 45 },
    })
    expect(data).toEqual({ lamps: 3, refused: 1, guarded: 1 })
    expect((await commands('guarded')).map((row) => row['tag'])).not.toContain(tag)
    expect((await readAuditLog(server, admin, `area/${area}`))[0]?.content).toContain('"guarded":1')
    await setPassword(null)
  })

  it('that can only be switched are on at any brightness and off at none', async () => {
    await sqlIn(
      server,
      `insert into tag (path, project, device, point, unit, kind, min, max, writable, en, zh) values ('street/post-1/lamp', 'street', 'post-1', 'lamp', '', 'flag', 0, 1, true, 'Lamp', '灯')`,
    )
    const id = await pole('post-1')
    const set = (dimming: number, key: string) =>
      call(server, 'area.set', {
        token: operator,
        params: { id: area },
        headers: { 'idempotency-key': key },
        body: { dimming },
      })
    const ofPost = async (key: string) =>
      (await commands(key)).filter(({ tag }) => tag === 'street/post-1/lamp').map(({ value }) => value)
    expect([(await set(30, 'some')).data, await ofPost('some')]).toEqual([{ lamps: 4, refused: 0, guarded: 0 }, [1]])
    expect([(await set(0, 'none')).data, await ofPost('none')]).toEqual([{ lamps: 4, refused: 0, guarded: 0 }, [0]])
    // The others are dimmed as before, without a manual switch-off.
    expect((await commands('none')).filter(({ tag }) => String(tag).endsWith('/lamp')).map(({ tag }) => tag)).toEqual([
      'street/post-1/lamp',
    ])
    await call(server, 'area.scene', {
      token: operator,
      params: { id: area },
      headers: { 'idempotency-key': 'post-scene' },
      body: { scene: 2 },
    })
    expect(await ofPost('post-scene')).toEqual([1])
    await callEntity(server, 'pole', 'remove', { token: admin, params: { id } })
  })

  it('follow their program again when asked, where they have one', { tags: 'full' }, async () => {
    const resume = () => call(server, 'area.resume', { token: operator, params: { id: area } })
    const { data: row } = await callEntity(server, 'area', 'read', { token: admin, params: { id: area } })
    const timetable = await make('timetable', {
      name: 'All day',
      points: [{ at: '00:00', dimming: 35, colorTemperature: 50 }],
    })
    const bound = await callEntity(server, 'area', 'update', {
      token: admin,
      params: { id: area },
      headers: { 'if-match': `"${row.revision}"` },
      body: { values: { timetable }, overwrite: true },
    })
    expect(bound.status).toBe(200)
    const sent = async () =>
      (
        await sqlIn(server, 'select count(*)::int as count from command where idempotency_key like $1 and value = 35', [
          `s/${area}/%`,
        ])
      )[0]?.['count']
    await expect.poll(sent, { ...pollOptions, timeout: 60_000 }).toBe(3)
    expect((await resume()).data).toEqual({ isProgrammed: true })
    // Sent again for the same time point, although each lamp received it already.
    await expect.poll(sent, { ...pollOptions, timeout: 60_000 }).toBe(6)
  })

  it(
    'report individually whether they follow their program or manual control, and resume the program on request',
    { tags: 'full' },
    async () => {
      const id = poles.get('pole-003') ?? ''
      const program = async () => (await call(server, 'pole.program', { token: operator, params: { id } })).data
      expect(await program()).toMatchObject({ follows: 'timetable', isByHand: false, until: expect.any(Number) })
      for (const [point, value] of [
        ['dimming', 12],
        ['lamp', 0],
      ] as const) {
        const { status } = await call(server, 'command.send', {
          token: operator,
          headers: { 'idempotency-key': `one-${point}` },
          body: { tag: `street/pole-003/${point}`, value },
        })
        expect(status).toBe(200)
      }
      expect(await program()).toMatchObject({ isByHand: true })
      expect((await call(server, 'pole.resume', { token: operator, params: { id } })).data).toEqual({
        isProgrammed: true,
        isSent: true,
      })
      expect(await program()).toMatchObject({ follows: 'timetable', isByHand: false })
      const sentValues = await sqlIn(
        server,
        `select distinct on (tag) tag, value from command where tag like 'street/pole-003/%' order by tag, created_at desc`,
      )
      expect(sentValues).toEqual(
        expect.arrayContaining([
          { tag: 'street/pole-003/dimming', value: 35 },
          { tag: 'street/pole-003/lamp', value: 1 },
        ]),
      )
      expect((await readAuditLog(server, admin, `pole/${id}`))[0]).toMatchObject({
        action: 'resume',
        content: expect.stringContaining('"isProgrammed":true'),
      })
    },
  )

  it('are no more to be lit once it is removed, however often it was asked for before', async () => {
    const removed = await make('area', { name: 'Gone', number: 78 })
    const set = (key: string) =>
      call(server, 'area.set', {
        token: operator,
        params: { id: removed },
        headers: { 'idempotency-key': key },
        body: { dimming: 5 },
      })
    expect((await set('before')).status).toBe(200)
    expect((await callEntity(server, 'area', 'remove', { token: admin, params: { id: removed } })).status).toBe(200)
    const before = (await readAuditLog(server, admin, `area/${removed}`)).length
    const tried = [
      await set('after'),
      await call(server, 'area.resume', { token: operator, params: { id: removed } }),
      await call(server, 'area.outcome', { token: operator, params: { id: removed, key: 'before' } }),
    ]
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await readAuditLog(server, admin, `area/${removed}`)).length).toBe(before)
  })

  it('cannot be commanded by a user without access to the project', async () => {
    const stranger = (await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])).token
    const reply = await call(server, 'area.set', {
      token: stranger,
      params: { id: area },
      headers: { 'idempotency-key': 'stranger' },
      body: { dimming: 1 },
    })
    expect(reply.status).toBe(404)
    expect(await commands('stranger')).toEqual([])
  })
})
