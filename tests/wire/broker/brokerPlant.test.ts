import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { IncomingAck, ValuesFrame, IncomingState } from '../../../server/broker/index.ts'
import { type Simulator, startSimulator } from '../../../server/simulator/index.ts'
import { type BrokerRig, startBroker } from '../../chaos/brokerRig.ts'

let rig: BrokerRig
let plant: Simulator
const frames = new Map<string, ValuesFrame>()
const acks: IncomingAck[] = []
const states: IncomingState[] = []
let counts = new Map<string, number>()

beforeEach(async () => {
  for (const list of [acks, states]) list.length = 0
  frames.clear()
  counts = new Map()
  rig = await startBroker()
  rig.broker.onFrame((frame) => {
    const path = `${frame.project}/${frame.device}`
    frames.set(path, frame)
    counts.set(path, (counts.get(path) ?? 0) + 1)
  })
  rig.broker.onAck((ack) => acks.push(ack))
  rig.broker.onState((state) => states.push(state))
  plant = startSimulator({ url: rig.broker.url, token: 'right', user: 'yard', tags: 200, seed: 3, everyMs: 200 })
  for (const device of ['street/pole-001', 'tunnel/lamp-001', 'factory/tank-01'])
    await vi.waitUntil(() => frames.has(device), pollOptions)
})
afterEach(async () => {
  await plant.stop()
  await rig.close()
})

const pollOptions = { timeout: 20_000, interval: 20 }
const pole = { project: 'street', device: 'pole-001' } as const
const value = (point: string, device = 'street/pole-001'): number | undefined => {
  const frame = frames.get(device)
  return frame?.values[frame.points.indexOf(point)]
}
const command = (point: string, commanded: number, more: { id?: string; expiresAt?: number } = {}) =>
  rig.broker.publishCommand({
    ...pole,
    id: crypto.randomUUID(),
    point,
    value: commanded,
    by: 'ann',
    expiresAt: Date.now() + 10_000,
    ...more,
  })

/** Waits for two more frames of a neighbour, so that `device` had its turns as well. */
async function twoRounds(neighbour = 'street/pole-002'): Promise<void> {
  const from = counts.get(neighbour) ?? 0
  await vi.waitFor(() => expect(counts.get(neighbour)).toBeGreaterThan(from + 1), pollOptions)
}

test('the plant speaks: every device, with source time, interval and good values', async () => {
  expect(rig.broker.isOnline(pole)).toBe(true)
  const frame = frames.get('factory/tank-01')
  expect(frame).toMatchObject({
    points: ['level', 'temperature', 'inflow', 'outflow'],
    every: 200,
    acknowledged: false,
  })
  expect(Math.abs(Date.now() - (frame?.at ?? 0))).toBeLessThan(60_000)
  expect([...(frame?.qualities ?? [])]).toEqual([0, 0, 0, 0])
})

test('a lamp obeys a command, shows it at once and answers; the same command again is answered, not obeyed again', async () => {
  await command('dimming', 35, { id: 'dim' })
  await vi.waitFor(() => expect(acks).toMatchObject([{ ...pole, id: 'dim', ok: true }]), pollOptions)
  expect(value('dimming')).toBe(35)
  await command('dimming', 80, { id: 'dim-2' })
  await vi.waitFor(() => expect(value('dimming')).toBe(80), pollOptions)
  await command('dimming', 35, { id: 'dim' })
  await vi.waitFor(() => expect(acks.map(({ id }) => id)).toEqual(['dim', 'dim-2', 'dim']), pollOptions)
  await twoRounds()
  expect(value('dimming')).toBe(80)
  await command('lamp', 0)
  await vi.waitFor(() => expect([value('lamp'), value('power')]).toEqual([0, 0.6]), pollOptions)
})

test('a late, out-of-range, read-only or unknown command is rejected with its code', async () => {
  const before = value('dimming')
  await command('dimming', 10, { id: 'late', expiresAt: Date.now() - 1 })
  await command('dimming', 101, { id: 'range' })
  await command('power', 5, { id: 'readOnly' })
  await command('horn', 1, { id: 'unknown' })
  await vi.waitFor(() => expect(acks).toHaveLength(4), pollOptions)
  expect(Object.fromEntries(acks.map(({ id, ok, code }) => [id, ok || code]))).toEqual({
    late: 'expired',
    range: 'value.range',
    readOnly: 'point.readOnly',
    unknown: 'point.unknown',
  })
  expect(value('dimming')).toBe(before)
})

test('a command for a device without a connected gateway is rejected immediately', async () => {
  await plant.stop()
  await vi.waitFor(() => expect(rig.broker.isOnline(pole)).toBe(false), pollOptions)
  await expect(command('lamp', 1)).rejects.toMatchObject({ error: 'device.offline' })
})

test('an offline device reports its state, neither sends nor receives, and recovers', async () => {
  await plant.misbehave('offline', 'street/pole-001')
  await vi.waitFor(
    () => expect(states.findLast(({ device }) => device === pole.device)).toMatchObject({ ...pole, online: false }),
    pollOptions,
  )
  await vi.waitFor(() => expect(rig.broker.isOnline(pole)).toBe(false))
  const before = counts.get('street/pole-001')
  await command('lamp', 1, { id: 'deaf' })
  await twoRounds()
  expect([counts.get('street/pole-001'), acks]).toEqual([before, []])
  await plant.misbehave('recover', 'street/pole-001')
  await vi.waitFor(() => expect(rig.broker.isOnline(pole)).toBe(true), pollOptions)
  await vi.waitFor(() => expect(counts.get('street/pole-001')).toBeGreaterThan(before ?? 0), pollOptions)
})

test('a frozen device falls silent without a word', async () => {
  await plant.misbehave('freeze', 'street/pole-001')
  const before = counts.get('street/pole-001')
  await twoRounds()
  expect(counts.get('street/pole-001')).toBe(before)
  expect(rig.broker.isOnline(pole)).toBe(true)
})

test('malformed messages of a device are counted and ignored, and it recovers', async () => {
  await plant.misbehave('malformed', 'street/pole-001')
  const before = counts.get('street/pole-001')
  await vi.waitFor(() => expect(rig.broker.stats().malformed).toBeGreaterThan(1), pollOptions)
  expect(counts.get('street/pole-001')).toBe(before)
  await plant.misbehave('recover', 'street/pole-001')
  await vi.waitFor(() => expect(counts.get('street/pole-001')).toBeGreaterThan(before ?? 0), pollOptions)
})

test('a gateway that is cut off takes all its devices offline, and its neighbours go on', async () => {
  await plant.misbehave('offline', 'street/*')
  await vi.waitFor(() => expect(rig.broker.isOnline(pole)).toBe(false), pollOptions)
  expect(rig.broker.isOnline({ project: 'tunnel', device: 'lamp-001' })).toBe(true)
  await plant.misbehave('recover', 'street/*')
  await vi.waitFor(() => expect(rig.broker.isOnline(pole)).toBe(true), pollOptions)
})

test('a device missing in the plant cannot be set to misbehave', async () => {
  await expect(plant.misbehave('freeze', 'street/pole-999')).rejects.toThrow('street/pole-999')
})
