import { randomBytes } from 'node:crypto'
import { makeComponent, newDrawing } from '@mimic/engine/document'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDisplayToken, formatPageToken } from '../../../contract/displays.ts'
import { entities } from '../../../contract/entities.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { routeList } from '../../../contract/routes.ts'
import { addAccount, call, callRoute, fromNewAddress, signIn, sqlIn } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const promisedMs = 5000
const badLogin = 4
const tag = 'tunnel/lamp-001/power'

let server: StartedServer
let first: StartedServer
let admin: string
let shown: string
let other: string

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1' } })
  first = server
  admin = await signIn(server)
  const [power, elsewhere] = [tag, 'street/pole-001/power'].map((point) =>
    makeComponent({
      type: 'text',
      name: point,
      width: 100,
      height: 40,
      bindings: [{ prop: 'text', tag: point, via: { kind: 'value' } }],
    }),
  )
  const make = async (name: string): Promise<string> =>
    (
      await call(server, 'drawing.create', {
        token: admin,
        body: { project: 'tunnel', name, drawing: { ...newDrawing(name), components: [power, elsewhere] } },
      })
    ).data.id
  shown = await make('Shown')
  other = await make('Other')
})
afterAll(async () => {
  if (server !== first) await server?.stop()
  await first?.stop()
})

const mark = (): string => randomBytes(8).toString('hex')
const display = async (name: string) => {
  const created = await call(server, 'display.create', { token: admin, body: { name, drawings: [shown] } })
  if (created.status !== 200) throw new Error(created.text)
  return created.data
}
const readDrawing = (token: string, drawing = shown) =>
  call(server, 'share.drawing', { body: { token: formatPageToken(token, drawing, mark()) } })

it('is made and listed by super administrators only, and its token is stored as a hash', async () => {
  const created = await display('Lobby')
  expect(isDisplayToken(created.token)).toBe(true)
  expect(created.drawings).toEqual([{ id: shown, name: 'Shown' }])
  const stored = await sqlIn(server, `select to_jsonb(display)::text as row from display`, [])
  expect(stored.some(({ row }) => String(row).includes(created.token.slice(8)))).toBe(false)
  const manager = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
  expect([
    (await call(server, 'display.list', { token: manager.token })).status,
    (await call(server, 'display.create', { token: manager.token, body: { name: 'Mine', drawings: [shown] } })).status,
  ]).toEqual([403, 403])
  expect(
    (await call(server, 'display.create', { token: admin, body: { name: 'Lobby', drawings: [shown] } })).bad.error,
  ).toBe('token.taken')
  expect(
    (await call(server, 'display.create', { token: admin, body: { name: 'Nowhere', drawings: ['no-such-drawing'] } }))
      .bad.problems?.[0]?.path,
  ).toBe('drawings.0')
})

it('reads its drawings with the points of their own project, and nothing else by any route or over MQTT', async () => {
  const { token } = await display('Hall')
  const page = formatPageToken(token, shown, mark())
  const opened = await call(server, 'share.drawing', { body: { token: page } })
  expect([opened.status, opened.data.tags]).toEqual([200, [tag]])
  expect((await call(server, 'share.values', { body: { token: page, seen: 0 } })).status).toBe(200)
  expect([
    (await readDrawing(token, other)).bad.error,
    (await readDrawing(token, 'no-such-drawing')).bad.error,
    (await call(server, 'share.drawing', { body: { token } })).bad.error,
  ]).toEqual(['share.ended', 'share.ended', 'share.ended'])
  expect(
    (await call(server, 'share.history', { body: { token: page, tags: ['street/pole-001/power'], spanMs: 60_000 } }))
      .status,
  ).toBe(404)

  const guarded = [
    ...routeList.flatMap(([, route]) => (route.policy.public ? [] : [route])),
    ...entities.flatMap((entity) => Object.values(getEntityRoutes(entity))),
  ]
  for (const credential of [token, page]) {
    const answers = new Set<number>()
    for (const route of guarded)
      answers.add(
        (
          await callRoute(server, route, {
            token: credential,
            params: { id: shown, key: 'x', name: 'x' },
            headers: fromNewAddress(),
          })
        ).status,
      )
    expect([...answers]).toEqual([401])
    await expect(
      connectAsync(
        server.mqttUrl,
        { clientId: mark(), protocolVersion: 4, reconnectPeriod: 0, username: 'admin', password: credential },
        false,
      ),
    ).rejects.toMatchObject({ code: badLogin })
  }
})

it('shows nothing of a drawing within five seconds of its deletion', async () => {
  const {
    data: { id: drawing },
  } = await call(server, 'drawing.create', { token: admin, body: { project: 'tunnel', name: 'Short' } })
  const {
    data: { token },
  } = await call(server, 'display.create', { token: admin, body: { name: 'Short wall', drawings: [drawing] } })
  const page = formatPageToken(token, drawing, mark())
  expect((await call(server, 'share.values', { body: { token: page, seen: 0 } })).status).toBe(200)
  await call(server, 'drawing.remove', { token: admin, params: { id: drawing } })
  await expect
    .poll(async () => (await call(server, 'share.values', { body: { token: page, seen: 0 } })).bad.error, {
      timeout: promisedMs,
      interval: 500,
    })
    .toBe('share.ended')
})

it(
  'shows its drawing after a restart of the server, and nothing within five seconds of its revocation',
  { tags: 'full' },
  async () => {
    const { id, token } = await display('Control room')
    const page = formatPageToken(token, shown, mark())
    await server.kill('SIGKILL')
    const { dataDir } = server
    server = await startServer({ dataDir })
    expect((await call(server, 'share.values', { body: { token: page, seen: 0 } })).status).toBe(200)
    admin = await signIn(server)
    expect((await call(server, 'display.revoke', { token: admin, params: { id } })).status).toBe(200)
    const from = performance.now()
    await expect
      .poll(async () => (await call(server, 'share.values', { body: { token: page, seen: 0 } })).bad.error, {
        timeout: promisedMs,
        interval: 500,
      })
      .toBe('share.ended')
    expect(performance.now() - from).toBeLessThan(promisedMs)
    expect((await call(server, 'display.list', { token: admin })).data.find((one) => one.id === id)).toMatchObject({
      revokedBy: 'admin',
      revokedAt: expect.any(Number),
    })
  },
)
