import { quality, TagTable } from '@mimic/engine/bindings'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { SharedValues } from '../../contract/routes.ts'
import type { LinkState } from '../../workers/telemetry/api.ts'
import { ownFailure } from './failure.ts'
import { SharePoll } from './sharePoll.ts'

const { pollMs, lostMs } = limits.share
const tags = ['p/d/a', 'p/d/b']
type Answer = (seen: number) => SharedValues | Promise<SharedValues>

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function page(answer: Answer) {
  const table = new TagTable()
  const links: LinkState['link'][] = []
  const requests: number[] = []
  const calls = { saved: 0, ended: 0, answer }
  const poll = new SharePoll(
    {
      request: async (seen) => {
        requests.push(seen)
        return calls.answer(seen)
      },
      shown: () => ({ revision: 1, mayOperate: false, tags }),
      onSaved: () => {
        calls.saved++
      },
      onEnded: () => {
        calls.ended++
      },
    },
    {
      sink: table,
      onLink: ({ link }) => {
        if (links.at(-1) !== link) links.push(link)
      },
    },
  )
  poll.watch(
    tags,
    Uint32Array.from(tags, (tag) => table.indexOf(tag)),
  )
  poll.connect()
  const read = (tag: string) => [table.values[table.indexOf(tag)], table.qualityAt(table.indexOf(tag))]
  return { poll, read, links, requests, calls }
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('polls once a second for values changed since the last response and writes each to its tag', async () => {
  const { poll, read, links, requests } = page((seen) => ({
    revision: 1,
    mayOperate: false,
    seq: seen + 1,
    values:
      seen === 0
        ? [
            [0, 7, 0, 1000, null],
            [1, null, 2, 1000, 'text'],
          ]
        : [[0, 8, 1, 2000, null]],
  }))
  await after(0)
  expect([read('p/d/a'), read('p/d/b')]).toEqual([
    [7, quality.good],
    [NaN, quality.bad],
  ])
  await after(pollMs)
  expect(read('p/d/a')).toEqual([8, quality.uncertain])
  expect([requests, links]).toEqual([
    [0, 1],
    ['connecting', 'open'],
  ])
  poll.close()
  expect(read('p/d/a')).toEqual([8, quality.stale])
  await after(10 * pollMs)
  expect(requests).toHaveLength(2)
})

it('shows nothing as live when no answer comes, and asks for all again when one does', async () => {
  const good: Answer = (seen) => ({ revision: 1, mayOperate: false, seq: seen + 1, values: [[0, 7, 0, 1000, null]] })
  const { poll, read, links, requests, calls } = page(good)
  await after(0)
  calls.answer = () => Promise.reject(ownFailure('network.lost'))
  await after(lostMs + 1000)
  expect([read('p/d/a'), links.at(-1)]).toEqual([[7, quality.stale], 'lost'])
  calls.answer = good
  await after(pollMs)
  expect([read('p/d/a'), links.at(-1), requests.at(-1)]).toEqual([[7, quality.good], 'open', 0])
  poll.close()
})

it('ends where the link shows nothing any more, and asks no more', async () => {
  const { calls, requests } = page(() => Promise.reject(ownFailure('share.ended')))
  await after(10 * pollMs)
  expect([calls.ended, requests.length]).toEqual([1, 1])
})

it('writes no values of an outdated revision, and reports that the drawing was saved', async () => {
  const { poll, read, calls } = page(() => ({
    revision: 2,
    mayOperate: false,
    seq: 1,
    values: [[0, 7, 0, 1000, null]],
  }))
  await after(0)
  expect([read('p/d/a'), calls.saved]).toEqual([[NaN, quality.stale], 1])
  poll.close()
})

it('shows nothing as live while a saved drawing does not come', async () => {
  const { poll, read, links, calls } = page((seen) => ({
    revision: 1,
    mayOperate: false,
    seq: seen + 1,
    values: [[0, 7, 0, 1000, null]],
  }))
  await after(0)
  expect([read('p/d/a'), links.at(-1)]).toEqual([[7, quality.good], 'open'])
  calls.answer = () => ({ revision: 2, mayOperate: false, seq: 1, values: [] })
  await after(lostMs + 1000)
  expect([read('p/d/a'), links.at(-1)]).toEqual([[7, quality.stale], 'lost'])
  poll.close()
})

it('takes no answer to a question of before all was wanted again', async () => {
  let answer = (_: SharedValues): void => undefined
  const { poll, read, requests, calls } = page((seen) => ({
    revision: 1,
    mayOperate: false,
    seq: seen + 1,
    values: [
      [0, 7, 0, 1000, null],
      [1, 5, 0, 1000, null],
    ],
  }))
  await after(0)
  calls.answer = () =>
    new Promise((done) => {
      answer = done
    })
  await after(lostMs)
  expect(read('p/d/b')).toEqual([5, quality.stale])
  answer({ revision: 1, mayOperate: false, seq: 2, values: [[0, 8, 0, 2000, null]] })
  calls.answer = (seen) => ({
    revision: 1,
    mayOperate: false,
    seq: seen + 3,
    values:
      seen === 0
        ? [
            [0, 8, 0, 2000, null],
            [1, 5, 0, 1000, null],
          ]
        : [],
  })
  await after(pollMs)
  expect([requests.at(-1), read('p/d/a'), read('p/d/b')]).toEqual([0, [8, quality.good], [5, quality.good]])
  poll.close()
})
