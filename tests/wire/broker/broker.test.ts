import { afterEach, expect, test, vi } from 'vitest'
import { canSubscribe } from '../../../server/broker/index.ts'
import { createLog } from '../../../server/log.ts'
import { createStorageGuard } from '../../../server/storage/guard.ts'
import { type BrokerRig, createFrame, grants, startBroker } from '../../chaos/brokerRig.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { ownCpuMs } from '../../support/server/cpu.ts'

let rig: BrokerRig
afterEach(() => rig.close())

const projects = ['street', 'tunnel', 'factory']
const filters = [
  '#',
  '+/#',
  '+/+/+/+/+/+',
  'p/#',
  'p/+/d/+/up/values',
  'mimic/beacon',
  'mimic/#',
  '$SYS/#',
  '$SYS/+/new/clients',
  '$share/g/p/street/d/pole-1/up/values',
  '$share/g/#',
  ...projects.flatMap((project) => [
    `p/${project}/#`,
    `p/${project}/d/+/#`,
    `p/${project}/d/+/up/values`,
    `p/${project}/d/pole-1/up/#`,
    `p/${project}/d/+/up/state`,
    `p/${project}/d/+/up/ack`,
    `p/${project}/d/+/down/command`,
    `p/${project}/d/pole-1/down/#`,
    `p/${project}/g/+/state`,
  ]),
]

test('every account receives exactly its projects, whatever it asks for, live and retained', async () => {
  rig = await startBroker()
  const yard = await rig.connect('yard')
  const canary = (round: string) =>
    projects.flatMap((project) => [
      { topic: `p/${project}/d/pole-1/up/values`, payload: createFrame({ [`${project}${round}`]: 1 }) },
      { topic: `p/${project}/d/pole-1/up/state`, payload: JSON.stringify({ online: true, at: Date.now(), round }) },
      {
        topic: `p/${project}/g/yard/state`,
        payload: JSON.stringify({ online: true, devices: ['pole-1'], at: Date.now(), round }),
      },
    ])
  const send = async (round: string) => {
    for (const { topic, payload } of canary(round)) yard.publish(topic, payload, 0, 1, true)
    await yard.ping()
  }
  await send('Old')
  const readers = await Promise.all(
    ['ann', 'bob', 'eve', 'pole-7'].map(async (account) => {
      const client = await rig.connect(account)
      const codes = await client.subscribe(filters)
      return { account, client, codes }
    }),
  )
  for (const { account, codes } of readers) {
    const grant = grants[account]
    expect([account, filters.filter((_filter, index) => codes[index] !== 128)]).toEqual([
      account,
      filters.filter((filter) => grant && canSubscribe(grant, filter)),
    ])
  }
  await send('New')
  for (const { account, client } of readers) {
    await client.ping()
    const seen = new Set(
      client.publications.map(({ topic }) => topic.split('/')[1]).filter((project) => project !== 'beacon'),
    )
    const granted = account === 'pole-7' ? [] : (grants[account]?.projects ?? [])
    expect([account, [...seen].toSorted()]).toEqual([account, granted.toSorted()])
    if (granted.length > 0) expect(client.publications.some(({ retain }) => retain)).toBe(true)
    expect(client.publications.filter(({ topic }) => topic.includes('down') || topic.startsWith('$'))).toEqual([])
  }
})

test('a user that publishes is disconnected, and the message is not delivered', async () => {
  rig = await startBroker()
  const bob = await rig.connect('bob')
  await bob.subscribe(['p/factory/d/+/up/values'])
  for (const topic of [
    'p/street/d/pole-1/up/values',
    'p/street/d/pole-1/down/command',
    'mimic/beacon',
    '$SYS/x',
    'anything',
  ]) {
    const ann = await rig.connect('ann')
    ann.publish(topic, createFrame({ a: 1 }), 1)
    await ann.closed
    expect(ann.received.map(({ cmd }) => cmd)).toEqual(['connack'])
  }
  const device = await rig.connect('pole-7')
  device.publish('p/street/d/pole-8/up/values', createFrame({ a: 1 }))
  await device.closed
  const mill = await rig.connect('mill')
  mill.publish('p/street/d/pole-8/up/values', createFrame({ a: 1 }))
  await mill.closed
  expect(rig.committed).toEqual([])
  expect(bob.publications).toEqual([])
  expect(rig.broker.stats().refused).toBeGreaterThanOrEqual(7)
})

test('a wrong password, a foreign Will and an endless client id are refused by their codes', async () => {
  rig = await startBroker()
  const victim = await rig.connect('pole-7')
  const code = async (account: string, more: Parameters<BrokerRig['connect']>[1]) => {
    const client = await rig.connect(account, more)
    await client.closed
    return client.connackCode
  }
  const will = (topic: string) => ({
    connect: { will: { topic, payload: Buffer.from('{}'), qos: 0 as const, retain: false } },
  })
  expect([
    await code('ann', { password: 'wrong' }),
    await code('nobody', {}),
    await code('ann', { clientId: 'x'.repeat(129) }),
    await code('ann', { clientId: 'a\u0001b' }),
    await code('pole-7', will('p/street/d/pole-8/up/state')),
    await code('ann', will('p/street/d/pole-7/up/state')),
    await code('yard', will('p/street/g/mill/state')),
  ]).toEqual([4, 4, 2, 2, 5, 5, 5])
  // A client id belongs to its account, so the same one takes over no connection of another.
  const other = await rig.connect('yard', { clientId: 'pole-7' })
  expect(other.connackCode).toBe(0)
  await victim.ping()
})

test('two accounts with one client id do not push each other out; one account does with its own', async () => {
  rig = await startBroker()
  const ann = await rig.connect('ann', { clientId: 'screen' })
  const bob = await rig.connect('bob', { clientId: 'screen' })
  await Promise.all([ann.ping(), bob.ping()])
  const again = await rig.connect('ann', { clientId: 'screen' })
  await ann.closed
  await Promise.all([again.ping(), bob.ping()])
})

test('a Will speaks when a gateway dies, and the broker knows its devices are out of reach', async () => {
  rig = await startBroker()
  const state = (online: boolean) => JSON.stringify({ online, devices: ['pole-1'], at: Date.now() })
  const ann = await rig.connect('ann')
  await ann.subscribe(['p/street/g/+/state'])
  const yard = await rig.connect('yard', {
    connect: { will: { topic: 'p/street/g/yard/state', payload: Buffer.from(state(false)), qos: 1, retain: true } },
  })
  expect(rig.broker.isOnline({ project: 'street', device: 'pole-1' })).toBe(undefined)
  yard.publish('p/street/g/yard/state', state(true), 1)
  await ann.next((packet) => packet.cmd === 'publish')
  expect(rig.broker.isOnline({ project: 'street', device: 'pole-1' })).toBe(true)
  await yard.close()
  await ann.next((packet) => packet.cmd === 'publish' && packet.payload.toString().includes('"online":false'))
  expect(rig.broker.isOnline({ project: 'street', device: 'pole-1' })).toBe(false)
})

test('an account that is disconnected receives nothing more and cannot come back without a grant', async () => {
  const allowed = new Set(['ann', 'yard'])
  rig = await startBroker({
    authenticate: async (_id, username) => (allowed.has(username) ? (grants[username] ?? null) : null),
  })
  const [ann, other] = [await rig.connect('ann', { clientId: 'a' }), await rig.connect('ann', { clientId: 'b' })]
  const yard = await rig.connect('yard')
  await ann.subscribe(['p/street/d/+/up/values'])
  allowed.delete('ann')
  rig.broker.disconnect('ann')
  yard.publish('p/street/d/pole-1/up/values', createFrame({ a: 1 }))
  await Promise.all([ann.closed, other.closed, yard.ping()])
  expect(ann.publications).toEqual([])
  const back = await rig.connect('ann')
  expect(back.connackCode).toBe(4)
})

test('a grant that runs out ends its connection', async () => {
  rig = await startBroker({
    authenticate: async () => ({ kind: 'user', account: 'ann', projects: ['street'], expiresAt: Date.now() + 200 }),
  })
  const ann = await rig.connect('ann')
  await ann.closed
})

test.each([1, 2] as const)('QoS %i is acknowledged after the commit and not before', async (qos) => {
  const commits: (() => void)[] = []
  rig = await startBroker({ commit: () => new Promise((done) => commits.push(done)) })
  const yard = await rig.connect('yard')
  const ann = await rig.connect('ann')
  await ann.subscribe(['p/street/d/+/up/values'])
  yard.publish('p/street/d/pole-1/up/values', createFrame({ a: 1 }), qos, 77)
  await vi.waitFor(() => expect(commits).toHaveLength(1))
  await ann.ping()
  expect(yard.received.map(({ cmd }) => cmd)).toEqual(['connack'])
  expect(ann.publications).toEqual([])
  commits[0]?.()
  await yard.next((packet) => packet.cmd === (qos === 1 ? 'puback' : 'pubrec') && packet.messageId === 77)
  await ann.next((packet) => packet.cmd === 'publish')
})

test('a frame that cannot be committed is not acknowledged: the connection closes and the sender retries', async () => {
  let isBroken = true
  rig = await startBroker({
    commit: async () => {
      if (isBroken) throw new Error('disk full')
    },
  })
  const yard = await rig.connect('yard')
  yard.publish('p/street/d/pole-1/up/values', createFrame({ a: 1 }), 1)
  await yard.closed
  expect(yard.received.map(({ cmd }) => cmd)).toEqual(['connack'])
  isBroken = false
  const again = await rig.connect('yard')
  again.publish('p/street/d/pole-1/up/values', createFrame({ a: 1 }), 1)
  await again.next((packet) => packet.cmd === 'puback')
})

test('while nothing can be stored, values of every QoS are passed on and not acknowledged, and are sent again once it can', async () => {
  const storage = createStorageGuard({ log: createLog('silent'), everyMs: 50, holdMs: 0 })
  let isFull = true
  rig = await startBroker({
    storage,
    commit: async (frames) => {
      if (isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' })
      rig.committed.push(...frames)
    },
  })
  const yard = await rig.connect('yard')
  const ann = await rig.connect('ann')
  await ann.subscribe(['p/street/d/+/up/values'])
  const send = (sender: RawClient, value: number): void => {
    for (const qos of [0, 1, 2] as const)
      sender.publish(`p/street/d/pole-${qos}/up/values`, createFrame({ a: value }), qos, qos * 10 + value)
  }
  send(yard, 1) // the commit fails
  await vi.waitFor(() => expect(ann.publications).toHaveLength(3))
  storage.report(Object.assign(new Error('could not extend file'), { code: '53100' }))
  send(yard, 2) // no further commits
  await vi.waitFor(() => expect(ann.publications).toHaveLength(6))
  await yard.ping()
  expect(yard.received.filter(({ cmd }) => cmd === 'puback' || cmd === 'pubrec')).toEqual([])

  isFull = false
  const stop = storage.start({ isFull: undefined, read: () => Promise.resolve(), write: () => Promise.resolve() })
  await yard.closed
  const again = await rig.connect('yard')
  send(again, 3)
  await again.next(({ cmd }) => cmd === 'puback')
  await again.next(({ cmd }) => cmd === 'pubrec')
  expect(rig.committed.filter(({ acknowledged }) => acknowledged)).toHaveLength(2)
  stop()
})

test('frames that wait for a hanging database are passed on at once when it counts as unreachable', async () => {
  const storage = createStorageGuard({ log: createLog('silent'), everyMs: 50, answerMs: 100 })
  const commits: (() => void)[] = []
  rig = await startBroker({ storage, commit: () => new Promise((done) => commits.push(done)) })
  const yard = await rig.connect('yard')
  const other = await rig.connect('pole-7')
  const ann = await rig.connect('ann')
  await ann.subscribe(['p/street/d/+/up/values'])
  yard.publish('p/street/d/pole-1/up/values', createFrame({ a: 1 }), 1, 7)
  await vi.waitFor(() => expect(commits).toHaveLength(1))
  other.publish('p/street/d/pole-7/up/values', createFrame({ a: 2 }), 1, 8)
  await vi.waitFor(() => expect(rig.broker.stats().waitingPoints).toBe(2))
  const hanging = () => new Promise(() => undefined)
  const stop = storage.start({ isFull: undefined, read: hanging, write: hanging })
  await vi.waitFor(() => expect(ann.publications).toHaveLength(2), { timeout: 10_000 })
  stop()
  commits[0]?.()
  // The frame being stored is forwarded later, after the usual delay.
  expect(ann.publications.map(({ topic }) => topic)).toEqual([
    'p/street/d/pole-7/up/values',
    'p/street/d/pole-1/up/values',
  ])
})

test('values with a slow commit are forwarded before it, once, and acknowledged after it', async () => {
  const commits: (() => void)[] = []
  rig = await startBroker({ commit: () => new Promise((done) => commits.push(done)) })
  const yard = await rig.connect('yard')
  const ann = await rig.connect('ann')
  await ann.subscribe(['p/street/d/+/up/values'])
  yard.publish('p/street/d/pole-1/up/values', createFrame({ a: 1 }), 1, 77)
  await vi.waitFor(() => expect(ann.publications).toHaveLength(1), { timeout: 10_000 })
  expect(yard.received.map(({ cmd }) => cmd)).toEqual(['connack'])
  commits[0]?.()
  await yard.next(({ cmd, messageId }) => cmd === 'puback' && messageId === 77)
  await ann.ping()
  expect(ann.publications).toHaveLength(1)
})

test('QoS 0 is shown at once and stored too', async () => {
  rig = await startBroker()
  const ann = await rig.connect('ann')
  await ann.subscribe(['p/street/d/+/up/values'])
  const yard = await rig.connect('yard')
  yard.publish('p/street/d/pole-1/up/values', createFrame({ a: 1, b: 2 }))
  await ann.next((packet) => packet.cmd === 'publish')
  await vi.waitFor(() =>
    expect(rig.committed).toMatchObject([
      { project: 'street', device: 'pole-1', points: ['a', 'b'], acknowledged: false },
    ]),
  )
})

test('malformed messages are counted, logged once, neither stored nor forwarded, and their sender stays connected', async () => {
  rig = await startBroker()
  const ann = await rig.connect('ann')
  await ann.subscribe(['p/street/d/+/up/values', 'p/street/d/+/up/state'])
  const yard = await rig.connect('yard')
  const bad: (string | Buffer)[] = [
    '',
    '{',
    '[]',
    '{"v":{"a":1}}',
    '{"at":1,"v":{"a":1}}',
    '{"at":"x","v":{}}',
    Buffer.from([0xb1, 1, 255, 255]),
    Buffer.from([0xff, 0xfe]),
    'x'.repeat(250_000),
  ]
  for (const [index, payload] of bad.entries()) {
    yard.publish('p/street/d/pole-1/up/values', payload, index % 2 === 0 ? 0 : 1, index + 1)
    yard.publish('p/street/d/pole-1/up/state', payload)
  }
  await yard.ping()
  await ann.ping()
  expect(rig.broker.stats().malformed).toBe(bad.length * 2)
  expect(rig.logged.filter(({ details }) => details.from === 'street/pole-1')).toHaveLength(1)
  expect([rig.committed, ann.publications, rig.broker.stats().retained]).toEqual([[], [], 0])
  expect(yard.received.filter(({ cmd }) => cmd === 'puback')).toHaveLength(4)
  yard.publish('p/street/d/pole-1/up/values', createFrame({ a: 5 }), 1, 99)
  await yard.next((packet) => packet.cmd === 'puback' && packet.messageId === 99)
})

test('a clock that is ahead is stored under the time of receipt, as doubtful', async () => {
  rig = await startBroker()
  const yard = await rig.connect('yard')
  yard.publish('p/street/d/pole-1/up/values', createFrame({ a: 5 }, Date.now() + 3_600_000), 1)
  await yard.next((packet) => packet.cmd === 'puback')
  const [frame] = rig.committed
  expect(frame?.at).toBe(frame?.receivedAt)
  expect([...(frame?.qualities ?? [])]).toEqual([1])
  expect(rig.broker.stats().clockAhead).toBe(1)
})

test('a client that violates the protocol or its limits is disconnected, without affecting others', async () => {
  rig = await startBroker()
  const ann = await rig.connect('ann')
  const { url } = rig.broker
  const stranger = async (send: (client: RawClient) => void) => {
    const client = await RawClient.open({ url, greets: false })
    send(client)
    await client.closed
  }
  await stranger((client) =>
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'mimic/beacon', qos: 0 }] }),
  )
  await stranger((client) => client.socket.send('a text frame'))
  await stranger((client) => client.socket.send(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])))
  await stranger((client) => client.socket.send(Buffer.alloc(5 * 1024 * 1024)))
  const large = await rig.connect('yard')
  large.publish('p/street/d/pole-1/up/values', Buffer.alloc(300_000), 1)
  await large.closed
  for (const topic of ['p/street/d/+/up/values', 'p/street/d/#/up', `p/${'x/'.repeat(200)}`]) {
    const device = await rig.connect('yard')
    device.publish(topic, createFrame({ a: 1 }))
    await device.closed
  }
  await ann.ping()
})

test('only browsers of an allowed origin, and only under the one path', async () => {
  rig = await startBroker({ origins: ['https://panel.example'] })
  const { url } = rig.broker
  await expect(RawClient.open({ url, origin: 'https://evil.example' })).rejects.toThrow('403')
  await expect(RawClient.open({ url: url.replace('/mqtt', '/other') })).rejects.toThrow('404')
  const page = await rig.connect('ann', { origin: 'https://panel.example' })
  await page.ping()
})

test('without a list of origins a page must come from this host', async () => {
  rig = await startBroker()
  await expect(RawClient.open({ url: rig.broker.url, origin: 'http://evil.example:8080' })).rejects.toThrow('403')
  await expect(RawClient.open({ url: rig.broker.url, origin: 'null' })).rejects.toThrow('403')
  const page = await rig.connect('ann', { origin: 'http://127.0.0.1:8080' })
  await page.ping()
})

test('a connection holds a bounded number of filters, and gives them back', async () => {
  rig = await startBroker()
  const ann = await rig.connect('ann')
  const names = Array.from({ length: 5010 }, (_, index) => `p/street/d/pole-${index}/up/values`)
  const codes: number[] = []
  for (let start = 0; start < names.length; start += 501)
    codes.push(...(await ann.subscribe(names.slice(start, start + 501), start + 1)))
  expect(codes.filter((code) => code === 128)).toHaveLength(10)
  ann.send({ cmd: 'unsubscribe', messageId: 9000, unsubscriptions: names.slice(0, 20) })
  await ann.next((packet) => packet.cmd === 'unsuback')
  expect(await ann.subscribe(names.slice(-10), 9001)).toEqual(Array(10).fill(0))
})

test('a device that floods is thinned where it may be, and slowed where it may not', async () => {
  rig = await startBroker()
  const device = await rig.connect('pole-7')
  const topic = 'p/street/d/pole-7/up/values'
  for (let i = 0; i < 1500; i++) device.publish(topic, createFrame({ a: i }))
  await device.ping()
  const { received, throttled } = rig.broker.stats()
  expect(received).toBe(1500)
  expect(throttled).toBeGreaterThan(100)
  const startedAt = performance.now()
  for (let i = 1; i <= 60; i++) device.publish(topic, createFrame({ a: i }), 1, i)
  await device.next((packet) => packet.cmd === 'puback' && packet.messageId === 60)
  expect(performance.now() - startedAt).toBeGreaterThan(150)
  expect(rig.committed.filter(({ acknowledged }) => acknowledged)).toHaveLength(60)
})

test('the beacon comes by itself, with the time and a count', async () => {
  rig = await startBroker()
  const ann = await rig.connect('ann')
  await ann.subscribe(['mimic/beacon'])
  const packet = await ann.next(({ cmd }) => cmd === 'publish')
  expect(packet.cmd === 'publish' && JSON.parse(packet.payload.toString())).toMatchObject({ seq: 1 })
})

test('a late reader gets the newest value of 3,000 devices at once', async () => {
  rig = await startBroker()
  const yard = await rig.connect('yard')
  const topics = Array.from({ length: 3000 }, (_, index) => `p/street/d/pole-${index}/up/values`)
  for (const topic of topics) yard.publish(topic, createFrame({ a: 1 }))
  await yard.ping()
  const startedAt = ownCpuMs()
  const ann = await rig.connect('ann')
  for (let start = 0; start < topics.length; start += 500)
    await ann.subscribe(topics.slice(start, start + 500), start + 1)
  await vi.waitFor(() => expect(ann.publications.length).toBe(3000), { timeout: 60_000 })
  // Broker and subscribers run in this process.
  expect(ownCpuMs() - startedAt).toBeLessThan(8000)
})
