import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AlarmEvent } from '../../../contract/alarms/alarmEvents.ts'
import { socketCommands } from '../../../contract/socket.ts'
import { socketEvent } from '../../net/socket.ts'
import { AlarmStore } from './alarmStore.ts'

const events = new EventTarget()
let open: number
let returned: number
let mayList: boolean
let changeCount: number
let alarmStore: AlarmStore
let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  open = 4
  returned = 1
  mayList = true
  changeCount = 0
  alarmStore = new AlarmStore({
    events,
    mayList: () => mayList,
    count: async () => ({ active: open, returned }),
    onChange: () => changeCount++,
  })
  stop = alarmStore.start()
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const sendEvent = (id: string, more: Partial<AlarmEvent> = {}): boolean =>
  events.dispatchEvent(
    new CustomEvent(socketEvent, {
      detail: {
        command: socketCommands.alarm,
        data: {
          id,
          change: 'raised',
          project: 'street',
          device: 'cabinet-01',
          fault: 'offline',
          level: 3,
          message: id,
          at: 1,
          status: 'unconfirmed',
          clearedAt: null,
          ...more,
        },
      },
    }),
  )
const shown = (): string[] => alarmStore.severe.map(({ id }) => id)

it('reloads immediately on an alarm event, and once for a burst of events', async () => {
  expect(alarmStore.open).toEqual({ active: 4, returned: 1 })
  open = 5
  sendEvent('a')
  await vi.advanceTimersByTimeAsync(0)
  expect([alarmStore.open?.active, changeCount]).toEqual([5, 1])
  open = 205
  for (let count = 0; count < 200; count++) sendEvent(`b${count}`)
  expect(changeCount).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([alarmStore.open?.active, changeCount]).toEqual([205, 2])
})

it('keeps the newest severe alarms, a few at most, until they are seen here or confirmed elsewhere', () => {
  sendEvent('mild', { level: 2 })
  for (const id of ['a', 'b', 'c', 'd']) sendEvent(id)
  expect(shown()).toEqual(['d', 'c', 'b'])
  sendEvent('c', { change: 'changed', status: 'confirmed' })
  sendEvent('b', { change: 'cleared', clearedAt: 2 })
  expect(shown()).toEqual(['d', 'b'])
  alarmStore.dismiss('d')
  expect(shown()).toEqual(['b'])
  sendEvent('old', { change: 'changed' })
  expect(shown()).toEqual(['b'])
})

it('sounds again when an unconfirmed alarm returns, and not when a confirmed one does', () => {
  sendEvent('a')
  alarmStore.silence()
  sendEvent('a', { change: 'cleared', clearedAt: 2 })
  sendEvent('b', { change: 'returned', status: 'confirmed' })
  expect(alarmStore.isSounding).toBe(false)
  sendEvent('a', { change: 'returned' })
  expect(alarmStore.isSounding).toBe(true)
})

it('hears nothing after it was stopped, keeps nothing of an ended session, and asks nothing that the account may not see', async () => {
  sendEvent('a')
  alarmStore.clear()
  await vi.advanceTimersByTimeAsync(0)
  expect([alarmStore.open, shown()]).toEqual([null, []])
  stop()
  sendEvent('b')
  expect(shown()).toEqual([])
  mayList = false
  stop = alarmStore.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(alarmStore.open).toBe(null)
})

it('hears as long as one of several listens, and asks no more often for them', async () => {
  const others = [alarmStore.start(), alarmStore.start()]
  sendEvent('a')
  stop()
  others[0]?.()
  others[0]?.()
  sendEvent('b')
  expect([changeCount, shown()]).toEqual([1, ['b', 'a']])
  others[1]?.()
  sendEvent('c')
  expect(shown()).toEqual(['b', 'a'])
})
