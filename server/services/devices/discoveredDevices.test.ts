import { describe, expect, it } from 'vitest'
import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import { sceneDevice } from '../../../contract/telemetry/index.ts'
import type { ValuesFrame, IncomingState } from '../../broker/index.ts'
import { DiscoveredDevices } from './discoveredDevices.ts'

const start = Date.UTC(2026, 10, 22)
const lamp: DeviceRef = { project: 'tunnel', device: 'lamp-1' }

function plant() {
  const world = { now: start, set: 0, isCut: false, isOnline: undefined as boolean | undefined }
  let frame: (frame: ValuesFrame) => void = () => undefined
  let state: (state: IncomingState) => void = () => undefined
  let movedListener: (device: DeviceRef) => void = () => undefined
  const discovered = new DiscoveredDevices({
    broker: {
      onFrame: (listener) => {
        frame = listener
        return () => undefined
      },
      onState: (listener) => {
        state = listener
        return () => undefined
      },
      onReachabilityChange: (listener) => {
        movedListener = listener
        return () => undefined
      },
      isOnline: () => world.isOnline,
      isExternalBrokerLost: () => world.isCut,
    },
    now: () => world.now + world.set,
    monotonicNow: () => world.now,
  })
  discovered.start()
  const changes: string[] = []
  discovered.onEvents(({ device }) => changes.push(device))
  return {
    world,
    discovered,
    takeChanges: () => changes.splice(0),
    speak: (every = 5_000, device = lamp) =>
      frame({
        ...device,
        at: world.now + world.set,
        receivedAt: world.now + world.set,
        arrivedMs: world.now,
        every,
        points: [],
        values: new Float64Array(),
        qualities: new Uint8Array(),
        texts: null,
        acknowledged: false,
      }),
    reportState: (online: boolean) => {
      world.isOnline = online
      state({ ...lamp, online, at: world.now })
    },
    gatewayGoes: () => {
      world.isOnline = false
      movedListener(lamp)
    },
    isOnline: () => discovered.isOnline(lamp),
  }
}

describe('whether a device can be reached', () => {
  it('is not known for a minute after the start, then it is offline; one that speaks is online at once', () => {
    const one = plant()
    expect(one.isOnline()).toBeUndefined()
    one.world.now += 61_000
    expect(one.isOnline()).toBe(false)
    one.speak()
    expect([one.isOnline(), one.takeChanges()]).toEqual([true, ['lamp-1']])
    one.speak()
    expect(one.takeChanges()).toEqual([])
    one.world.now += 15_001
    expect(one.isOnline()).toBe(false)
  })

  it('is false immediately when the device reports it, by a message, its Will or its gateway', () => {
    const one = plant()
    one.speak()
    one.takeChanges()
    one.reportState(false)
    expect([one.isOnline(), one.takeChanges()]).toEqual([false, ['lamp-1']])
    one.world.now++
    one.reportState(true)
    expect([one.isOnline(), one.takeChanges()]).toEqual([true, ['lamp-1']])
    one.gatewayGoes()
    expect([one.isOnline(), one.takeChanges()]).toEqual([false, ['lamp-1']])
  })

  it('is unknown while the external broker is unreachable, except for devices still heard, with a grace period afterwards', () => {
    const one = plant()
    one.speak()
    one.world.now += 1_000
    one.world.isCut = true
    expect([one.discovered.reload(), one.discovered.reload(), one.isOnline()]).toEqual([true, false, undefined])
    one.speak()
    expect(one.isOnline()).toBe(true)
    one.world.now += 60_000
    expect(one.isOnline()).toBeUndefined()
    one.world.isCut = false
    expect([one.discovered.reload(), one.isOnline()]).toEqual([true, undefined])
    one.world.now += 61_000
    expect(one.isOnline()).toBe(false)
  })

  it('does not change when the clock is set, forward or back', () => {
    const one = plant()
    one.speak()
    one.takeChanges()
    for (const set of [3_600_000, -3_600_000]) {
      one.world.set = set
      expect([one.isOnline(), one.discovered.isSilent(lamp)]).toEqual([true, false])
      one.reportState(false)
      one.world.now++
      one.world.isOnline = undefined
      expect(one.isOnline()).toBe(false)
      one.speak()
      expect(one.isOnline()).toBe(true)
    }
  })

  it('is no question of the names under which the server itself speaks', () => {
    const one = plant()
    one.speak(5_000, { project: 'tunnel', device: sceneDevice('s1') })
    expect([
      one.takeChanges(),
      one.discovered.getLastMessageAt({ project: 'tunnel', device: sceneDevice('s1') }),
    ]).toEqual([[], null])
  })
})
