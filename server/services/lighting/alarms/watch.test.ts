import { describe, expect, it } from 'vitest'
import { defaultFaultLimits } from '../../../../contract/lighting/faultLimits.ts'
import type { Facility } from '../facilityIndex.ts'
import type { AlarmRef } from '../../alarms/alarmStore.ts'
import { AlarmWatch } from './watch.ts'

const project = 'tunnel'
const facility = (kind: Facility['kind'], device: string, cabinet: string | null = null): Facility => ({
  kind,
  id: `${device}-row`,
  project,
  title: device,
  device,
  cabinet,
  isInService: true,
})

/** Creates a watch with an in-memory alarm store that records open alarms and the order in which they were raised. */
function watchOver(facilities: readonly Facility[]) {
  const time = { ms: 0 }
  const open = new Map<string, AlarmRef>()
  const raised: string[] = []
  const toKey = ({ device, fault, point }: AlarmRef) => `${device} ${fault} ${point ?? ''}`.trim()
  const watch = new AlarmWatch({
    facilities: {
      findByDevice: (_project, device) => facilities.find((one) => one.device === device),
      findById: (id) => facilities.find((one) => one.id === id),
      list: () => facilities.values(),
      isInService: () => true,
    },
    getFaultLimits: () => defaultFaultLimits,
    alarmStore: {
      isOpen: (ref) => open.has(toKey(ref)),
      listOpen: (_project, device) => [...open.values()].filter((ref) => ref.device === device),
      raise: (refs) => {
        for (const ref of refs) {
          open.set(toKey(ref), ref)
          raised.push(toKey(ref))
        }
      },
      clear: (refs) => {
        for (const ref of refs) open.delete(toKey(ref))
      },
    },
    newest: () => undefined,
    now: () => time.ms,
    monotonicNow: () => time.ms,
    onCabinetMessage: () => undefined,
  })
  const sendFrame = (device: string, values: Readonly<Record<string, number>>) =>
    watch.frame({
      project,
      device,
      at: time.ms,
      points: Object.keys(values),
      values: Object.values(values),
      qualities: Object.values(values).map(() => 0),
      texts: null,
      acknowledged: true,
      receivedAt: time.ms,
      arrivedMs: time.ms,
      every: 60_000,
    })
  const goOffline = (...devices: readonly string[]) => {
    for (const device of devices) watch.state({ project, device, online: false })
  }
  const wait = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) {
      time.ms += 1000
      watch.tick()
    }
  }
  return { raised, open: () => [...open.keys()], say: sendFrame, leave: goOffline, wait }
}

describe('a cabinet that cannot be reached', () => {
  const facilities = [facility('cabinet', 'box'), facility('sensor', 'probe', 'box-row')]

  it('raises one alarm and suppresses those of its devices, however long it lasts', () => {
    const { raised, say: sendFrame, leave: goOffline, wait } = watchOver(facilities)
    sendFrame('box', { doorOpen: 0 })
    sendFrame('probe', { value: 1 })
    goOffline('box', 'probe')
    wait(120)
    expect(raised).toEqual(['box offline'])
  })

  it('clears its alarm on return, and devices that are still silent then raise their own', () => {
    const { raised, open, say: sendFrame, leave: goOffline, wait } = watchOver(facilities)
    sendFrame('box', { doorOpen: 0 })
    sendFrame('probe', { value: 1 })
    goOffline('box', 'probe')
    wait(60)
    sendFrame('box', { doorOpen: 0 })
    wait(60)
    expect(raised).toEqual(['box offline', 'probe offline'])
    expect(open()).toEqual(['probe offline'])
  })
})

it('a device that cannot be reached is an alarm, though its cabinet is well', () => {
  const {
    raised,
    say: sendFrame,
    leave: goOffline,
    wait,
  } = watchOver([facility('cabinet', 'box'), facility('sensor', 'probe', 'box-row')])
  sendFrame('box', { doorOpen: 0 })
  sendFrame('probe', { value: 1 })
  goOffline('probe')
  wait(25)
  expect(raised).toEqual([])
  wait(10)
  expect(raised).toEqual(['probe offline'])
})
