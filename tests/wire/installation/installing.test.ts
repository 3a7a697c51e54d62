import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import type { RowEvent } from '../../../contract/entity/routes.ts'
import { limits } from '../../../contract/limits.ts'
import { addAccount, callEntity as askAs, type Reply, type Request, signIn, sqlIn } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const project = 'tunnel'
const token = 'the one credential of the gateways of this test'
const pollOptions = { timeout: 30_000, interval: 100 }

interface Binding {
  readonly id: string
  readonly [key: string]: unknown
}

let server: StartedServer
let admin: string
let yard: MqttClient
let area: string
const bindings: { readonly cabinet: string; readonly binding: Binding }[] = []

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
  yard = await gateway()
  area = (await make('area', { name: 'Row', number: 7 })).id
})
afterAll(async () => {
  await yard?.endAsync(true)
  await server?.stop()
})

const callEntity = <T = Row>(entity: string, action: string, request: Request = {}): Promise<Reply<T>> =>
  askAs<T>(server, entity, action, { token: admin, ...request })
async function make(entity: string, values: Readonly<Record<string, unknown>>, within = project): Promise<Row> {
  const { status, data, text } = await callEntity(entity, 'create', {
    body: { project: within, values, overwrite: true },
  })
  if (status !== 200) throw new Error(`${entity}: ${text}`)
  return data
}
async function gateway(): Promise<MqttClient> {
  const client = await connectAsync(server.mqttUrl, {
    username: 'yard',
    password: token,
    clientId: 'yard',
    reconnectPeriod: 0,
  })
  client.on('message', (topic, payload) => {
    bindings.push({ cabinet: topic.split('/')[3] ?? '', binding: JSON.parse(payload.toString()) as Binding })
  })
  await client.subscribeAsync(`p/${project}/d/+/down/binding`, { qos: 1 })
  return client
}
const answer = (cabinet: string, id: string, ok: boolean, code?: string) =>
  yard.publishAsync(`p/${project}/d/${cabinet}/up/ack`, JSON.stringify({ id, ok, code, at: Date.now() }), { qos: 1 })
const state = async (kind: string, id: string): Promise<unknown> =>
  Object.entries((await callEntity(kind, 'read', { params: { id } })).data).find(
    ([name]) => name === 'installation',
  )?.[1]
const events = async (kind: string, id: string) =>
  (await callEntity<readonly RowEvent[]>(kind, 'events', { params: { id } })).data.map(
    ({ move, from, to, who, values }) => [move, from, to, who, values['reason']],
  )
/** Returns the last message to the cabinet once it has arrived. */
async function waitForBinding(cabinet: string, before: number): Promise<Binding> {
  await expect.poll(() => bindings.filter((one) => one.cabinet === cabinet).length, pollOptions).toBe(before + 1)
  return bindings.findLast((one) => one.cabinet === cabinet)?.binding ?? { id: '' }
}

let count = 0
const box = (device: string | null) =>
  make('cabinet', { name: `Box ${++count}`, address: `b${count}`, communication: 1, device })
const pole = (cabinet: Row, more: Readonly<Record<string, unknown>> = {}) =>
  make('pole', {
    name: `Pole ${++count}`,
    address: `p${count}`,
    cabinet: cabinet.id,
    area,
    channel: 4,
    kind: 1,
    protocol: 3,
    workMode: 0,
    ...more,
  })
const move = (kind: string, { id }: Row, name: string) => callEntity(kind, name, { params: { id }, body: {} })

describe('a facility', () => {
  it('is installed or uninstalled once its cabinet confirms, and the cabinet receives its address', async () => {
    const lamp = await pole(await box('box-1'), { device: 'lamp-071', address: '00AB' })
    expect((await move('pole', lamp, 'install')).data).toMatchObject({ installation: 'installing' })
    const { id, expiresAt, ...binding } = await waitForBinding('box-1', 0)
    expect(binding).toEqual({
      action: 'install',
      facility: 'pole',
      address: '00AB',
      protocol: 3,
      channel: 4,
      device: 'lamp-071',
    })
    expect(Number(expiresAt) - Date.now()).toBeLessThanOrEqual(limits.command.expiryMs)
    expect((await move('pole', lamp, 'install')).bad.error).toBe('entity.state')
    // An acknowledgement of another cabinet is ignored.
    await answer('box-2', id, true)
    await answer('box-1', 'binding-of-nobody', true)
    expect(await state('pole', lamp.id)).toBe('installing')
    await answer('box-1', id, true)
    await expect.poll(() => state('pole', lamp.id), pollOptions).toBe('installed')
    await move('pole', lamp, 'uninstall')
    const unbound = await waitForBinding('box-1', 1)
    expect([unbound['action'], await state('pole', lamp.id)]).toEqual(['uninstall', 'uninstalling'])
    await answer('box-1', unbound.id, true)
    await expect.poll(() => state('pole', lamp.id), pollOptions).toBe('uninstalled')
    expect(await events('pole', lamp.id)).toEqual([
      ['confirmUninstalled', 'uninstalling', 'uninstalled', 'server', undefined],
      ['uninstall', 'installed', 'uninstalling', 'admin', undefined],
      ['confirmInstalled', 'installing', 'installed', 'server', undefined],
      ['install', 'uninstalled', 'installing', 'admin', undefined],
    ])
    expect(server.output()).not.toContain('unknown command')
  })

  it('has failed where its cabinet refuses, with the reason, and may be tried again', async () => {
    const loop = await make('loop', {
      name: 'Loop',
      kind: 1,
      address: '1',
      cabinet: (await box('box-3')).id,
      group: 12,
      protocol: 2,
      ratio: 1,
      workMode: 0,
    })
    await move('loop', loop, 'install')
    const first = await waitForBinding('box-3', 0)
    expect(first).toMatchObject({ facility: 'loop', group: 12, protocol: 2 })
    await answer('box-3', first.id, false, 'lineBusy')
    await expect.poll(() => state('loop', loop.id), pollOptions).toBe('failed')
    expect((await events('loop', loop.id))[0]).toEqual(['fail', 'installing', 'failed', 'server', 'lineBusy'])
    await move('loop', loop, 'install')
    await answer('box-3', (await waitForBinding('box-3', 1)).id, true)
    await expect.poll(() => state('loop', loop.id), pollOptions).toBe('installed')
  })

  it('of a cabinet without a device is installed immediately, and of an offline cabinet not at all', async () => {
    const byHand = await pole(await box(null))
    expect((await move('pole', byHand, 'install')).data).toMatchObject({ installation: 'installed' })
    const away = await pole(await box('box-4'))
    await yard.publishAsync(`p/${project}/d/box-4/up/state`, JSON.stringify({ online: false, at: Date.now() }), {
      qos: 1,
    })
    await expect.poll(async () => (await move('pole', away, 'install')).bad.error, pollOptions).toBe('device.offline')
    expect(['uninstalled', 'installing', 'failed']).toContain(await state('pole', away.id))
  })

  it(
    'fails if its cabinet does not respond, even if the server was killed meanwhile',
    { tags: 'full', timeout: 120_000 },
    async () => {
      const silent = await pole(await box('box-5'))
      await move('pole', silent, 'install')
      await waitForBinding('box-5', 0)
      await server.kill('SIGKILL')
      const { dataDir } = server
      server = await startServer({ dataDir, env: { MIMIC_GATEWAY_TOKEN: token } })
      await yard.endAsync(true)
      admin = await signIn(server)
      // No cabinet was connected yet to receive a repeated message.
      await expect.poll(() => state('pole', silent.id), pollOptions).toBe('failed')
      yard = await gateway()
      await move('pole', silent, 'install')
      await waitForBinding('box-5', 1)
      await expect
        .poll(() => state('pole', silent.id), { timeout: limits.command.expiryMs + 20_000, interval: 500 })
        .toBe('failed')
      expect((await events('pole', silent.id))[0]).toEqual(['fail', 'installing', 'failed', 'server', 'timeout'])
    },
  )

  it('is nothing that a person listens to or speaks for', async () => {
    const person = await addAccount(server, admin, 'manager', [{ id: project, role: 'manager' }])
    const client = await connectAsync(server.mqttUrl, {
      username: person.name,
      password: person.token,
      clientId: 'person',
      reconnectPeriod: 0,
    })
    const [granted] = await client
      .subscribeAsync(`p/${project}/d/+/down/binding`, { qos: 1 })
      .catch(() => [{ qos: 128 }])
    expect(granted?.qos).toBe(128)
    await client.endAsync(true)
  })
})

it('the virtual plant installs the devices it contains', async () => {
  const plant = await startServer({ args: ['--demo', '--plant', '100'] })
  try {
    const asAdmin = await signIn(plant)
    const own = <T = Row>(entity: string, action: string, request: Request): Promise<Reply<T>> =>
      askAs<T>(plant, entity, action, { token: asAdmin, ...request })
    const [cabinet] = await sqlIn(
      plant,
      `select id from lighting_cabinet where project = 'street' and device is not null order by name limit 1`,
    )
    const [lamp] = await sqlIn(
      plant,
      `select id, device from lighting_pole where project = 'street' and cabinet = $1 and installation = 'installed' order by name limit 1`,
      [cabinet?.['id']],
    )
    const params = { id: String(lamp?.['id']) }
    const at = async () =>
      Object.entries((await own('pole', 'read', { params })).data).find(([name]) => name === 'installation')?.[1]
    // The plant is connected once its cabinet answers.
    await expect
      .poll(async () => {
        if ((await at()) !== 'uninstalled') await own('pole', 'uninstall', { params, body: {} })
        return at()
      }, pollOptions)
      .toBe('uninstalled')
    await own('pole', 'install', { params, body: {} })
    await expect.poll(at, pollOptions).toBe('installed')
  } finally {
    await plant.stop()
  }
})
