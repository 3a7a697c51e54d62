import { observable, runInAction } from 'mobx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { CallFailure } from '../../net/failure.ts'
import { PlantAlarms, type PlantAlarmsParts } from './plantAlarms.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

const row = (id: string, more: Readonly<Record<string, unknown>> = {}): Row => ({
  id, revision: 1, project: 'street', createdAt: 1, createdBy: 'server', updatedAt: 1, updatedBy: 'server', titles: {},
  at: 5, level: 3, fault: 'lampFailure', device: 'pole-005', point: null, message: id, clearedAt: null, ...more,
}) as unknown as Row

const noAnswer = (): CallFailure => new CallFailure({ status: 0, code: 0, error: null, words: { en: 'No answer', zh: '无响应' }, manner: 'notification' })

function rig(failure: CallFailure | null = null) {
  const now = observable({ rows: [row('a')], turn: 0, isLinked: true, failure, spoken: 'en' }, {}, { deep: false })
  const asked: unknown[] = []
  const moved: unknown[] = []
  const client: PlantAlarmsParts['client'] = {
    list: async (query) => {
      asked.push(query)
      if (now.failure) throw now.failure
      return { rows: now.rows, total: now.rows.length }
    },
    move: async (id, move) => {
      moved.push([id, move])
      now.rows = now.rows.filter((each) => each.id !== id)
      return row(id)
    },
  }
  const desk = { start: () => () => undefined, open: 0 }
  const plant = new PlantAlarms({
    client, project: 'street', desk, turn: () => now.turn, isLinked: () => now.isLinked, say: (each) => `${now.spoken} ${each.id}`,
  })
  const got: (string | null)[] = []
  const close = plant.open(2, (value) => { got.push(value) })
  /** The texts of what was delivered last; what is no list stays what it is. */
  const last = (): unknown => {
    const value = got.at(-1)
    return value ? (JSON.parse(value) as { text: string }[]).map(({ text }) => text) : value
  }
  return { now, asked, moved, plant, got, close, last }
}

it('brings the unconfirmed alarms of the project, the newest so many, and asks again when the server tells of some, or a minute later', async () => {
  const { now, asked, got, last, close } = rig()
  expect(got).toEqual(['', null])
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([{ page: 1, pageSize: 50, project: 'street', filter: { status: 'unconfirmed' }, sort: '-at' }])
  expect(JSON.parse(String(got.at(-1)))).toEqual([{ at: 5, tag: 'pole-005', text: 'en a', level: 1, state: 'active' }])
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked.length).toBe(2)
  runInAction(() => {
    now.rows = [row('c'), row('b', { clearedAt: 6 }), ...now.rows]
    now.turn = 1
  })
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.length, last()]).toEqual([3, ['en c', 'en b']])
  runInAction(() => { now.spoken = 'zh' })
  expect(last()).toEqual(['zh c', 'zh b'])
  close()
  runInAction(() => { now.turn = 2 })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked.length).toBe(3)
})

it('is doubted while the link is lost or the server does not answer, asks again by itself, and then stands', async () => {
  const { now, asked, got, last } = rig()
  await vi.advanceTimersByTimeAsync(0)
  runInAction(() => {
    now.isLinked = false
    now.failure = noAnswer()
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(last()).toBe(null)
  runInAction(() => { now.isLinked = true })
  await vi.advanceTimersByTimeAsync(0)
  expect(last()).toBe(null)
  runInAction(() => { now.failure = null })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(last()).toEqual(['en a'])
  const count = asked.length
  await vi.advanceTimersByTimeAsync(50_000)
  expect([asked.length, got.filter((value) => value === null).length]).toEqual([count, 2])
})

it('is rid of an alarm that was confirmed from it', async () => {
  const { moved, plant, last, now } = rig()
  await vi.advanceTimersByTimeAsync(0)
  const [first] = now.rows
  if (first) await plant.confirm(first)
  await vi.advanceTimersByTimeAsync(0)
  expect([moved, last()]).toEqual([[['a', 'confirm']], []])
})

it('is empty and doubted as long as the first question has no answer, and again when it is opened without a link', async () => {
  const { now, got, plant, close } = rig(noAnswer())
  await vi.advanceTimersByTimeAsync(4_000)
  expect([got, plant.listed]).toEqual([['', null], null])
  runInAction(() => { now.failure = null })
  await vi.advanceTimersByTimeAsync(5_000)
  close()
  runInAction(() => { now.isLinked = false })
  const anew: (string | null)[] = []
  plant.open(2, (value) => { anew.push(value) })()
  expect(anew).toEqual(['', null])
})
