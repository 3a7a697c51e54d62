import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { expect, test, vi } from 'vitest'
import { encodeFrame } from '../../../contract/telemetry/index.ts'
import type { Grant } from '../../../server/broker/index.ts'
import { type BrokerRig, createFrame, startBroker } from '../../chaos/brokerRig.ts'
import { TcpMqtt } from '../../support/external/tcpMqtt.ts'

/** Grants of the gateway and of the readers; a step changes between them while the connections are open. */
const gateways: readonly Grant[] = [['pole-7', 'pole-8', 'pole-9'], ['pole-7'], ['pole-8', 'pole-9']].map(
  (devices) => ({
    kind: 'gateway',
    account: 'box',
    name: 'box',
    projects: ['street'],
    devices: new Set(devices),
    credential: 'gateway',
  }),
)
const readers: readonly Grant[] = [['street'], [], ['tunnel', 'street']].map((projects) => ({
  kind: 'user',
  account: 'ann',
  projects,
  credential: 'reader',
}))
const filters = [
  'p/street/d/+/up/values',
  'p/street/d/pole-7/up/values',
  'p/street/d/pole-8/up/#',
  'p/street/d/+/up/+',
  'p/street/d/+/up/state',
]

/** The QoS of a topic is the same in all messages, because the broker keeps no order between different ones. */
const topics = [
  { name: 'p/street/d/pole-7/up/values', qos: 0 },
  { name: 'p/street/d/pole-8/up/values', qos: 0 },
  { name: 'p/street/d/pole-9/up/values', qos: 1 },
  { name: 'p/street/d/pole-5/up/values', qos: 0 },
  { name: 'p/street/d/pole-7/up/state', qos: 0 },
  { name: 'p/street/d/pole-7/up/ack', qos: 0 },
  { name: 'p/street/d/pole-8/down/command', qos: 0 },
  { name: 'tele/pole-7/SENSOR', qos: 0 },
] as const
type Publication = readonly [topic: number, content: 'json' | 'binary' | 'text' | 'broken']
type Step =
  | { readonly kind: 'publish'; readonly messages: readonly Publication[]; readonly cuts: readonly number[] }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly filter: number; readonly qos: 0 | 1 }
  | { readonly kind: 'grant'; readonly gateway: number; readonly reader: number }
  | { readonly kind: 'reconnect'; readonly client: 'box' | 'ann' }

const content = fc.constantFrom('json', 'json', 'binary', 'text', 'broken' as const)
const topicIndex = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 1 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: topics.length - 1 }) },
)
const publishStep = fc.record({
  kind: fc.constant('publish' as const),
  messages: fc.array(fc.tuple(topicIndex, content), { minLength: 1, maxLength: 60 }),
  cuts: fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 8 }),
})
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: publishStep },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('subscribe' as const, 'subscribe' as const, 'unsubscribe' as const),
        filter: fc.integer({ min: 0, max: filters.length - 1 }),
        qos: fc.constantFrom(0 as const, 1 as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('grant' as const),
        gateway: fc.integer({ min: 0, max: gateways.length - 1 }),
        reader: fc.integer({ min: 0, max: readers.length - 1 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('reconnect' as const),
        client: fc.constantFrom('box' as const, 'ann' as const),
      }),
    },
  ),
  { minLength: 3, maxLength: 14 },
)

const at = Date.UTC(2026, 0, 1)
function createPayload(kind: Publication[1], topic: string, number: number): string | Buffer {
  if (kind === 'broken') return '{"at":'
  if (topic.endsWith('/state')) return JSON.stringify({ online: number % 2 === 0, at: at + number })
  if (kind === 'text') return JSON.stringify({ at: at + number, v: { mode: `auto ${number} ü`, power: number } })
  if (kind === 'json') return createFrame({ power: number }, at + number)
  return Buffer.from(encodeFrame({ at: at + number, points: ['power', 'level'], values: [number, 1] }, 'binary'))
}

/** Writes the length of a packet in one byte more than needed. aedes handles such packets, never the short way. */
function lengthen(packet: Buffer): Buffer {
  let end = 1
  while ((packet[end] ?? 0) >= 0x80) end++
  const length = Buffer.from(packet.subarray(1, end + 1))
  length[length.length - 1] = (length.at(-1) ?? 0) | 0x80
  return Buffer.concat([packet.subarray(0, 1), length, Buffer.from([0]), packet.subarray(end + 1)])
}

/** Runs the steps and returns all that a reader, an operator and the history can see of them. */
async function run(script: readonly Step[], path: 'fast' | 'aedes'): Promise<unknown> {
  let grants = { box: gateways[0], ann: readers[0] }
  const rig: BrokerRig = await startBroker({
    tcp: { port: 0 },
    authenticate: async (_clientId, username) => (username === 'box' ? grants.box : grants.ann) ?? null,
  })
  try {
    const port = rig.broker.listeners.find(({ protocol }) => protocol === 'mqtt')?.port ?? 0
    const clients = { box: await TcpMqtt.connect(port, 'box'), ann: await TcpMqtt.connect(port, 'ann') }
    const settle = async (): Promise<void> => {
      for (const client of [clients.box, clients.ann, clients.ann]) await client.ping()
    }
    let number = 0
    const seen: unknown[] = []
    await clients.ann.subscribe(filters[0] ?? '', 0)
    for (const step of script) {
      switch (step.kind) {
        case 'publish': {
          const bytes = step.messages.map(([index, kind]) => {
            const { name, qos } = topics[index] ?? topics[0]
            const payload = createPayload(kind, name, ++number)
            const packet = generate({
              cmd: 'publish',
              topic: name,
              payload,
              qos,
              messageId: 9,
              retain: false,
              dup: false,
            })
            return path === 'aedes' && qos === 0 ? lengthen(packet) : packet
          })
          await clients.box.sendPieces(cut(Buffer.concat(bytes), step.cuts))
          const acknowledged = step.messages.filter(([index]) => topics[index]?.qos === 1).length
          await clients.box.take('puback', acknowledged)
          break
        }
        case 'subscribe':
          await clients.ann.subscribe(filters[step.filter] ?? '', step.qos)
          break
        case 'unsubscribe':
          await clients.ann.unsubscribe(filters[step.filter] ?? '')
          break
        case 'grant':
          grants = { box: gateways[step.gateway], ann: readers[step.reader] }
          rig.broker.updateCredentials(
            new Map(
              [grants.box, grants.ann].flatMap((grant) => (grant ? [[grant.credential ?? '', grant] as const] : [])),
            ),
          )
          break
        case 'reconnect':
          clients[step.client].send({ cmd: 'disconnect' })
          await clients[step.client].closed
          clients[step.client] = await TcpMqtt.connect(port, step.client)
          break
      }
      await settle()
      seen.push(newest(clients.ann))
      seen.push(
        rig.broker
          .clients()
          .map(({ account, received, delivered, messagesPerMinute, lastMessageAt, lastRefusal, filters: open }) => ({
            account,
            received,
            delivered,
            messagesPerMinute,
            hasSent: lastMessageAt !== null,
            refusal: lastRefusal && [lastRefusal.reason, lastRefusal.detail],
            open,
          }))
          .toSorted((a, b) => a.account.localeCompare(b.account)),
      )
    }
    const {
      commits: _commits,
      waitingPoints: _waiting,
      committedPoints: _points,
      conflated: _,
      ...stats
    } = rig.broker.stats()
    await vi.waitFor(() => expect(rig.broker.stats().waitingPoints).toBe(0), { interval: 2 })
    const committed = topics.map(({ name }) =>
      rig.committed
        .filter(({ device }) => name.includes(`/${device}/`))
        .map(({ at: time, values, texts, publisher, acknowledged }) => [
          time,
          ...values,
          texts,
          publisher,
          acknowledged,
        ]),
    )
    for (const client of Object.values(clients)) client.socket.destroy()
    const retained = [...rig.broker.retainedTopics()].map(({ topic, bytes }) => `${topic} ${bytes}`).toSorted()
    return { seen, stats, committed, retained }
  } finally {
    await rig.close()
  }
}

/** Newest message of each topic: the broker may replace a value that waits by a newer one. */
function newest(client: TcpMqtt): readonly unknown[] {
  const found = new Map<string, unknown>()
  for (const packet of client.received) {
    if (packet.cmd !== 'publish') continue
    const { topic, payload, qos, retain } = packet
    if (payload.includes('auto') || topic.endsWith('/state')) expect(payload.toString()).toMatch(/^\{.*\}$/)
    found.set(topic, { payload: payload.toString('hex'), qos, retain })
  }
  client.received = []
  return [...found].toSorted(([a], [b]) => a.localeCompare(b))
}

function cut(bytes: Buffer, lengths: readonly number[]): readonly Buffer[] {
  const pieces: Buffer[] = []
  let position = 0
  for (let index = 0; position < bytes.length; index++) {
    const length = lengths[index % lengths.length] ?? 1
    pieces.push(bytes.subarray(position, position + length))
    position += length
  }
  return pieces
}

/** Bursts with each kind of change between them. */
const example: readonly Step[] = (
  [
    { kind: 'subscribe', filter: 3, qos: 1 },
    { kind: 'grant', gateway: 0, reader: 1 },
    { kind: 'grant', gateway: 0, reader: 2 },
    { kind: 'unsubscribe', filter: 0, qos: 0 },
    { kind: 'unsubscribe', filter: 3, qos: 0 },
    { kind: 'subscribe', filter: 1, qos: 0 },
    { kind: 'grant', gateway: 2, reader: 0 },
    { kind: 'reconnect', client: 'ann' },
    { kind: 'subscribe', filter: 0, qos: 0 },
    { kind: 'reconnect', client: 'box' },
  ] satisfies Step[]
).flatMap((change) => {
  const messages = Array.from({ length: 20 }, (_none, index): Publication => [
    index % 3,
    index % 5 === 0 ? 'text' : 'json',
  ])
  return [
    { kind: 'publish', messages, cuts: [900, 1, 70] },
    change,
    { kind: 'publish', messages, cuts: [4000] },
  ] as const
})

const compare = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(steps, async (script) => {
      expect(await run(script, 'fast')).toEqual(await run(script, 'aedes'))
    }),
    { numRuns, examples: [[[...example]]], endOnFailure: true },
  )

test('messages with QoS 0 have the same effects by the fast path as by aedes', () => compare(3))
test('the same with many sequences', { tags: ['full'] }, () => compare(150))
