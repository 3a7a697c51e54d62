import { beforeEach, expect, test } from 'vitest'
import { decodeLocalized } from '../../../../contract/localizedText.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { ActiveAlarm, AlarmRef } from '../alarmStore.ts'
import { AlarmPlans } from './plans.ts'
import { TagAlarmWatch, type ReceivedFrame } from './watch.ts'

const project = 'works'
const device = 'pump-1'
const points = ['pressure', 'state'] as const
/** Time since the start of the test in milliseconds, on both clocks. */
let ms: number
let open: Map<string, AlarmRef>
let log: string[]
let messages: string[]
/** False while the store cannot write, so that alarms stay open. */
let canWrite: boolean
let plans: AlarmPlans
let watch: TagAlarmWatch

const toKey = ({ device: name, fault, point }: AlarmRef): string => `${name}/${fault}/${point ?? ''}`
const alarmStore = {
  isOpen: (ref: AlarmRef) => open.has(toKey(ref)),
  listWithFault: (fault: string) => [...open.values()].filter((ref) => ref.fault === fault),
  raise: (alarms: readonly ActiveAlarm[]) => {
    for (const alarm of alarms) {
      open.set(toKey(alarm), alarm)
      log.push(`raise ${alarm.fault} ${alarm.level}`)
      messages.push(decodeLocalized(alarm.message).en)
    }
  },
  clear: (refs: readonly AlarmRef[]) => {
    for (const ref of refs) if (canWrite && open.delete(toKey(ref))) log.push(`clear ${ref.fault}`)
  },
}

const high = (more: EntityValues = {}): EntityValues => ({
  identifier: 'pressure',
  kind: 'high',
  limit: 10,
  deadband: 1,
  onDelayS: 0,
  offDelayS: 0,
  level: 2,
  ...more,
})
function openWatch(alarms: readonly EntityValues[], own: readonly EntityValues[] = []): void {
  plans = new AlarmPlans((ref) => alarmStore.isOpen(ref))
  plans.putProduct('p', { alarms, properties: [{ identifier: 'pressure', label: 'Pressure', unit: 'bar' }] })
  plans.putDevice('d', project, { plantDevice: device, name: 'Pump 1', product: 'p', alarms: own })
  watch = new TagAlarmWatch({
    plans,
    alarmStore,
    getOwner: () => 'other',
    now: () => 1_000_000 + ms,
    monotonicNow: () => ms,
  })
}
function send(pressure: number, { mark = 0, state = Number.NaN, text, at = 1_000_000 + ms }: SendOptions = {}): void {
  const frame: ReceivedFrame = {
    project,
    device,
    at,
    arrivedMs: ms,
    every: 1_000,
    points,
    values: Float64Array.of(pressure, state),
    qualities: Uint8Array.of(mark, Number.isNaN(state) && text === undefined ? 2 : 0),
    texts: text === undefined ? null : [undefined, text],
    acknowledged: false,
  }
  watch.frame(frame)
}
interface SendOptions {
  readonly mark?: number
  readonly state?: number
  readonly text?: string
  readonly at?: number
}
const wait = (forMs: number): void => {
  for (const end = ms + forMs; ms < end;) {
    ms += 1_000
    watch.tick()
  }
}

beforeEach(() => {
  ms = 0
  open = new Map()
  log = []
  messages = []
  canWrite = true
})

test('raises beyond the limit and clears beyond the deadband', () => {
  openWatch([high()])
  for (const value of [10, 10.5, 9.5, 9.1]) send(value)
  expect(log).toEqual(['raise limitHigh 2'])
  send(9)
  expect(log).toEqual(['raise limitHigh 2', 'clear limitHigh'])
  expect(messages).toEqual(['Pump 1: Pressure is 10.5 bar, above its high limit of 10 bar'])
})

test('each of the four limits is an alarm of its own, with its level and text', () => {
  openWatch([
    high({ kind: 'lowLow', limit: 1, level: 3, text: '{point} only {value} {unit}' }),
    high({ kind: 'low', limit: 3 }),
    high(),
    high({ kind: 'highHigh', limit: 12, level: 3 }),
  ])
  send(13)
  expect(log).toEqual(['raise limitHigh 2', 'raise limitHighHigh 3'])
  send(0.5)
  expect(log.slice(2)).toEqual(['raise limitLowLow 3', 'raise limitLow 2', 'clear limitHigh', 'clear limitHighHigh'])
  expect(messages).toContain('Pump 1: Pressure only 0.5 bar')
})

test('delays raising and clearing, and starts again after an interruption', () => {
  openWatch([high({ onDelayS: 5, offDelayS: 10 })])
  send(11)
  wait(4_000)
  send(5)
  send(11)
  wait(4_000)
  expect(log).toEqual([])
  wait(1_000)
  expect(log).toEqual(['raise limitHigh 2'])
  send(5)
  wait(9_000)
  expect(log).toHaveLength(1)
  wait(1_000)
  expect(log).toEqual(['raise limitHigh 2', 'clear limitHigh'])
})

test('bad values neither raise nor clear, and cancel a pending change', () => {
  openWatch([high({ onDelayS: 5 })])
  send(11)
  send(Number.NaN, { mark: 2 })
  wait(10_000)
  send(20, { mark: 3 })
  expect(log).toEqual([])
  send(11)
  wait(5_000)
  expect(log).toEqual(['raise limitHigh 2'])
  send(1, { mark: 2 })
  wait(60_000)
  expect(log).toHaveLength(1)
})

test('a silent device raises nothing when a delay elapses; its next value does', () => {
  openWatch([high({ onDelayS: 60 })])
  send(11)
  wait(120_000)
  expect(log).toEqual([])
  send(11)
  expect(log).toEqual(['raise limitHigh 2'])
})

test('older values that arrive late are ignored', () => {
  openWatch([high()])
  send(5)
  send(20, { at: 1_000_000 - 60_000 })
  expect(log).toEqual([])
})

test('chosen states of numbers and texts raise an alarm', () => {
  openWatch([high({ kind: 'state', identifier: 'state', states: 'true, 3, OPEN', level: 1 })])
  const state = (value: number | string): void =>
    typeof value === 'string' ? send(5, { text: value }) : send(5, { state: value })
  for (const value of [0, 1, 2, 3]) state(value)
  state('CLOSED')
  state('OPEN')
  expect(log).toEqual(['raise state 1', 'clear state', 'raise state 1', 'clear state', 'raise state 1'])
  expect(messages.at(-1)).toBe('Pump 1: state is OPEN')
})

test('an alarm of the device replaces or disables that of its product', () => {
  openWatch(
    [high(), high({ kind: 'highHigh', limit: 12 })],
    [high({ limit: 20, isEnabled: true }), high({ kind: 'highHigh', limit: 12, isEnabled: false })],
  )
  send(15)
  expect(log).toEqual([])
  send(21)
  expect(log).toEqual(['raise limitHigh 2'])
})

test('an alarm whose declaration is removed clears; one that is edited is evaluated by the next value', () => {
  openWatch([high()])
  send(11)
  plans.putProduct('p', { alarms: [high({ limit: 15 })], properties: [] })
  watch.requestCleanup()
  wait(1_000)
  expect(log).toEqual(['raise limitHigh 2'])
  send(11)
  expect(log).toEqual(['raise limitHigh 2', 'clear limitHigh'])
  send(16)
  plans.putDevice('d', project, undefined)
  watch.requestCleanup()
  wait(1_000)
  expect(log.slice(2)).toEqual(['raise limitHigh 2', 'clear limitHigh'])
})

test('a pending change of an edited device is not completed by its old declaration', () => {
  openWatch([], [high({ onDelayS: 5, isEnabled: true })])
  send(11)
  wait(4_000)
  plans.putDevice('d', project, { plantDevice: device, name: 'Pump 1', product: 'p', alarms: [] })
  watch.requestCleanup()
  wait(10_000)
  expect(log).toEqual([])
})

test('an alarm that could not be cleared is cleared by a later value', () => {
  openWatch([high()])
  send(11)
  canWrite = false
  send(5)
  canWrite = true
  wait(10_000)
  send(5)
  expect(log).toEqual(['raise limitHigh 2', 'clear limitHigh'])
})

test('an alarm that the store has lost is raised by the next value', () => {
  openWatch([high()])
  send(11)
  open.clear()
  wait(10_000)
  send(11)
  expect(log).toEqual(['raise limitHigh 2', 'raise limitHigh 2'])
})

test('a restart keeps open alarms and continues a pending delay with the next value', () => {
  openWatch([high({ onDelayS: 10 }), high({ kind: 'highHigh', limit: 12 })])
  send(13)
  wait(6_000)
  const pending = watch.listPending()
  openWatch([high({ onDelayS: 10 }), high({ kind: 'highHigh', limit: 12 })])
  watch.restorePending(pending)
  wait(2_000)
  expect(log).toEqual(['raise limitHighHigh 2'])
  send(13)
  wait(1_000)
  expect(log).toHaveLength(1)
  wait(1_000)
  expect(log).toEqual(['raise limitHighHigh 2', 'raise limitHigh 2'])
  send(5)
  expect(log.slice(2)).toEqual(['clear limitHigh', 'clear limitHighHigh'])
})
