import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { callEntity, call, signIn } from '../../support/server/api.ts'
import { findDescendants } from '../../support/server/cpu.ts'
import { canMount, mountSmallDisk, type SmallDisk } from '../../support/external/smallDisk.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

const megabyte = 1024 * 1024
const diskMegabytes = 420
const gatewayToken = 'a-gateway-credential-of-this-test-only'
const topic = 'p/street/d/full-1/up/values'
const isPossible = await canMount()
if (!isPossible) console.log('the disk of a server is not filled: this account may not mount file systems')

describe.skipIf(!isPossible)('a full disk', () => {
  let disk: SmallDisk
  let server: StartedServer
  let admin: string
  let source: RawClient
  let reader: RawClient
  /** Subjects of received notifications. */
  const subjects: string[] = []
  const hook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      subjects.push((JSON.parse(body) as { readonly subject: string }).subject)
      response.end()
    })
  })
  const hookPort = () => (hook.address() as AddressInfo).port

  const start = () =>
    startServer({
      dataDir: join(disk.directory, 'data'),
      isEmbedded: true,
      env: {
        MIMIC_GATEWAY_TOKEN: gatewayToken,
        MIMIC_METRICS_OPEN: '1',
        MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${hookPort()}`,
      },
    })
  const ready = async () => {
    const response = await fetch(`${server.httpUrl}/readyz`)
    return {
      status: response.status,
      body: (await response.json()) as { readonly detail?: Readonly<Record<string, string>> },
    }
  }
  /** Kinds of open server alarms. */
  const openAlarms = async () =>
    (await call(server, 'monitor.alarms', { token: admin })).data
      .filter(({ clearedAt }) => clearedAt === null)
      .map(({ kind }) => kind)
  const metrics = async () => (await fetch(`${server.httpUrl}/metrics`)).text()
  const create = async (entity: string, values: Readonly<Record<string, unknown>>) =>
    (await callEntity(server, entity, 'create', { token: admin, body: { values } })).data
  let names = 0
  const write = () =>
    callEntity(server, 'camera', 'create', {
      token: admin,
      body: { project: 'street', values: { name: `Full ${++names}`, serial: `F${names}` } },
    })
  const connect = (username: string, password: string) =>
    RawClient.connect({ url: server.mqttUrl, username, password, clientId: `${username}-${++names}` })
  /** Creates a share link. `read` shows its page, `change` changes links; both return the statuses. */
  const openShare = async () => {
    const { data: drawing } = await call(server, 'drawing.create', {
      token: admin,
      body: { project: 'street', name: 'Wall' },
    })
    const body = { password: null, expiresAt: null }
    const createLink = () => call(server, 'share.create', { token: admin, params: { id: drawing.id }, body })
    const { data: share } = await createLink()
    return {
      read: async () => {
        const opened = await call(server, 'share.open', { body: { share: share.id } })
        const { token } = opened.data
        const others = await Promise.all([
          call(server, 'share.ask', { body: { share: share.id } }),
          call(server, 'share.drawing', { body: { token } }),
          call(server, 'share.values', { body: { token, seen: 0 } }),
        ])
        return [opened, ...others].map(({ status }) => status)
      },
      change: async () => {
        const params = { id: drawing.id, share: share.id }
        const changed = await call(server, 'share.change', { token: admin, params, body: { password: null } })
        return [(await createLink()).status, changed.status]
      },
    }
  }
  let messages = 0
  const publish = (value: number): number => {
    source.publish(topic, JSON.stringify({ at: Date.now(), v: { level: value } }), 1, ++messages)
    return messages
  }
  const isShown = (value: number) => reader.publications.some(({ payload }) => payload.includes(`"level":${value}`))
  const isAcknowledged = (message: number) =>
    source.received.some((packet) => packet.cmd === 'puback' && packet.messageId === message)

  beforeAll(async () => {
    disk = await mountSmallDisk(diskMegabytes)
    await new Promise<void>((done) => {
      hook.listen(0, '127.0.0.1', done)
    })
    server = await start()
    admin = await signIn(server)
    source = await connect('gateway', gatewayToken)
    reader = await connect('admin', admin)
    await reader.subscribe([topic])
    const channel = await create('channel', { name: 'Hook', kind: 'webhook', url: `http://127.0.0.1:${hookPort()}/in` })
    await create('template', {
      name: 'Alarms',
      channel: channel.id,
      alarmLevel: 3,
      subject: '{faultEn}: {messageEn}',
      content: '{message}',
    })
    await vi.waitFor(
      () => {
        if (!existsSync(join(server.dataDir, 'ballast'))) throw new Error('the server has written no ballast')
      },
      { timeout: 30_000, interval: 200 },
    )
  })
  afterAll(async () => {
    await server?.kill('SIGKILL')
    await disk?.remove()
    hook.closeAllConnections()
    hook.close()
  })

  it('below the reserve, writes are refused with a sentence of their own, reads and live values go on, and all is well within seconds after space is freed', async () => {
    expect((await write()).status).toBe(200)
    expect((await ready()).status).toBe(200)
    const wall = await openShare()
    await disk.fill(20 * megabyte)
    await expect.poll(async () => (await write()).status, { timeout: 10_000 }).toBe(507)
    expect((await write()).bad).toMatchObject({
      code: 507,
      error: 'storage.full',
      msg: errors['storage.full'].words.en,
    })
    expect(await ready()).toMatchObject({ status: 503, body: { detail: { storage: 'full' } } })
    expect((await callEntity(server, 'camera', 'list', { token: admin, query: { project: 'street' } })).status).toBe(
      200,
    )
    expect((await call(server, 'drawing.list', { token: admin })).status).toBe(200)
    // A shared page goes on and opens again; its links cannot be changed.
    expect(await wall.read()).toEqual([200, 200, 200, 200])
    expect(await wall.change()).toEqual([507, 507])
    const unstored = publish(41)
    await expect.poll(() => isShown(41), { timeout: 5_000 }).toBe(true)
    expect(isAcknowledged(unstored)).toBe(false)
    expect(await openAlarms()).toContain('diskFull')
    expect(await metrics()).toContain('mimic_server_alarm{kind="diskFull",level="3"} 1')
    await expect
      .poll(() => subjects, { timeout: 15_000 })
      .toEqual(['Disk full: New data is rejected until disk space is freed'])
    // An administrator can sign in and delete data.
    expect(await signIn(server)).toMatch(/./)

    await disk.free()
    await expect.poll(async () => (await write()).status, { timeout: 15_000 }).toBe(200)
    expect((await ready()).status).toBe(200)
    expect(await openAlarms()).not.toContain('diskFull')
    expect(await metrics()).toContain('mimic_server_alarm{kind="diskFull",level="3"} 0')
    // Unacknowledged messages are resent on a new connection.
    await source.closed
    source = await connect('gateway', gatewayToken)
    const stored = publish(42)
    await expect.poll(() => isAcknowledged(stored)).toBe(true)
    expect(isShown(42)).toBe(true)
  })

  it(
    'without one free byte, requests fail with the same sentence, values still flow, and the log stays short',
    { tags: 'full' },
    async () => {
      const before = server.output().length
      await disk.fill(0)
      const until = performance.now() + 20_000
      const answers = new Set<number>()
      let value = 1_000
      while (performance.now() < until) {
        answers.add((await write()).status)
        if (source.socket.readyState === source.socket.OPEN) publish(++value)
        await new Promise((done) => setTimeout(done, 100))
      }
      answers.delete(200)
      expect([...answers].filter((status) => status !== 507)).toEqual([])
      await expect.poll(() => isShown(value), { timeout: 5_000 }).toBe(true)
      expect(server.output().length - before).toBeLessThan(20_000)
    },
  )

  it(
    'a database that crashes on the full disk comes back with the room that the ballast gives: reads go on, writes stay refused',
    { tags: 'full' },
    async () => {
      expect(await disk.freeBytes()).toBeLessThan(megabyte)
      for (const child of findDescendants(server.pid)) process.kill(child, 'SIGKILL')
      await expect
        .poll(
          async () =>
            (await callEntity(server, 'camera', 'list', { token: admin, query: { project: 'street' } })).status,
          {
            timeout: 60_000,
          },
        )
        .toBe(200)
      expect((await stat(join(server.dataDir, 'ballast'))).size).toBe(0)
      for (let each = 0; each < 10; each++) {
        expect((await write()).status).toBe(507)
        await new Promise((done) => setTimeout(done, 500))
      }
    },
  )

  it(
    'the server ends in order with the room that the ballast gives, and starts again with the same data',
    { tags: 'full' },
    async () => {
      await server.kill('SIGTERM')
      expect((await stat(join(server.dataDir, 'ballast'))).size).toBe(0)
      expect(server.output()).not.toContain('shutdown step failed')
      await disk.fill(0)
      const failure = await start().then(
        () => '',
        (cause: unknown) => String(cause),
      )
      expect(failure).toMatch(
        /Mimic did not start: the disk of the data directory \S+ is full: 0 MB free, at least 24 MB required\./,
      )
      expect(failure.split('Mimic did not start')[1]).not.toMatch(/^\s+at /m)
      await disk.free()
      server = await start()
      admin = await signIn(server)
      expect((await call(server, 'monitor.alarms', { token: admin })).data).toContainEqual(
        expect.objectContaining({ kind: 'diskFull', clearedAt: expect.any(Number) }),
      )
      const { data } = await callEntity<{ readonly total: number }>(server, 'camera', 'list', {
        token: admin,
        query: { project: 'street', search: 'Full' },
      })
      expect(data.total).toBeGreaterThan(0)
    },
  )

  it('a trial restore that would fill the disk is refused before it writes anything', async () => {
    const folder = join(server.dataDir, 'backups')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'mimic-2026-01-01-00-00-00.tar.gz'), 'any backup')
    const { id } = await create('job', { name: 'Trial', task: 'verifyBackup', cron: '0 3 * * *' })
    expect((await callEntity(server, 'job', 'runOnce', { token: admin, params: { id }, body: {} })).status).toBe(200)
    const result = await vi.waitFor(
      async () => {
        const { data } = await callEntity<{ readonly lastResult: string | null; readonly lastMessage: string }>(
          server,
          'job',
          'read',
          { token: admin, params: { id } },
        )
        if (data.lastResult === null) throw new Error('the job has not ended')
        return data
      },
      { timeout: 30_000, interval: 200 },
    )
    expect([result.lastResult, result.lastMessage]).toEqual([
      'failed',
      expect.stringContaining('not enough disk space'),
    ])
    expect(await readdir(folder)).toHaveLength(1)
    await rm(folder, { recursive: true })
  })
})
