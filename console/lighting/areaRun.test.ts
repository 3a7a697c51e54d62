import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeClient, fakeServer, good, type Answer } from '../testing/fakes.ts'
import { AreaRun, type AreaOrder } from './areaRun.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Fake server that returns these responses in order. */
function run(order: AreaOrder, answers: readonly Answer[]) {
  let at = 0
  const { fetch, requests } = fakeServer(() => answers[at++] ?? good({ lamps: 3, waiting: 3, obeyed: 0, failed: 0 }))
  return { area: new AreaRun(fakeClient(fetch), 'row', order), asked: requests }
}

it('follows a call until each lamp has answered', async () => {
  const { area, asked: requests } = run({ kind: 'set', dimming: 40 }, [
    good({ lamps: 4, refused: 1, guarded: 0 }),
    good({ lamps: 3, waiting: 2, obeyed: 1, failed: 0 }),
    good({ lamps: 3, waiting: 0, obeyed: 2, failed: 1 }),
  ])
  const sent = area.send()
  await vi.advanceTimersByTimeAsync(500)
  expect(area).toMatchObject({ phase: 'waiting', asked: { lamps: 4, refused: 1 }, outcome: { waiting: 2 } })
  await vi.advanceTimersByTimeAsync(2_000)
  await sent
  expect(area).toMatchObject({ phase: 'done', outcome: { obeyed: 2, failed: 1 } })
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: 'http://server.test/api/area-lights/row/set',
    body: { dimming: 40 },
  })
  const key = requests[0]?.headers.get('idempotency-key')
  expect(requests.slice(1).map(({ url }) => url)).toEqual(
    [1, 2].map(() => `http://server.test/api/area-lights/row/outcomes/${key}`),
  )
})

it('ends immediately if no lamp accepts the command, and keeps the reason of a rejection', async () => {
  const { area, asked: requests } = run({ kind: 'scene', scene: 2 }, [good({ lamps: 2, refused: 2, guarded: 0 })])
  await area.send()
  expect([area.phase, requests.length]).toEqual(['done', 1])
  const refused = run({ kind: 'set', dimming: 1 }, [
    { status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } },
  ])
  await refused.area.send()
  expect(refused.area).toMatchObject({ phase: 'done', asked: null, failure: { status: 403 } })
})

it('stops polling when the commands expire or the view is closed', async () => {
  const { area, asked: requests } = run({ kind: 'set', dimming: 40 }, [good({ lamps: 3, refused: 0, guarded: 0 })])
  const sent = area.send()
  await vi.advanceTimersByTimeAsync(120_000)
  await sent
  expect(area).toMatchObject({ phase: 'done', outcome: { waiting: 3 } })
  const other = run({ kind: 'set', dimming: 40 }, [good({ lamps: 3, refused: 0, guarded: 0 })])
  const left = other.area.send()
  await vi.advanceTimersByTimeAsync(100)
  other.area.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await left
  expect(other.asked.length).toBeLessThan(4)
  expect(requests.length).toBeGreaterThan(5)
})

it('an answer that broke off is no refusal: it is sent again under the same key, and a look at the outcome is repeated', async () => {
  const { area, asked: requests } = run({ kind: 'set', dimming: 40 }, [
    { status: 502, text: '<html>Bad Gateway</html>' },
    good({ lamps: 3, refused: 0, guarded: 0 }),
    { status: 504, text: '' },
    good({ lamps: 3, waiting: 0, obeyed: 3, failed: 0 }),
  ])
  await area.send()
  expect(area).toMatchObject({ phase: 'unsure', asked: null, failure: { status: 502 } })
  const again = area.send()
  await vi.runAllTimersAsync()
  await again
  expect(area).toMatchObject({ phase: 'done', failure: null, outcome: { obeyed: 3 } })
  const keys = requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})
