import { autorun } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandState } from '../../../contract/routes.ts'
import { fakeClient, fakeServer, good, type Answer, type Request } from '../../testing/fakes.ts'
import { CommandRun, createChannel } from './commandRun.ts'

/** Longer than any command waits. Running all timers would also wait for intervals of other tests. */
const minutesMs = 120_000

describe('one command', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('follows the command until the device has answered', async () => {
    const { run, shown } = started(['sent', 'sent', 'succeeded'])
    await vi.advanceTimersByTimeAsync(minutesMs)
    expect(shown()).toEqual(['sending', 'sent', 'succeeded'])
    expect(run.canRetry).toBe(false)
  })

  it('a refusal is final and has its words', async () => {
    const { run } = started([], () => ({ status: 409, body: { code: 409, msg: '', error: 'device.offline' } }))
    await vi.advanceTimersByTimeAsync(minutesMs)
    expect([run.phase, run.failure?.error, run.canRetry]).toEqual(['refused', 'device.offline', false])
  })

  it('without an answer it may be sent again, under the same key', async () => {
    let isDown = true
    const { run, server } = started(['succeeded'], () => {
      if (isDown) throw new TypeError('no network')
    })
    await vi.advanceTimersByTimeAsync(minutesMs)
    expect([run.phase, run.canRetry]).toEqual(['unsure', true])
    isDown = false
    const again = run.send('street/pole-001/lamp', 1)
    await vi.advanceTimersByTimeAsync(minutesMs)
    await again
    expect(run.phase).toBe('succeeded')
    const keys = server.requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
  })

  it.each([500, 502, 503, 504])(
    'after a %i, which may come when the command is under way, it may be sent again under the same key',
    async (status) => {
      let isBroken = true
      const { run, server } = started(['succeeded'], ({ method }) =>
        method === 'POST' && isBroken ? { status, text: '<html></html>' } : undefined,
      )
      await vi.advanceTimersByTimeAsync(minutesMs)
      expect([run.phase, run.canRetry]).toEqual(['unsure', true])
      isBroken = false
      void run.send('street/pole-001/lamp', 1)
      await vi.advanceTimersByTimeAsync(minutesMs)
      expect(run.phase).toBe('succeeded')
      const keys = server.requests
        .filter(({ method }) => method === 'POST')
        .map(({ headers }) => headers.get('idempotency-key'))
      expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    },
  )

  it('refused for its component password is asked for again, under the same key', async () => {
    let isWrong = true
    const { run, server } = started(['succeeded'], ({ method }) =>
      method === 'POST' && isWrong
        ? { status: 403, body: { code: 403, msg: '', error: 'component.passwordWrong' } }
        : undefined,
    )
    await vi.advanceTimersByTimeAsync(minutesMs)
    expect([run.phase, run.failure?.error]).toEqual(['asking', 'component.passwordWrong'])
    isWrong = false
    void run.send('street/pole-001/lamp', 1, { drawing: 'd', component: 'c', componentPassword: 'right' })
    await vi.advanceTimersByTimeAsync(minutesMs)
    expect([run.phase, run.failure]).toEqual(['succeeded', null])
    const sent = server.requests.filter(({ method }) => method === 'POST')
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(sent.at(-1)?.body).toEqual({
      tag: 'street/pole-001/lamp',
      value: 1,
      drawing: 'd',
      component: 'c',
      componentPassword: 'right',
    })
  })

  it('a device that never answers ends as unknown, not as done', async () => {
    const { run } = started(['sent'])
    await vi.advanceTimersByTimeAsync(minutesMs)
    expect(run.phase).toBe('unknown')
  })

  it('a second press sends nothing', async () => {
    const { run, server } = started(['sent', 'succeeded'])
    await run.send('street/pole-001/lamp', 0)
    await vi.advanceTimersByTimeAsync(minutesMs)
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})

/** Sends a command to a fake server that reports these states in order and repeats the last one. */
function started(
  states: readonly CommandState[],
  before: (request: Request) => Answer | undefined | void = () => undefined,
) {
  let at = 0
  const server = fakeServer(
    (request) =>
      before(request) ??
      good({
        id: 'c1',
        tag: 'street/pole-001/lamp',
        value: 1,
        by: 'ann',
        createdAt: 0,
        expiresAt: 0,
        result: null,
        state: states[Math.min(at++, states.length - 1)],
      }),
  )
  const run = new CommandRun(createChannel(fakeClient(server.fetch)))
  const seen: string[] = []
  const stop = autorun(() => {
    if (run.phase !== 'asking') seen.push(run.phase)
  })
  void run.send('street/pole-001/lamp', 1)
  return {
    run,
    server,
    shown: () => {
      stop()
      return seen
    },
  }
}
