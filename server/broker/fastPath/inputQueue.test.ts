import fc from 'fast-check'
import { generate, type Packet, parser } from 'mqtt-packet'
import { afterEach, expect, test, vi } from 'vitest'
import { type HandlePublish, InputQueue } from './inputQueue.ts'

afterEach(() => vi.useRealTimers())

const nextTurn = () => new Promise<void>((done) => setImmediate(done))

/** A queue whose packets for aedes are handled as aedes does: publications with QoS 1 after `turns` turns. */
function rig(turns: number, isPending: (topic: string) => boolean = () => false) {
  const log: string[] = []
  const byHandler = new Set<string>()
  let open = 0
  let isBlocked = false
  const finish = (packet: Packet): void => {
    if (packet.cmd === 'publish') queue.handlePublished(packet.qos > 0)
    if (--open === 0) queue.handleIdle()
  }
  const reader = parser()
  reader.on('packet', (packet) => {
    open++
    log.push(packet.cmd === 'publish' ? packet.topic : packet.cmd)
    void (async () => {
      for (let count = 0; count < (packet.cmd === 'publish' && packet.qos > 0 ? turns : 1); count++) await nextTurn()
      finish(packet)
    })()
  })
  const queue = new InputQueue({
    passOn: (bytes) => void setImmediate(() => reader.parse(bytes)),
    setBlocked: (value) => {
      isBlocked = value
    },
  })
  const handle: HandlePublish = (bytes, start, end, _nowMs, done) => {
    const [packet] = parse(bytes.subarray(start, end))
    if (packet?.cmd !== 'publish' || packet.topic.startsWith('declined')) return 'declined'
    log.push(packet.topic)
    byHandler.add(packet.topic)
    if (!isPending(packet.topic)) return 'handled'
    setImmediate(done)
    return 'pending'
  }
  queue.useHandler(handle)
  queue.handleIdle()
  return { queue, log, byHandler, isBlocked: () => isBlocked }
}

function parse(bytes: Buffer): Packet[] {
  const packets: Packet[] = []
  const reader = parser()
  reader.on('packet', (packet) => packets.push(packet))
  reader.parse(bytes)
  return packets
}

const publish = (topic: string, qos: 0 | 1 = 0, length = 10): Buffer =>
  generate({ cmd: 'publish', topic, payload: Buffer.alloc(length), qos, retain: false, dup: false, messageId: 1 })

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'handled', qos: 0 } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'pending', qos: 0 } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'declined', qos: 0 } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'acknowledged', qos: 1 } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'ping' } as const) },
)

test('every packet is handled once, in the order of arrival, however the bytes are cut up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.integer({ min: 0, max: 300 })), { minLength: 1, maxLength: 40 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 400 })),
      fc.integer({ min: 1, max: 5 }),
      async (steps, lengths, turns) => {
        const names = steps.map(([{ kind }, _length], index) => (kind === 'ping' ? 'pingreq' : `${kind}/${index}`))
        const { queue, log, isBlocked } = rig(turns, (topic) => topic.startsWith('pending'))
        const bytes = Buffer.concat(
          steps.map(([each, length], index) =>
            each.kind === 'ping' ? generate({ cmd: 'pingreq' }) : publish(names[index] ?? '', each.qos, length),
          ),
        )
        for (let at = 0; at < bytes.length;) {
          const [length = 1] = lengths.take(1)
          // A transport delivers what it has read even after it was paused.
          queue.receive(bytes.subarray(at, at + length))
          at += length
          if (length % 3 === 0) await nextTurn()
        }
        await vi.waitFor(() => expect(log).toHaveLength(names.length), { interval: 1, timeout: 5000 })
        expect(log).toEqual(names)
        await vi.waitFor(() => expect(isBlocked()).toBe(false), { interval: 1, timeout: 5000 })
      },
    ),
    { numRuns: 100 },
  )
})

test('a burst goes to the handler, except the first message, which restarts the keep-alive timer', async () => {
  const { queue, log, byHandler } = rig(1)
  const names = Array.from({ length: 50 }, (_none, index) => `t/${index}`)
  queue.receive(Buffer.concat(names.map((name) => publish(name))))
  await vi.waitFor(() => expect(log).toEqual(names))
  expect(byHandler.size).toBe(49)
})

test('aedes gets a message every 250 ms, so that it does not miss the keep-alive of a client that only publishes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { queue, byHandler } = rig(1)
  const names = Array.from({ length: 20 }, (_none, index) => `t/${index}`)
  for (const name of names) {
    queue.receive(publish(name))
    vi.advanceTimersByTime(100)
    for (let count = 0; count < 4; count++) await nextTurn()
  }
  const forAedes = names.flatMap((name, index) => (byHandler.has(name) ? [] : [index]))
  expect(forAedes).toEqual([0, 3, 6, 9, 12, 15, 18])
})

test('a connection that sends much gives others a turn after 64 KB', async () => {
  const { queue, log, isBlocked } = rig(1)
  queue.receive(publish('first'))
  await nextTurn()
  await nextTurn()
  await nextTurn()
  queue.receive(Buffer.concat(Array.from({ length: 100 }, (_none, index) => publish(`t/${index}`, 0, 1000))))
  expect(isBlocked()).toBe(true)
  expect(log.length).toBeLessThan(70)
  await vi.waitFor(() => expect(log).toHaveLength(101))
  expect(isBlocked()).toBe(false)
})

test('no packet is handled after the connection has closed', async () => {
  const { queue, log } = rig(1)
  queue.receive(Buffer.concat([publish('first'), publish('second')]))
  queue.close()
  for (let count = 0; count < 10; count++) await nextTurn()
  expect(log).toEqual(['first'])
})
