import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeClient, fakeServer, good, type Answer } from '../testing/fakes.ts'
import { AreaRun } from './areaRun.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

/** A server that answers the calls with these, in order. */
function run(answers: readonly Answer[]) {
  let at = 0
  const { fetch, asked } = fakeServer(() => answers[at++] ?? good({ lamps: 3, waiting: 3, obeyed: 0, failed: 0 }))
  return { area: new AreaRun(fakeClient(fetch), 'row'), asked }
}

it('follows a call until each lamp has answered', async () => {
  const { area, asked } = run([good({ lamps: 4, refused: 1, guarded: 0 }), good({ lamps: 3, waiting: 2, obeyed: 1, failed: 0 }), good({ lamps: 3, waiting: 0, obeyed: 2, failed: 1 })])
  const sent = area.send({ kind: 'set', dimming: 40 })
  await vi.advanceTimersByTimeAsync(500)
  expect(area).toMatchObject({ phase: 'waiting', asked: { lamps: 4, refused: 1 }, outcome: { waiting: 2 } })
  await vi.advanceTimersByTimeAsync(2_000)
  await sent
  expect(area).toMatchObject({ phase: 'done', outcome: { obeyed: 2, failed: 1 } })
  expect(asked[0]).toMatchObject({ method: 'POST', url: 'http://server.test/api/area-lights/row/set', body: { dimming: 40 } })
  const key = asked[0]?.headers.get('idempotency-key')
  expect(asked.slice(1).map(({ url }) => url)).toEqual([1, 2].map(() => `http://server.test/api/area-lights/row/outcomes/${key}`))
})

it('ends at once where no lamp could be asked, and says why the server refused', async () => {
  const { area, asked } = run([good({ lamps: 2, refused: 2, guarded: 0 })])
  await area.send({ kind: 'scene', scene: 2 })
  expect([area.phase, asked.length]).toEqual(['done', 1])
  const refused = run([{ status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } }])
  await refused.area.send({ kind: 'set', dimming: 1 })
  expect(refused.area).toMatchObject({ phase: 'done', asked: null, failure: { status: 403 } })
})

it('gives up asking when commands would be over, and when nobody looks any more', async () => {
  const { area, asked } = run([good({ lamps: 3, refused: 0, guarded: 0 })])
  const sent = area.send({ kind: 'set', dimming: 40 })
  await vi.advanceTimersByTimeAsync(120_000)
  await sent
  expect(area).toMatchObject({ phase: 'done', outcome: { waiting: 3 } })
  const other = run([good({ lamps: 3, refused: 0, guarded: 0 })])
  const left = other.area.send({ kind: 'set', dimming: 40 })
  await vi.advanceTimersByTimeAsync(100)
  other.area.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await left
  expect(other.asked.length).toBeLessThan(4)
  expect(asked.length).toBeGreaterThan(5)
})
