import { observable, runInAction } from 'mobx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { CallFailure } from '../../net/failure.ts'
import { PlantAlarms, type PlantAlarmsOptions } from './plantAlarms.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const row = (id: string, more: Readonly<Record<string, unknown>> = {}): Row =>
  ({
    id,
    revision: 1,
    project: 'street',
    createdAt: 1,
    createdBy: 'server',
    updatedAt: 1,
    updatedBy: 'server',
    titles: {},
    at: 5,
    level: 3,
    fault: 'lampFailure',
    device: 'pole-005',
    point: null,
    message: id,
    clearedAt: null,
    ...more,
  }) as unknown as Row

const createTimeout = (): CallFailure =>
  new CallFailure({ status: 0, code: 0, error: null, words: { en: 'No answer', zh: '无响应' }, manner: 'notification' })

function rig(failure: CallFailure | null = null, rows: readonly Row[] = [row('a')]) {
  const now = observable({ rows, turn: 0, isLinked: true, failure, language: 'en' }, {}, { deep: false })
  const requests: unknown[] = []
  const moved: unknown[] = []
  const client: PlantAlarmsOptions['client'] = {
    list: async (query) => {
      requests.push(query)
      if (now.failure) throw now.failure
      return {
        rows: now.rows.slice((query.page - 1) * query.pageSize, query.page * query.pageSize),
        total: now.rows.length,
      }
    },
    move: async (id, move) => {
      moved.push([id, move])
      now.rows = now.rows.filter((each) => each.id !== id)
      return row(id)
    },
  }
  const alarmStore = { start: () => () => undefined, open: { active: 0, returned: 0 } }
  const plant = new PlantAlarms({
    client,
    project: 'street',
    alarmStore,
    getChangeCount: () => now.turn,
    isLinked: () => now.isLinked,
    format: (each) => `${now.language} ${each.id}`,
  })
  const got: (string | null)[] = []
  const close = plant.open(2, (value) => {
    got.push(value)
  })
  /** Texts of the last delivered list; other values are returned unchanged. */
  const last = (): unknown => {
    const value = got.at(-1)
    return value ? (JSON.parse(value) as { text: string }[]).map(({ text }) => text) : value
  }
  return { now, requests, moved, plant, got, close, last }
}

it('loads the newest unconfirmed alarms of the project, and reloads on a server event or after a minute', async () => {
  const { now, requests, got, last, close } = rig()
  expect(got).toEqual(['', null])
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual([
    { page: 1, pageSize: 50, project: 'street', filter: { status: 'unconfirmed' }, sort: '-at' },
  ])
  expect(JSON.parse(String(got.at(-1)))).toEqual([{ at: 5, tag: 'pole-005', text: 'en a', level: 1, state: 'active' }])
  await vi.advanceTimersByTimeAsync(59_000)
  expect(requests.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requests.length).toBe(2)
  runInAction(() => {
    now.rows = [row('c'), row('b', { clearedAt: 6 }), ...now.rows]
    now.turn = 1
  })
  await vi.advanceTimersByTimeAsync(0)
  expect([requests.length, last()]).toEqual([3, ['en c', 'en b']])
  runInAction(() => {
    now.language = 'zh'
  })
  expect(last()).toEqual(['zh c', 'zh b'])
  close()
  runInAction(() => {
    now.turn = 2
  })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests.length).toBe(3)
})

it('is doubted while the link is lost or the server does not answer, asks again by itself, and then stands', async () => {
  const { now, requests, got, last } = rig()
  await vi.advanceTimersByTimeAsync(0)
  runInAction(() => {
    now.isLinked = false
    now.failure = createTimeout()
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(last()).toBe(null)
  runInAction(() => {
    now.isLinked = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(last()).toBe(null)
  runInAction(() => {
    now.failure = null
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(last()).toEqual(['en a'])
  const count = requests.length
  await vi.advanceTimersByTimeAsync(50_000)
  expect([requests.length, got.filter((value) => value === null).length]).toEqual([count, 2])
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
  const { now, got, plant, close } = rig(createTimeout())
  await vi.advanceTimersByTimeAsync(4_000)
  expect([got, plant.listed]).toEqual([['', null], null])
  runInAction(() => {
    now.failure = null
  })
  await vi.advanceTimersByTimeAsync(5_000)
  close()
  runInAction(() => {
    now.isLinked = false
  })
  const anew: (string | null)[] = []
  plant.open(2, (value) => {
    anew.push(value)
  })()
  expect(anew).toEqual(['', null])
})

it('asks for as many alarms as the longest list shows, also where that is more than one page, each once', async () => {
  const { requests, plant } = rig(null, [
    ...Array.from({ length: 50 }, (_, i) => row(`n${i}`)),
    row('n49'),
    ...Array.from({ length: 80 }, (_, i) => row(`o${i}`)),
  ])
  const texts: unknown[] = []
  const close = plant.open(60, (value) => {
    if (value) texts.push((JSON.parse(value) as { text: string }[]).map(({ text }) => text))
  })
  await vi.advanceTimersByTimeAsync(0)
  expect([requests.length, texts]).toEqual([
    2,
    [[...Array.from({ length: 50 }, (_, i) => `en n${i}`), ...Array.from({ length: 10 }, (_, i) => `en o${i}`)]],
  ])
  close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests.length).toBe(3)
})

it('asks again for a list that is opened later and shows more than is known', async () => {
  const { requests, plant } = rig(
    null,
    Array.from({ length: 70 }, (_, i) => row(`n${i}`)),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect([requests.length, plant.rows.length]).toEqual([1, 50])
  plant.open(60, () => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect([requests.length, plant.rows.length]).toEqual([3, 70])
})
