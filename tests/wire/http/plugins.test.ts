import { mkdtemp } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { addAccount, callEntity, call, signIn, sqlIn, readAuditLog } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { endMosquitto, freePort, mosquittoProgram, startMosquitto } from '../../support/external/mosquitto.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

type PluginRow = Row & Readonly<Record<string, unknown>>

const token = 'the one credential of the gateways of this test'
const pollOptions = { timeout: 30_000, interval: 100 }

let server: StartedServer
let admin: string
let dataDir: string
let hook: Server
let hookUrl: string
const called: string[] = []

const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  server = await startServer({
    dataDir,
    args: ['--demo', '--plant', '60'],
    env: { MIMIC_GATEWAY_TOKEN: token, MIMIC_OUTBOUND_ALLOWED: new URL(hookUrl).host, ...env },
  })
  admin = await signIn(server)
}
const plugins = async (): Promise<readonly PluginRow[]> =>
  (await callEntity<{ rows: readonly PluginRow[] }>(server, 'plugin', 'list', { token: admin })).data.rows
const plugin = async (code: string): Promise<PluginRow> => {
  const found = (await plugins()).find((row) => row['code'] === code)
  if (!found) throw new Error(`there is no ${code}`)
  return found
}
const runMove = async (code: string, move: 'enable' | 'disable'): Promise<void> => {
  const { status, text } = await callEntity(server, 'plugin', move, {
    token: admin,
    params: { id: (await plugin(code)).id },
    body: {},
  })
  if (status !== 200) throw new Error(text)
}
const make = async (entity: string, values: Readonly<Record<string, unknown>>, project?: string): Promise<string> => {
  const created = await callEntity(server, entity, 'create', {
    token: admin,
    body: { ...(project === undefined ? {} : { project }), values },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}
const readNewest = async (entity: string): Promise<PluginRow | undefined> =>
  (await callEntity<{ rows: readonly PluginRow[] }>(server, entity, 'list', { token: admin })).data.rows[0]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-plugins-'))
  hook = createServer((request, response) => {
    called.push(request.url ?? '')
    response.end('taken')
  })
  await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done))
  const address = hook.address()
  hookUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/told`
  await start()
})
afterAll(async () => {
  await server?.stop()
  hook?.close()
  await removeDirectory(dataDir)
})

describe('the plugins', () => {
  it('list the parts of this server with its version, in both languages, for super administrators only', async () => {
    const rows = await plugins()
    expect(rows.map(({ code, status }) => [code, status])).toEqual([
      ['ownTopics', 'enabled'],
      ['virtualPlant', 'enabled'],
      ['mail', 'enabled'],
      ['webHook', 'enabled'],
      ['freezes', 'enabled'],
    ])
    expect(rows[0]).toMatchObject({
      name: 'JSON topics ¦ JSON 主题编解码',
      kind: 'codec',
      version: (await call(server, 'monitor.server', { token: admin })).data.versions.mimic,
    })
    const manager = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
    expect((await callEntity(server, 'plugin', 'list', { token: manager.token })).status).toBe(403)
    expect(
      (
        await callEntity(server, 'plugin', 'disable', {
          token: manager.token,
          params: { id: rows[0]?.id ?? '' },
          body: {},
        })
      ).status,
    ).toBe(403)
  })

  it('switched off, own topics are acknowledged, counted and left out, and switched on they are read again', async () => {
    const product = await make('product', {
      name: 'Meter',
      code: 'meter',
      category: 'sensor',
      nodeType: 'direct',
      transport: 'mqtt',
      properties: [{ identifier: 'level', label: 'Level', type: 'decimal', isWritable: true }],
    })
    await make('device', { name: 'Meter 1', serial: 'SN-1', product, plantDevice: 'own-1' }, 'tunnel')
    await make('topic', { name: 'own/{device}/up', product, direction: 'up' })
    await make('topic', { name: 'own/{device}/down', product, direction: 'down' })
    const yard = await RawClient.connect({ url: server.mqttUrl, username: 'yard', password: token, clientId: 'yard' })
    await yard.subscribe(['own/+/down'])
    const publish = async (id: number, level: number): Promise<void> => {
      yard.publish('own/SN-1/up', JSON.stringify({ level }), 1, id)
      await yard.next(({ cmd, messageId }) => cmd === 'puback' && messageId === id)
    }
    const levels = () =>
      sqlIn(
        server,
        `select value from tag_history where tag = (select id from tag where path = 'tunnel/own-1/level') order by at`,
      )
    await publish(11, 1)
    const { leftOut } = (await call(server, 'monitor.broker', { token: admin })).data
    await runMove('ownTopics', 'disable')
    await publish(12, 2)
    expect((await call(server, 'monitor.broker', { token: admin })).data.leftOut).toBe(leftOut + 1)
    const order = (key: string) =>
      call(server, 'command.send', {
        token: admin,
        headers: { 'idempotency-key': key },
        body: { tag: 'tunnel/own-1/level', value: 5 },
      })
    await order('off')
    await yard.ping()
    expect(yard.publications).toEqual([])
    await runMove('ownTopics', 'enable')
    await order('on')
    await yard.next(({ cmd }) => cmd === 'publish')
    await publish(13, 3)
    expect(await levels()).toEqual([{ value: 1 }, { value: 3 }])
    expect(
      (await readAuditLog(server, admin, `plugin/${(await plugin('ownTopics')).id}`)).map(({ action }) => action),
    ).toEqual(['enable', 'disable'])
    yard.socket.terminate()
  })

  it('when disabled, call no webhook, and the notification log reports it', async () => {
    const channel = await make('channel', { name: 'Told', kind: 'webhook', url: hookUrl, isEnabled: true })
    const template = await make('template', { name: 'Told', channel, subject: 'Something', content: 'happened' })
    await runMove('webHook', 'disable')
    const tried = await call(server, 'channel.test', { token: admin, params: { id: channel }, body: {} })
    expect(tried.data).toMatchObject({
      isSent: false,
      message: expect.stringContaining('"Webhook" is disabled ¦ 未执行'),
    })
    await call(server, 'notification.send', { token: admin, body: { template, variables: {} } })
    await expect
      .poll(() => readNewest('notificationLog'), pollOptions)
      .toMatchObject({
        subject: 'Something',
        result: 'waiting',
        attempts: 1,
        message: expect.stringContaining('"Webhook" is disabled'),
      })
    expect(called).toEqual([])
    await runMove('webHook', 'enable')
    expect(
      (await call(server, 'channel.test', { token: admin, params: { id: channel }, body: {} })).data,
    ).toMatchObject({ isSent: true })
    expect(called).toHaveLength(1)
  })

  it('when disabled, freeze no meters, and the job log reports it', async () => {
    const { rows } = (await callEntity<{ rows: readonly PluginRow[] }>(server, 'job', 'list', { token: admin })).data
    const id = rows.find(({ task }) => task === 'freeze')?.id ?? ''
    const run = () => callEntity(server, 'job', 'runNow', { token: admin, params: { id }, body: {} })
    await runMove('freezes', 'disable')
    await run()
    await expect
      .poll(() => readNewest('jobLog'), pollOptions)
      .toMatchObject({ result: 'done', message: expect.stringContaining('"Meter freezes" is disabled') })
    await runMove('freezes', 'enable')
    await run()
    await expect
      .poll(() => readNewest('jobLog'), pollOptions)
      .toMatchObject({ result: 'done', message: expect.stringContaining('freeze records') })
  })

  it('switched off, the virtual plant falls silent at once, also after a restart, and comes back', async () => {
    const gateways = async (): Promise<number> =>
      (await call(server, 'monitor.broker', { token: admin, query: { pageSize: '50' } })).data.rows.filter(
        ({ kind }) => kind === 'gateway',
      ).length
    await expect.poll(gateways, pollOptions).toBeGreaterThan(0)
    await runMove('virtualPlant', 'disable')
    await expect.poll(gateways, pollOptions).toBe(0)
    await sqlIn(
      server,
      `insert into platform_plugin (id, revision, project, created_at, created_by, updated_at, updated_by, name, "_search", "_grams") values ('free-1', 1, '', now(), 'x', now(), 'x', 'OPC driver', '', '{}')`,
    )
    await server.kill('SIGTERM')
    await start()
    expect((await plugins()).map(({ code, status }) => [code, status])).toEqual([
      ['ownTopics', 'enabled'],
      ['virtualPlant', 'disabled'],
      ['mail', 'enabled'],
      ['webHook', 'enabled'],
      ['freezes', 'enabled'],
    ])
    expect(await gateways()).toBe(0)
    await runMove('virtualPlant', 'enable')
    await expect.poll(gateways, pollOptions).toBeGreaterThan(0)
  })

  it(
    'report a part missing for one start, do not switch it, and keep it disabled when it returns',
    { tags: 'full' },
    async () => {
      const url = `mqtt://127.0.0.1:${await freePort()}`
      const restart = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
        await server.kill('SIGTERM')
        await start(env)
      }
      await restart({ MQTT_URL: url })
      await runMove('externalBroker', 'disable')
      const { id } = await plugin('externalBroker')
      await restart()
      expect(await plugin('externalBroker')).toMatchObject({ id, status: 'disabled', isPresent: false })
      expect((await callEntity(server, 'plugin', 'enable', { token: admin, params: { id }, body: {} })).bad.error).toBe(
        'entity.state',
      )
      await restart({ MQTT_URL: url })
      expect(await plugin('externalBroker')).toMatchObject({ id, status: 'disabled', isPresent: true })
      expect((await call(server, 'monitor.broker', { token: admin })).data.external).toBe('none')
      await runMove('externalBroker', 'enable')
      await restart()
    },
  )

  it.skipIf(mosquittoProgram === undefined)(
    'when disabled, disconnect the external broker, and receive its queued messages when enabled again',
    { tags: 'full' },
    async () => {
      const directory = await mkdtemp(join(tmpdir(), 'mimic-mosquitto-'))
      const port = await freePort()
      const url = `mqtt://127.0.0.1:${port}`
      const mosquitto = await startMosquitto(directory, port)
      await server.kill('SIGTERM')
      await start({ MQTT_URL: url })
      const device = await connectAsync(url, { clientId: 'pole-x' })
      try {
        const external = async (): Promise<string> =>
          (await call(server, 'monitor.broker', { token: admin })).data.external
        const values = () =>
          sqlIn(
            server,
            `select value from tag_history where tag = (select id from tag where path = 'street/pole-x/level') order by at`,
          )
        const publish = (level: number) =>
          device.publishAsync('p/street/d/pole-x/up/values', JSON.stringify({ at: Date.now(), v: { level } }), {
            qos: 1,
          })
        await expect.poll(external, pollOptions).toBe('connected')
        await expect
          .poll(async () => {
            await publish(1)
            return (await values()).length
          }, pollOptions)
          .toBeGreaterThan(0)
        await runMove('externalBroker', 'disable')
        expect(await external()).toBe('none')
        await publish(7)
        await runMove('externalBroker', 'enable')
        await expect.poll(async () => (await values()).at(-1), pollOptions).toEqual({ value: 7 })
      } finally {
        await device.endAsync(true)
        await server.kill('SIGTERM')
        await start()
        await endMosquitto(mosquitto)
        await removeDirectory(directory)
      }
      expect(await plugin('externalBroker')).toMatchObject({ isPresent: false })
    },
  )
})
