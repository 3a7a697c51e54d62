import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeComponent, newDrawing } from '@mimic/engine/document'
import { Kysely, PostgresDialect } from 'kysely'
import { connectAsync, type MqttClient } from 'mqtt'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '../../../contract/entities.ts'
import { openHistory } from '../../../server/database/history/history.ts'
import type { Tables } from '../../../server/database/index.ts'
import { createLog } from '../../../server/log.ts'
import { systemClock } from '../../../server/services/base/scheduler.ts'
import { createUndeclaredDevices } from '../../../server/services/devices/undeclaredDevices/index.ts'
import { addAccount, callEntity, call, signIn, sqlIn, readAuditLog } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const project = 'tunnel'
const gatewayToken = 'the one credential of the gateways of this test'
const pollOptions = { timeout: 30_000, interval: 200 }
// Six devices and twenty tags per project, four devices and ten tags per connection.
const env = {
  MIMIC_GATEWAY_TOKEN: gatewayToken,
  MIMIC_UNDECLARED_PER_PROJECT: '6/20',
  MIMIC_UNDECLARED_PER_CONNECTION: '4/10',
}

let dataDir: string
let server: StartedServer
let admin: string
const clients = new Map<string, MqttClient>()

const start = async (): Promise<void> => {
  server = await startServer({ env, dataDir })
  admin = await signIn(server)
}
const stop = async (): Promise<void> => {
  for (const client of clients.values()) await client.endAsync(true)
  clients.clear()
  await server?.stop()
}
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-undeclared-'))
  await start()
})
afterAll(async () => {
  await stop()
  await removeDirectory(dataDir)
})

const connectClient = async (clientId: string): Promise<MqttClient> => {
  const client =
    clients.get(clientId) ??
    (await connectAsync(server.mqttUrl, {
      username: 'yard',
      password: gatewayToken,
      clientId,
      protocolVersion: 4,
      reconnectPeriod: 0,
    }))
  clients.set(clientId, client)
  return client
}
const publishState = async (clientId: string, device: string, online = true): Promise<void> => {
  await (
    await connectClient(clientId)
  ).publishAsync(`p/${project}/d/${device}/up/state`, JSON.stringify({ online, at: Date.now() }), { qos: 1 })
}
/** Returns devices with a state tag, by name. */
const stateTags = async (pattern: string): Promise<readonly unknown[]> =>
  (
    await sqlIn(
      server,
      `select device from tag where project = $1 and device like $2 and point = '$state' order by device`,
      [project, pattern],
    )
  ).map(({ device }) => device)
/** Resolves when the broker has acknowledged the message. */
const publish = async (
  clientId: string,
  device: string,
  values: Readonly<Record<string, number>> = { power: 1 },
  to = project,
): Promise<void> => {
  await (
    await connectClient(clientId)
  ).publishAsync(`p/${to}/d/${device}/up/values`, JSON.stringify({ at: Date.now(), every: 5000, v: values }), {
    qos: 1,
  })
}
const readTags = async (device: string): Promise<readonly unknown[]> =>
  (
    await sqlIn(
      server,
      `select point from tag where project = $1 and device = $2 and point <> '$state' order by point`,
      [project, device],
    )
  ).map(({ point }) => point)
const list = async (state: 'new' | 'ignored', token = admin) =>
  (await call(server, 'undeclared.list', { token, query: { project, state } })).data
const listed = async (state: 'new' | 'ignored', token = admin): Promise<readonly string[]> =>
  (await list(state, token)).rows.map(({ device }) => device).toSorted()
const removeAll = async (): Promise<void> => {
  const devices = [...(await listed('new')), ...(await listed('ignored'))]
  if (devices.length > 0) await call(server, 'undeclared.remove', { token: admin, body: { project, devices } })
  const ignored = await listed('ignored')
  if (ignored.length > 0) await call(server, 'undeclared.accept', { token: admin, body: { project, devices: ignored } })
}

describe('the quota of undeclared devices', () => {
  it('drops messages of one connection beyond it, acknowledges them, reports this, and keeps the connection open', async () => {
    for (let n = 1; n <= 8; n++) await publish('yard', `stray-${n}`)
    expect(await listed('new')).toEqual(['stray-1', 'stray-2', 'stray-3', 'stray-4'])
    expect((await connectClient('yard')).connected).toBe(true)
    await publish('yard', 'stray-1', { power: 7 })
    expect(
      (await call(server, 'undeclared.tags', { token: admin, params: { project, device: 'stray-1' } })).data,
    ).toMatchObject([{ point: 'power', value: 7 }])
    const { data } = await call(server, 'undeclared.quota', { token: admin })
    expect(data.find((each) => each.project === project)).toMatchObject({
      devices: 4,
      tags: 4,
      maxDevices: 6,
      maxTags: 20,
      maxDevicesOfClient: 4,
      maxTagsOfClient: 10,
      dropped: { count: 4, limit: 'connection', device: 'stray-8', publisher: 'yard' },
    })
    expect(server.output().match(/messages of undeclared devices exceed the quota/g)).toHaveLength(1)
  })

  it(
    'drops messages of several connections beyond the project limit, also after a restart, but not in other projects',
    { tags: 'full' },
    async () => {
      for (let n = 5; n <= 8; n++) await publish('yard-1', `stray-${n}`)
      expect(await listed('new')).toHaveLength(6)
      await stop()
      await start()
      await publish('yard-2', 'stray-9')
      expect(await readTags('stray-9')).toEqual([])
      expect(await listed('new')).toHaveLength(6)
      await publish('yard-2', 'stray-9', { power: 1 }, 'street')
      expect(
        (await call(server, 'undeclared.list', { token: admin, query: { project: 'street' } })).data.rows,
      ).toMatchObject([{ device: 'stray-9', publisher: 'yard-2', tags: 1 }])
    },
  )

  it('keeps the known tags of a device that sends too many, and stores no others', async () => {
    await publish(
      'yard-3',
      'stray-1',
      Object.fromEntries([['power', 9], ...Array.from({ length: 30 }, (_, n): [string, number] => [`more${n}`, n])]),
    )
    expect(await readTags('stray-1')).toEqual(['power'])
    expect(
      (await call(server, 'undeclared.tags', { token: admin, params: { project, device: 'stray-1' } })).data,
    ).toMatchObject([{ point: 'power', value: 9 }])
  })

  it('does not concern a device that a row names, nor those of the plant', async () => {
    await callEntity(server, 'product', 'create', {
      token: admin,
      body: { values: { name: 'Meter', code: 'meter', category: 'sensor', nodeType: 'direct', transport: 'mqtt' } },
    })
    const {
      rows: [product],
    } = (
      await callEntity<{ rows: readonly { id: string }[] }>(server, 'product', 'list', {
        token: admin,
        query: { search: 'meter' },
      })
    ).data
    const created = await callEntity(server, 'device', 'create', {
      token: admin,
      body: { project, values: { name: 'Late', serial: 'SN-late', product: product?.id, plantDevice: 'late' } },
    })
    expect(created.status).toBe(200)
    await publish('yard-4', 'late', Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}`, n])))
    expect(await readTags('late')).toHaveLength(30)
    await publish('yard-4', 'lamp-001', { novel: 1 })
    expect(await readTags('lamp-001')).toContain('novel')
    expect(await listed('new')).not.toContain('late')
  })

  it('accepts dropped devices again once a device is declared', async () => {
    const {
      rows: [product],
    } = (
      await callEntity<{ rows: readonly { id: string }[] }>(server, 'product', 'list', {
        token: admin,
        query: { search: 'meter' },
      })
    ).data
    const adopted = await callEntity(server, 'device', 'create', {
      token: admin,
      body: {
        project,
        values: { name: 'Stray 1', serial: 'SN-stray-1', product: product?.id, plantDevice: 'stray-1' },
      },
    })
    expect(adopted.status).toBe(200)
    expect(await listed('new')).not.toContain('stray-1')
    await expect
      .poll(async () => {
        await publish('yard-5', 'stray-10')
        return readTags('stray-10')
      }, pollOptions)
      .toEqual(['power'])
  })
})

describe('the quota of undeclared devices that send no values', { tags: 'full' }, () => {
  it('drops and acknowledges states and acks of new devices beyond it, also after a restart, and stores no tags of them', async () => {
    await removeAll()
    for (let n = 1; n <= 30; n++) await publishState('yard-20', `mute-${n}`, n % 2 === 0)
    for (let n = 31; n <= 33; n++)
      await (
        await connectClient('yard-20')
      ).publishAsync(`p/${project}/d/mute-${n}/up/ack`, JSON.stringify({ id: 'c-1', ok: true, at: Date.now() }), {
        qos: 1,
      })
    expect((await connectClient('yard-20')).connected).toBe(true)
    const first = ['mute-1', 'mute-2', 'mute-3', 'mute-4']
    expect(await listed('new')).toEqual(first)
    expect((await list('new')).rows[0]).toMatchObject({
      tags: 0,
      publisher: 'yard-20',
      firstSeenAt: expect.any(Number),
    })
    // State tags are stored every second.
    await pause(2500)
    expect(await stateTags('mute-%')).toEqual(first)
    const { data } = await call(server, 'undeclared.quota', { token: admin })
    expect(data.find((each) => each.project === project)).toMatchObject({
      devices: 4,
      tags: 0,
      dropped: { limit: 'connection', publisher: 'yard-20' },
    })
    await stop()
    await start()
    for (let n = 5; n <= 8; n++) {
      await publishState('yard-20', `mute-${n}`)
      await publish('yard-20', `mute-${n}`)
    }
    expect(await listed('new')).toEqual(first)
    for (let n = 5; n <= 8; n++) await publishState('yard-21', `mute-${n}`)
    await pause(2500)
    expect(await listed('new')).toEqual([...first, 'mute-5', 'mute-6'])
    expect(await stateTags('mute-%')).toEqual([...first, 'mute-5', 'mute-6'])
  })

  it('raises a server alarm while it is exceeded', async () => {
    await expect
      .poll(
        async () =>
          (await call(server, 'monitor.alarms', { token: admin })).data.find(({ kind }) => kind === 'undeclaredQuota'),
        pollOptions,
      )
      .toMatchObject({ clearedAt: null, detail: expect.stringContaining(project) })
  })

  it('does not concern the states of a device that a row names, nor those of a device with values', async () => {
    const {
      rows: [product],
    } = (
      await callEntity<{ rows: readonly { id: string }[] }>(server, 'product', 'list', {
        token: admin,
        query: { search: 'meter' },
      })
    ).data
    await callEntity(server, 'device', 'create', {
      token: admin,
      body: { project, values: { name: 'Calm', serial: 'SN-calm', product: product?.id, plantDevice: 'calm' } },
    })
    const watcher = await connectAsync(server.mqttUrl, {
      clientId: 'watcher',
      username: 'admin',
      password: admin,
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    clients.set('watcher', watcher)
    const seen: string[] = []
    watcher.on('message', (topic) => seen.push(topic))
    await watcher.subscribeAsync(`p/${project}/d/+/up/state`, { qos: 1 })
    await publishState('yard-20', 'mute-9')
    await publishState('yard-20', 'calm')
    await publishState('yard-20', 'mute-1')
    await publishState('yard-20', 'lamp-001')
    // Retained messages arrive first.
    await expect
      .poll(() => seen.slice(-3), pollOptions)
      .toEqual(['calm', 'mute-1', 'lamp-001'].map((device) => `p/${project}/d/${device}/up/state`))
    expect(seen.filter((topic) => topic.includes('mute-9'))).toEqual([])
    expect(await listed('new')).not.toContain('calm')
  })

  it('has room again once such a device is deleted, which deletes its state tag', async () => {
    expect(
      (await call(server, 'undeclared.remove', { token: admin, body: { project, devices: ['mute-1', 'mute-2'] } }))
        .status,
    ).toBe(200)
    await pause(1500)
    expect(await stateTags('mute-%')).toEqual(['mute-3', 'mute-4', 'mute-5', 'mute-6'])
    await publishState('yard-20', 'mute-10')
    expect(await listed('new')).toContain('mute-10')
    await removeAll()
    expect([await listed('new'), await stateTags('mute-%')]).toEqual([[], []])
  })
})

describe('an undeclared device', () => {
  it('that is ignored is not heard until it is accepted again, and its publisher is acknowledged', async () => {
    await removeAll()
    await publish('yard-6', 'noisy', { power: 1 })
    expect(
      (await call(server, 'undeclared.ignore', { token: admin, body: { project, devices: ['noisy'] } })).status,
    ).toBe(200)
    await publish('yard-6', 'noisy', { power: 2 })
    expect([await listed('new'), await listed('ignored')]).toEqual([[], ['noisy']])
    expect(
      (await call(server, 'undeclared.tags', { token: admin, params: { project, device: 'noisy' } })).data,
    ).toMatchObject([{ value: 1 }])
    await stop()
    await start()
    await publish('yard-6', 'noisy', { power: 3 })
    expect(
      (await call(server, 'undeclared.tags', { token: admin, params: { project, device: 'noisy' } })).data,
    ).toMatchObject([{ value: 1 }])
    await call(server, 'undeclared.accept', { token: admin, body: { project, devices: ['noisy'] } })
    await publish('yard-6', 'noisy', { power: 4 })
    expect(
      (await call(server, 'undeclared.tags', { token: admin, params: { project, device: 'noisy' } })).data,
    ).toMatchObject([{ value: 4 }])
    expect(
      (await readAuditLog(server, admin, `undeclaredDevice/${project}/noisy`)).map(({ action }) => action).toSorted(),
    ).toEqual(['accept', 'ignore'])
  })

  it('that is ignored is heard as soon as a row names it', async () => {
    await call(server, 'undeclared.ignore', { token: admin, body: { project, devices: ['noisy'] } })
    await publish('yard-7', 'noisy', { power: 5 })
    const {
      rows: [product],
    } = (
      await callEntity<{ rows: readonly { id: string }[] }>(server, 'product', 'list', {
        token: admin,
        query: { search: 'meter' },
      })
    ).data
    await callEntity(server, 'device', 'create', {
      token: admin,
      body: { project, values: { name: 'Noisy', serial: 'SN-noisy', product: product?.id, plantDevice: 'noisy' } },
    })
    const newest = async () =>
      (
        await call(server, 'history.read', { token: admin, query: { tags: `${project}/noisy/power`, spanMs: '60000' } })
      ).data[0]?.values.at(-1)
    await expect
      .poll(async () => {
        await publish('yard-7', 'noisy', { power: 6 })
        return newest()
      }, pollOptions)
      .toBe(6)
    expect(await listed('ignored')).toEqual([])
    await expect.poll(() => sqlIn(server, 'select device from ignored_device'), pollOptions).toEqual([])
  })

  it('that is deleted leaves no tags or history, and starts over with its next message', async () => {
    await publish('yard-8', 'gone', { power: 1, level: 2 })
    const ids = (await sqlIn(server, `select id from tag where project = $1 and device = 'gone'`, [project])).map(
      ({ id }) => Number(id),
    )
    expect((await sqlIn(server, 'select 1 from tag_history where tag = any($1)', [ids])).length).toBe(2)
    const removed = await call(server, 'undeclared.remove', { token: admin, body: { project, devices: ['gone'] } })
    expect(removed.status).toBe(200)
    expect([await readTags('gone'), await listed('new')]).toEqual([[], []])
    await expect
      .poll(
        async () => (await sqlIn(server, 'select 1 from tag_history where tag = any($1)', [ids])).length,
        pollOptions,
      )
      .toBe(0)
    expect(await readAuditLog(server, admin, `undeclaredDevice/${project}/gone`)).toMatchObject([{ action: 'remove' }])
    await publish('yard-8', 'gone', { power: 3 })
    expect(await readTags('gone')).toEqual(['power'])
    expect(
      (
        await call(server, 'history.read', { token: admin, query: { tags: `${project}/gone/power`, spanMs: '60000' } })
      ).data[0]?.values.filter((value) => value !== null),
    ).toEqual([3])
  })

  it('is a matter of the managers of its project; a declared one is missing', async () => {
    const operator = (await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])).token
    const manager = (await addAccount(server, admin, 'manager', [{ id: project, role: 'manager' }])).token
    const stranger = (await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])).token
    expect((await call(server, 'undeclared.list', { token: operator })).status).toBe(403)
    expect(await listed('new', manager)).toEqual(['gone'])
    expect(await listed('new', stranger)).toEqual([])
    for (const id of ['undeclared.ignore', 'undeclared.remove'] as const) {
      expect((await call(server, id, { token: stranger, body: { project, devices: ['gone'] } })).status).toBe(404)
      expect(
        (await call(server, id, { token: manager, body: { project, devices: ['gone', 'lamp-001'] } })).status,
      ).toBe(404)
    }
    expect(await readTags('gone')).toEqual(['power'])
  })
})

describe('a tag without a value for 90 days', () => {
  const daysAgo = (days: number): number => Date.now() - days * 86_400_000

  it(
    'is deleted with its history, unless a device, a drawing, a deleted drawing or a rule uses it',
    { tags: 'full' },
    async () => {
      await removeAll()
      const old = ['old-unused', 'old-drawn', 'old-recycled', 'old-shown', 'old-declared']
      for (const device of old) await publish('yard-9', device)
      await publish('yard-10', 'young-unused')
      const draw = async (name: string, device: string): Promise<string> => {
        const bound = makeComponent({
          type: 'text',
          name: 'Power',
          width: 100,
          height: 40,
          bindings: [{ prop: 'text', tag: `${project}/${device}/power`, via: { kind: 'value' } }],
        })
        return (
          await call(server, 'drawing.create', {
            token: admin,
            body: { project, name, drawing: { ...newDrawing(name), components: [bound] } },
          })
        ).data.id
      }
      await draw('Old values', 'old-drawn')
      const deleted = await draw('Deleted values', 'old-recycled')
      expect((await call(server, 'drawing.remove', { token: admin, params: { id: deleted } })).status).toBe(200)
      const shown = await callEntity(server, 'dashboard', 'create', {
        token: admin,
        body: {
          project,
          values: { name: 'Old values', cards: [{ kind: 'value', tag: `${project}/old-shown/power` }] },
        },
      })
      expect(shown.status).toBe(200)
      const {
        rows: [product],
      } = (
        await callEntity<{ rows: readonly { id: string }[] }>(server, 'product', 'list', {
          token: admin,
          query: { search: 'meter' },
        })
      ).data
      await callEntity(server, 'device', 'create', {
        token: admin,
        body: { project, values: { name: 'Old', serial: 'SN-old', product: product?.id, plantDevice: 'old-declared' } },
      })
      await stop()
      await start()
      // Backdates rows in the database by 91 days.
      for (const statement of [
        `update tag set first_seen_at = to_timestamp($2 / 1000.0) where device = any($1)`,
        `update newest_value set at = to_timestamp($2 / 1000.0) where tag in (select id from tag where device = any($1))`,
      ]) {
        await sqlIn(server, statement, [old, daysAgo(91)])
      }
      const present = async () =>
        (
          await sqlIn(
            server,
            `select device from tag where device like 'old-%' or device = 'young-unused' group by device order by device`,
          )
        ).map(({ device }) => device)
      const pool = new Pool({ ...server.database, max: 1 })
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
      const log = createLog('error')
      const history = await openHistory({ db, direct: pool, log })
      const service = (unusedDays: number) =>
        createUndeclaredDevices({
          db,
          entities,
          history,
          quota: { project: { devices: 1, tags: 1 }, connection: { devices: 1, tags: 1 } },
          unusedDays,
          clock: systemClock,
          log,
        })
      try {
        expect(await service(0).removeUnused()).toBe(0)
        expect(await service(92).removeUnused()).toBe(0)
        expect(await service(90).removeUnused()).toBe(1)
      } finally {
        await history.close()
        await db.destroy()
      }
      expect(await present()).toEqual(['old-declared', 'old-drawn', 'old-recycled', 'old-shown', 'young-unused'])
      expect(await readTags('old-unused')).toEqual([])
      expect(await readAuditLog(server, admin, 'tag/unused')).toMatchObject([{ action: 'remove' }])
    },
  )
})
