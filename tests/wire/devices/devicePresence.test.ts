import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { addAccount, callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const project = 'tunnel'
const token = 'the one credential of the gateways of this test'
const states = { fresh: 1, disabled: 2, online: 3, offline: 4 } as const
const pollOptions = { timeout: 30_000, interval: 200 }
let server: StartedServer
let admin: string
let gateway: RawClient
let product: string
let packet = 0

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
  gateway = await RawClient.connect({ url: server.mqttUrl, username: 'yard', password: token, clientId: 'yard' })
  product = (
    await callEntity(server, 'product', 'create', {
      token: admin,
      body: { values: { name: 'Meter', code: 'meter', category: 'sensor', nodeType: 'direct', transport: 'mqtt' } },
    })
  ).data.id
})
afterAll(async () => {
  gateway?.socket.terminate()
  await server?.stop()
})

const publish = (device: string, to: 'values' | 'state', body: unknown): void =>
  gateway.publish(`p/${project}/d/${device}/up/${to}`, JSON.stringify(body), 1, ++packet)
const publishValues = (device: string): void =>
  publish(device, 'values', { at: Date.now(), every: 60_000, v: { power: 1 } })
async function make(plantDevice: string): Promise<string> {
  const created = await callEntity(server, 'device', 'create', {
    token: admin,
    body: { project, values: { name: plantDevice, serial: `SN-${plantDevice}`, product, plantDevice } },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}
const read = async (id: string): Promise<Row & Readonly<Record<string, unknown>>> =>
  (
    await callEntity<Row & Readonly<Record<string, unknown>>>(server, 'device', 'read', {
      token: admin,
      params: { id },
    })
  ).data
const readStatus = async (id: string): Promise<unknown> => (await read(id))['status']
const countAuditRows = async (id: string): Promise<unknown> =>
  (await sqlIn(server, 'select count(*)::int as count from audit where object = $1', [`device/${id}`]))[0]?.['count']

describe('a device', () => {
  it('is online as soon as it sends data and offline as soon as it reports it, without log entries', async () => {
    const id = await make('meter-a')
    expect(await read(id)).toMatchObject({ status: states.fresh, lastOnlineAt: null })
    publishValues('meter-a')
    await expect.poll(() => readStatus(id), pollOptions).toBe(states.online)
    expect(await read(id)).toMatchObject({
      activatedAt: expect.any(Number),
      lastOnlineAt: expect.any(Number),
      revision: 1,
    })
    publish('meter-a', 'state', { online: false })
    await expect.poll(() => readStatus(id), pollOptions).toBe(states.offline)
    publish('meter-a', 'state', { online: true })
    publishValues('meter-a')
    await expect.poll(() => readStatus(id), pollOptions).toBe(states.online)
    expect(await countAuditRows(id)).toBe(1)
  })

  it('that trembles stays online', { tags: 'full' }, async () => {
    const id = await make('meter-b')
    publishValues('meter-b')
    await expect.poll(() => readStatus(id), pollOptions).toBe(states.online)
    const { lastOnlineAt } = await read(id)
    for (let round = 0; round < 3; round++) {
      publish('meter-b', 'state', { online: false })
      await new Promise((done) => {
        setTimeout(done, 1_500)
      }) // duration of a short connection loss: the row must not change, so there is no event to wait for
      expect(await readStatus(id)).toBe(states.online)
      publish('meter-b', 'state', { online: true })
      publishValues('meter-b')
    }
    expect(await read(id)).toMatchObject({ status: states.online, lastOnlineAt })
  })

  it('that is disabled is not heard and takes no commands; enabled it comes back', async () => {
    const id = await make('lamp-001')
    publishValues('lamp-001')
    await expect.poll(() => readStatus(id), pollOptions).toBe(states.online)
    await callEntity(server, 'device', 'disable', { token: admin, params: { id }, body: {} })
    publishValues('lamp-001')
    const sent = await call(server, 'command.send', {
      token: admin,
      headers: { 'idempotency-key': 'disabled' },
      body: { tag: `${project}/lamp-001/dimming`, value: 10 },
    })
    expect(sent.bad.error).toBe('device.disabled')
    expect(await readStatus(id)).toBe(states.disabled)
    await callEntity(server, 'device', 'enable', { token: admin, params: { id }, body: {} })
    publishValues('lamp-001')
    await expect.poll(() => readStatus(id), pollOptions).toBe(states.online)
  })
})

describe('the devices of a plant', () => {
  const found = async (search: string, by = admin) =>
    (await call(server, 'plant.devices', { token: by, query: { project, search } })).data

  it('are found by the name that people gave them and by their own, and those of another project by neither', async () => {
    await callEntity(server, 'device', 'create', {
      token: admin,
      body: { project, values: { name: 'Portal east', serial: 'SN-portal', product, plantDevice: 'lamp-002' } },
    })
    expect(await found('portal e')).toEqual([{ device: 'lamp-002', name: 'Portal east' }])
    expect(await found('lamp-00')).toEqual(
      expect.arrayContaining([
        { device: 'lamp-003', name: null },
        { device: 'lamp-002', name: 'Portal east' },
      ]),
    )
    expect([await found('pole-'), await found('100%')]).toEqual([[], []])
    const stranger = await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])
    expect(await found('', stranger.token)).toEqual([])
  })
})
