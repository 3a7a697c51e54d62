import { describe, expect, it } from 'vitest'
import type { Facility } from '../facilityIndex.ts'
import type { AlarmRef } from './alarmStore.ts'
import { AlarmWatch } from './watch.ts'

const project = 'tunnel'
const facility = (kind: Facility['kind'], device: string, cabinet: string | null = null): Facility =>
  ({ kind, id: `${device}-row`, project, title: device, device, cabinet, isAtWork: true })

/** Creates a watch with an in-memory alarm store that records open alarms and the order in which they were raised. */
function watchOver(facilities: readonly Facility[]) {
  const time = { ms: 0 }
  const open = new Map<string, AlarmRef>()
  const raised: string[] = []
  const keyOf = ({ device, fault, point }: AlarmRef) => `${device} ${fault} ${point ?? ''}`.trim()
  const watch = new AlarmWatch({
    directory: {
      of: (_project, device) => facilities.find((one) => one.device === device),
      byId: (id) => facilities.find((one) => one.id === id),
      all: () => facilities.values(),
      isAtWork: () => true,
    },
    book: {
      isOpen: (ref) => open.has(keyOf(ref)),
      openOf: (_project, device) => [...open.values()].filter((ref) => ref.device === device),
      raise: (several) => {
        for (const ref of several) {
          open.set(keyOf(ref), ref)
          raised.push(keyOf(ref))
        }
      },
      recover: (refs) => { for (const ref of refs) open.delete(keyOf(ref)) },
      unshelve: () => undefined,
    },
    newest: () => undefined, now: () => time.ms, steady: () => time.ms, heardAt: () => undefined,
  })
  const say = (device: string, values: Readonly<Record<string, number>>) => watch.frame({
    project, device, at: time.ms, points: Object.keys(values), values: Object.values(values), qualities: Object.values(values).map(() => 0), texts: null,
    acknowledged: true, receivedAt: time.ms, heardMs: time.ms, every: 60_000,
  })
  const leave = (...devices: readonly string[]) => { for (const device of devices) watch.state({ project, device, online: false }) }
  const wait = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) {
      time.ms += 1000
      watch.tick()
    }
  }
  return { raised, open: () => [...open.keys()], say, leave, wait }
}

describe('a cabinet that cannot be reached', () => {
  const facilities = [facility('cabinet', 'box'), facility('sensor', 'probe', 'box-row')]

  it('is one alarm: what hangs on it raises none of its own, however long it lasts', () => {
    const { raised, say, leave, wait } = watchOver(facilities)
    say('box', { doorOpen: 0 })
    say('probe', { value: 1 })
    leave('box', 'probe')
    wait(120)
    expect(raised).toEqual(['box offline'])
  })

  it('ends its alarm when it is back, and what is still silent then raises its own', () => {
    const { raised, open, say, leave, wait } = watchOver(facilities)
    say('box', { doorOpen: 0 })
    say('probe', { value: 1 })
    leave('box', 'probe')
    wait(60)
    say('box', { doorOpen: 0 })
    wait(60)
    expect(raised).toEqual(['box offline', 'probe offline'])
    expect(open()).toEqual(['probe offline'])
  })
})

it('a device that cannot be reached is an alarm, though its cabinet is well', () => {
  const { raised, say, leave, wait } = watchOver([facility('cabinet', 'box'), facility('sensor', 'probe', 'box-row')])
  say('box', { doorOpen: 0 })
  say('probe', { value: 1 })
  leave('probe')
  wait(25)
  expect(raised).toEqual([])
  wait(10)
  expect(raised).toEqual(['probe offline'])
})
