import { randomBytes } from 'node:crypto'
import { type Id, isId, makeComponent, newDrawing } from '@mimic/engine/document'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { formatPageToken } from '../../../contract/displays.ts'
import type { Command, Display } from '../../../contract/routes.ts'
import { addAccount, call, signIn, sqlIn, readAuditLog } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const lamp = 'street/pole-001/lamp'
const dimming = 'street/pole-001/dimming'
const password = 'turn-the-key-77'

let server: StartedServer
let admin: string
let drawing: string
const control = (name: string, tag: string, extras = {}) =>
  makeComponent({
    id: toId(name),
    type: 'button',
    name,
    width: 100,
    height: 40,
    action: { kind: 'write', tag, value: null },
    extras,
  })

beforeAll(async () => {
  server = await startServer({ args: ['--demo', '--plant', '100'] })
  admin = await signIn(server)
  const components = [
    control('lamp', lamp),
    control('dimmer', dimming),
    control('guarded', 'street/pole-002/lamp', { isPasswordAsked: true }),
    control('foreign', 'tunnel/lamp-001/lamp'),
    control('reading', 'street/pole-001/power'),
  ]
  drawing = (
    await call(server, 'drawing.create', {
      token: admin,
      body: { project: 'street', name: 'Wall', drawing: { ...newDrawing('Wall'), components } },
    })
  ).data.id
  await call(server, 'drawing.setComponentPassword', {
    token: admin,
    params: { id: drawing },
    body: { component: 'guarded', password },
  })
  await vi.waitUntil(
    async () =>
      (await call(server, 'command.send', { token: admin, body: { tag: dimming, value: 50 }, headers: key() }))
        .status === 200,
    { timeout: 30_000, interval: 200 },
  )
})
afterAll(() => server?.stop())

function toId(text: string): Id {
  if (!isId(text)) throw new Error(`${text} is no id`)
  return text
}

const key = () => ({ 'idempotency-key': randomBytes(8).toString('hex') })
const createPageToken = (token: string): string => formatPageToken(token, drawing, randomBytes(8).toString('hex'))

async function openDisplay(name: string, mayOperate?: boolean): Promise<Display & { readonly page: string }> {
  const { status, text, data } = await call(server, 'display.create', {
    token: admin,
    body: { name, drawings: [drawing], mayOperate },
  })
  if (status !== 200) throw new Error(text)
  return { ...data, page: createPageToken(data.token) }
}
const change = (id: string, mayOperate: boolean, token = admin) =>
  call(server, 'display.change', { token, params: { id }, body: { mayOperate } })
const send = (
  token: string,
  body: { tag?: string; value?: number; component?: string; componentPassword?: string } = {},
  headers = key(),
) => call(server, 'share.send', { body: { token, tag: lamp, value: 1, component: 'lamp', ...body }, headers })
const outcome = async (sent: ReturnType<typeof send>) => {
  const { status, bad } = await sent
  return status === 200 ? 200 : bad.error
}

it('a display that may operate commands the plant under its own name, in the command and in the audit log', async () => {
  const { page } = await openDisplay('Control room', true)
  const { status, data } = await send(page)
  expect([status, data.by]).toEqual([200, 'Display: Control room'])
  const read = async (): Promise<Command> =>
    (await call(server, 'share.command', { body: { token: page, id: data.id } })).data
  await expect.poll(async () => (await read()).state, { timeout: 10_000 }).toBe('succeeded')
  const [newest] = await readAuditLog(server, admin, `tag/${lamp}`)
  expect(newest).toMatchObject({
    action: 'command',
    user: 'Display: Control room',
    content: JSON.stringify({ command: data.id, value: 1, drawing, component: 'lamp' }),
  })
  const shown = await call(server, 'share.drawing', { body: { token: page } })
  expect([shown.data.mayOperate, shown.data.points.find(({ path }) => path === lamp)?.writable]).toEqual([true, true])
  const other = await openDisplay('Next to it', true)
  expect((await call(server, 'share.command', { body: { token: other.page, id: data.id } })).bad.error).toBe(
    'object.missing',
  )
})

it('a display without the switch, and a link, send nothing', async () => {
  const { page, mayOperate } = await openDisplay('Lobby')
  const {
    data: { id: share },
  } = await call(server, 'share.create', {
    token: admin,
    params: { id: drawing },
    body: { password: null, expiresAt: null },
  })
  const {
    data: { token: link },
  } = await call(server, 'share.open', { body: { share } })
  expect([mayOperate, await outcome(send(page)), await outcome(send(link))]).toEqual([
    false,
    'access.denied',
    'access.denied',
  ])
  for (const token of [page, link]) {
    const { data } = await call(server, 'share.drawing', { body: { token } })
    expect([data.mayOperate, data.points.some(({ writable }) => writable)]).toEqual([false, false])
  }
})

it("passes the checks of an operator's command: component, project, range, password and key", async () => {
  const { page } = await openDisplay('Gate', true)
  expect(await outcome(send(page, { component: 'dimmer' }))).toBe('component.changed')
  expect(await outcome(send(page, { component: 'no-such-component' }))).toBe('component.changed')
  expect(await outcome(send(page, { tag: 'tunnel/lamp-001/lamp', component: 'foreign' }))).toBe('device.missing')
  expect(await outcome(send(page, { tag: dimming, component: 'dimmer', value: 101 }))).toBe('tag.range')
  expect(await outcome(send(page, { tag: 'street/pole-001/power', component: 'reading' }))).toBe('tag.readOnly')
  const guarded = { tag: 'street/pole-002/lamp', component: 'guarded' }
  expect(await outcome(send(page, guarded))).toBe('component.password')
  expect(await outcome(send(page, { ...guarded, componentPassword: 'not this one' }))).toBe('component.passwordWrong')
  expect((await readAuditLog(server, admin, `drawing/${drawing}`))[0]).toMatchObject({
    action: 'componentPassword.wrong',
    user: 'Display: Gate',
  })
  expect(await outcome(send(page, { ...guarded, componentPassword: password }))).toBe(200)

  const once = key()
  const [first, second] = [await send(page, {}, once), await send(page, {}, once)]
  expect(second.data.id).toBe(first.data.id)
  expect(await outcome(send(page, { value: 0 }, once))).toBe('key.reused')
  expect(await outcome(send((await openDisplay('Yard', true)).page, { value: 0 }, once))).toBe(200)
  expect(
    (await call(server, 'share.send', { body: { token: page, tag: lamp, value: 1, component: 'lamp' } })).bad
      .problems?.[0]?.path,
  ).toBe('Idempotency-Key')
})

it('is switched by super administrators only, with the same token, at once for open pages, and audited', async () => {
  const { id, page } = await openDisplay('Hall')
  const manager = await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])
  expect((await change(id, true, manager.token)).status).toBe(403)
  expect(await outcome(send(page))).toBe('access.denied')
  expect((await change(id, true)).data).toMatchObject({ name: 'Hall', mayOperate: true })
  expect(await outcome(send(page))).toBe(200)
  expect((await call(server, 'share.values', { body: { token: page, seen: 0 } })).data.mayOperate).toBe(true)
  const [line] = await readAuditLog(server, admin, `display/${id}`)
  expect(line).toMatchObject({
    action: 'update',
    user: 'admin',
    content: JSON.stringify({ name: 'Hall', mayOperate: { before: false, after: true } }),
  })
  await change(id, false)
  expect(await outcome(send(page))).toBe('access.denied')
  await change(id, true)
  expect(await outcome(send(page))).toBe(200)
  await call(server, 'display.revoke', { token: admin, params: { id } })
  expect([await outcome(send(page)), (await change(id, true)).bad.error]).toEqual(['share.ended', 'object.missing'])
  expect(await sqlIn(server, `select count(*)::int from command where by = 'Display: Hall'`)).toEqual([{ count: 2 }])
})
