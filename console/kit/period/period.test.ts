import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { routes } from '../../../contract/routes.ts'
import { Polled } from '../../stores/entities/polling.ts'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import {
  createPeriodRequest,
  isOutOfRange,
  type Period,
  periodAxis,
  periodKey,
  findFault,
  refreshMs,
} from './period.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 22, 9)
const lastHour: Period = { kind: 'last', span: '1h' }
const october: Period = { kind: 'past', from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 10, 1) }
const answer = [{ tag: 'street/pole-1/powerKw', at: [october.from], values: [1] }]

describe('a view of the past', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { hidden: false })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Requests within five minutes, and whether data is displayed at the end. */
  async function shown(period: Period, hasResponse: (turn: number) => boolean = () => true) {
    const { requests, fetch } = fakeServer(() =>
      hasResponse(requests.length) ? good(answer) : { status: 500, body: { code: 500, msg: 'no' } },
    )
    const client = fakeClient(fetch)
    const polled = new Polled(
      createPeriodRequest(period, (query, signal) =>
        client.call('history.read', { query: { tags: 'street/pole-1/powerKw', ...query } }, { quiet: true, signal }),
      ),
    )
    const stop = polled.start(refreshMs)
    await vi.advanceTimersByTimeAsync(10 * refreshMs)
    stop()
    return { questions: requests.map(({ url }) => Object.fromEntries(new URL(url).searchParams)), value: polled.value }
  }

  test('of a past period asks for it by its ends, once', async () => {
    const { questions, value } = await shown(october)
    expect(questions).toEqual([{ tags: 'street/pole-1/powerKw', from: String(october.from), to: String(october.to) }])
    expect(value).toEqual(answer)
  })

  test('of a past period asks until it was answered', async () => {
    const { questions, value } = await shown(october, (turn) => turn > 2)
    expect([questions.length, value]).toEqual([3, answer])
  })

  test('is live again after returning to the last hour', async () => {
    expect(periodKey(lastHour)).not.toBe(periodKey(october))
    await shown(october)
    const { questions } = await shown(lastHour)
    expect(questions.length).toBeGreaterThan(9)
    expect(new Set(questions.map((question) => JSON.stringify(question)))).toEqual(
      new Set(['{"tags":"street/pole-1/powerKw","spanMs":"3600000"}']),
    )
  })
})

test('a past period has a duration, is over and spans at most 3660 days, like on the server', () => {
  const tried = [
    [now - 3660 * dayMs, now],
    [now - 3660 * dayMs - 1, now],
    [now - dayMs, now + 60_000],
    [now - dayMs, now - dayMs],
  ] as const
  expect(tried.map((ends) => findFault(ends, now))).toEqual([null, 'length', 'future', 'order'])
  expect(
    tried.map(([from, to]) => routes['history.read'].query?.safeParse({ tags: 'a/b/c', from, to }).success),
  ).toEqual([true, false, true, false])
})

test('while it is picked, a period with one end or turned round is judged as far as it can be', () => {
  expect(
    [[], [now - 1000 * dayMs], [now + 1], [now, now - dayMs], [now, now - 4000 * dayMs]].map((ends) =>
      findFault(ends, now),
    ),
  ).toEqual([null, null, 'future', null, 'length'])
})

test('days to come, and days further than 3660 from the other end, are not offered', () => {
  const day = (ago: number) => ({ startMs: now - ago * dayMs, endMs: now - ago * dayMs + dayMs - 1 })
  expect([0, 5000, -1].map((ago) => isOutOfRange(day(ago), now))).toEqual([false, false, true])
  const other = now - 4000 * dayMs
  expect([7660, 7662, 341, 339].map((ago) => isOutOfRange(day(ago), now, other))).toEqual([false, true, false, true])
  expect(isOutOfRange({ startMs: -2 * dayMs, endMs: -dayMs }, now)).toBe(true)
})

test('a past period is shown whole, one that ends now up to the newest value', () => {
  expect(periodAxis(october, october.to - dayMs)).toEqual({ min: october.from, max: october.to })
  expect([periodAxis(lastHour, now), periodAxis(lastHour, undefined)]).toEqual([{ min: now - 3_600_000, max: now }, {}])
})
