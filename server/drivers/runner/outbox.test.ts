import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Outbox } from './outbox.ts'
import type { DriverFrame, FromChannel } from './protocol.ts'

let directory: string
let sent: Extract<FromChannel, { kind: 'values' }>[] = []
const outboxes: Outbox[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mimic-outbox-'))
  sent = []
})
afterEach(() => {
  for (const outbox of outboxes.splice(0)) outbox.close()
  rmSync(directory, { recursive: true })
})

const create = (): Outbox => {
  const outbox = new Outbox(directory, (message) => {
    if (message.kind === 'values') sent.push(message)
  })
  outboxes.push(outbox)
  return outbox
}
const frame = (at: number): DriverFrame => ({
  project: 'street',
  device: 'meter',
  at,
  every: 1_000,
  points: ['a', 'b'],
  values: Float64Array.of(at, NaN),
  qualities: Uint8Array.of(0, 2),
  texts: [undefined, 'x'],
})
const frames = (count: number): DriverFrame[] => Array.from({ length: count }, (_, index) => frame(index + 1))

it('keeps frames that the server cannot store on disk, and sends them again in their order', async () => {
  const outbox = create()
  outbox.put(frames(3))
  for (const { seq } of sent.splice(0)) outbox.settle(seq, false)
  expect([outbox.waiting, outbox.stored]).toEqual([0, 3])
  // One frame tests whether the server stores again.
  await expect.poll(() => sent.length, { timeout: 5_000 }).toBe(1)
  outbox.settle(sent.splice(0)[0]?.seq ?? 0, true)
  await expect
    .poll(() => sent.map(({ frame: { at }, isLate }) => [at, isLate]))
    .toEqual([
      [1, true],
      [2, true],
      [3, true],
    ])
  expect(sent[1]?.frame).toEqual(frame(2))
  for (const { seq } of sent) outbox.settle(seq, true)
  expect([outbox.waiting, outbox.stored, readdirSync(directory)]).toEqual([0, 0, []])
})

it('sends a bounded number of frames without an answer; further frames go to disk', () => {
  const outbox = create()
  outbox.put(frames(1_036))
  expect([sent.length, outbox.waiting, outbox.stored]).toEqual([1_000, 1_000, 36])
})

it('keeps everything when the server is gone, and a new process sends it despite a line that a crash cut off', async () => {
  const first = create()
  first.put(frames(1_070))
  first.close()
  expect(first.stored).toBe(1_070)
  appendFileSync(join(directory, readdirSync(directory).at(-1) ?? ''), '{"project":"str')
  sent = []
  const second = create()
  expect(second.stored).toBe(1_070)
  const stored = new Set<number>()
  await expect
    .poll(
      () => {
        for (const {
          seq,
          frame: { at },
        } of sent.splice(0)) {
          stored.add(at)
          second.settle(seq, true)
        }
        return [stored.size, second.stored]
      },
      { timeout: 10_000 },
    )
    .toEqual([1_070, 0])
})
