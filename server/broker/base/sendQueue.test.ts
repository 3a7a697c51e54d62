import { expect, test } from 'vitest'
import { SendQueue } from './sendQueue.ts'

const limits = { softBytes: 100, overMs: 50, hardBytes: 1000, drainMs: 300, frameBytes: 10 }

function rig() {
  const sent: string[] = []
  const cuts: string[] = []
  const waiting: (() => void)[] = []
  let nowMs = 0
  const outbox = new SendQueue(
    {
      send: (bytes, done) => {
        sent.push(bytes.toString())
        waiting.push(() => done(null))
      },
      close: (reason) => cuts.push(reason),
    },
    limits,
    () => nowMs,
  )
  const nextTurn = () => new Promise<void>((done) => setImmediate(done))
  return { outbox, sent, cuts, drain: () => waiting.shift()?.(), turn: nextTurn, pass: (ms: number) => (nowMs += ms) }
}

test('all that is written in one turn leaves as one frame, in order', async () => {
  const { outbox, sent, turn: nextTurn } = rig()
  for (const part of ['a', 'b', 'c']) outbox.push(Buffer.from(part))
  await nextTurn()
  expect(sent).toEqual(['abc'])
})

test('while a frame is under way a newer value replaces the waiting one of its topic, control packets stay', async () => {
  const { outbox, sent, drain, turn: nextTurn } = rig()
  outbox.pushNewest('t', Buffer.from('1'))
  await nextTurn()
  for (const [topic, value] of [
    ['t', '2'],
    ['u', 'x'],
    ['t', '3'],
  ] as const)
    outbox.pushNewest(topic, Buffer.from(value))
  outbox.push(Buffer.from('ack'))
  outbox.push(Buffer.from('ack'))
  outbox.pushNewest('t', Buffer.from('4'))
  expect(sent).toEqual(['1'])
  drain()
  expect(sent).toEqual(['1', '4xackack'])
  expect(outbox.replacedCount).toBe(2)
  expect(outbox.waitingBytes).toBe(0)
})

test('a frame is no longer than allowed, except for one packet that alone is longer', async () => {
  const { outbox, sent, drain, turn: nextTurn } = rig()
  outbox.push(Buffer.from('123456'))
  outbox.push(Buffer.from('789012'))
  outbox.push(Buffer.from('a packet longer than a frame'))
  await nextTurn()
  drain()
  drain()
  expect(sent).toEqual(['123456', '789012', 'a packet longer than a frame'])
})

test('a reader that takes nothing for too long is cut off, once', async () => {
  const { outbox, cuts, turn: nextTurn, pass } = rig()
  outbox.push(Buffer.from('1'))
  await nextTurn()
  pass(299)
  outbox.check()
  expect(cuts).toEqual([])
  pass(2)
  outbox.check()
  outbox.check()
  outbox.push(Buffer.from('2'))
  expect(cuts).toEqual(['client does not read'])
  expect(outbox.waitingBytes).toBe(0)
})

test('too many waiting bytes are borne for a while, far too many not at all', async () => {
  const slow = rig()
  slow.outbox.push(Buffer.alloc(20))
  await slow.turn()
  slow.outbox.push(Buffer.alloc(200))
  slow.outbox.check()
  slow.pass(40)
  slow.outbox.check()
  expect(slow.cuts).toEqual([])
  slow.pass(20)
  slow.outbox.check()
  expect(slow.cuts).toEqual(['client reads too slowly'])

  const flooded = rig()
  flooded.outbox.push(Buffer.alloc(1001))
  expect(flooded.cuts).toEqual(['queue is full'])
})

test('a million values for a frozen reader wait as one', async () => {
  const { outbox, turn: nextTurn } = rig()
  outbox.pushNewest('t', Buffer.alloc(8))
  await nextTurn()
  for (let i = 0; i < 1_000_000; i++) outbox.pushNewest('t', Buffer.from('12345678'))
  expect(outbox.waitingBytes).toBe(8)
})
