import type { OpenedFeed as Feed } from '@mimic/engine'
import { quality } from '@mimic/engine/bindings'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { WatchedPoint } from './alarms.ts'
import { createFeeds, type FeedOptions } from './feeds.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_250 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a clock', () => {
  test('emits the time immediately and then at each full second', async () => {
    const { open } = rig()
    const { got } = open({ kind: 'clock', prop: 'nowMs', everyMs: 1000 })
    await vi.advanceTimersByTimeAsync(2000)
    expect(got).toEqual([1_000_250, 1_001_000, 1_002_000])
  })

  test('is right as soon as the page is looked at again, and stands still once closed', async () => {
    const { open, page } = rig()
    const { got, close } = open({ kind: 'clock', prop: 'nowMs', everyMs: 10_000 })
    page.hide(true)
    await vi.advanceTimersByTimeAsync(5000)
    page.hide(false)
    expect(got.at(-1)).toBe(1_005_250)
    close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(got.at(-1)).toBe(1_005_250)
  })
})

describe('a request', () => {
  const feed = (more: Partial<Feed & { kind: 'request' }> = {}): Feed => ({
    kind: 'request',
    prop: 'data',
    url: 'https://data.example/values',
    path: 'data.rows',
    everyMs: 5000,
    ...more,
  })

  test('brings the part at its path, again and again, and never asks twice at a time', async () => {
    let answers = 0
    const { open, requests } = rig({
      other: async () => {
        answers++
        await pause(12_000)
        return `{"data":{"rows":[${answers}]}}`
      },
    })
    const { got } = open(feed())
    await vi.advanceTimersByTimeAsync(11_000)
    expect(requests.length).toBe(1)
    await vi.advanceTimersByTimeAsync(14_000)
    expect([got, requests.length]).toEqual([['[1]', '[2]'], 3])
  })

  test('to another host uses the external fetch', async () => {
    const { open, requests } = rig()
    open(feed())
    await vi.advanceTimersByTimeAsync(0)
    expect(requests[0]).toEqual(['other', 'https://data.example/values'])
  })

  test.each([
    ['/api/values?n=1', '/api/values?n=1'],
    ['values.json', '/values.json'],
    ['http://here.example/values', '/values'],
  ])('for %s is sent to the own server, with the session', async (url, path) => {
    const { open, requests } = rig()
    open(feed({ url, path: '' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(requests).toEqual([['own', path]])
  })

  test.each(['//evil.example/x', 'javascript:alert(1)', '/../secret', 'file:///etc/passwd'])(
    'for %s is never sent',
    async (url) => {
      const { open, requests } = rig()
      const { got } = open(feed({ url }))
      await vi.advanceTimersByTimeAsync(6000)
      expect([requests, got]).toEqual([[], [null]])
    },
  )

  test('keeps its value after one failure, is doubted after the second, once, and recovers', async () => {
    const bad = ['{"data":{}}', 'no json', new Error('down'), '{"data":{"rows":2}}']
    const { open } = rig({
      other: () => {
        const next = bad.shift() ?? '{"data":{"rows":1}}'
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
      },
    })
    bad.unshift('{"data":{"rows":"first"}}')
    const { got } = open(feed())
    await vi.advanceTimersByTimeAsync(5000)
    expect(got).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(got).toEqual(['first', null])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(got).toEqual(['first', null, '2', '1'])
  })

  test('without a value at its path yields undefined immediately, not an empty text', async () => {
    const answers = ['{"data":{"rows":null}}', '{"data":{"rows":""}}', '{"data":{"rows":0}}']
    const { open } = rig({ other: () => Promise.resolve(answers.shift() ?? '{}') })
    const { got } = open(feed())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(got).toEqual([undefined, '', '0'])
  })

  test('that is not answered in time, or with too much, has failed', async () => {
    const never = rig({
      other: (signal) =>
        new Promise((_done, fail) => {
          signal.addEventListener('abort', () => fail(new Error('aborted')))
        }),
    })
    const { got } = never.open(feed())
    await vi.advanceTimersByTimeAsync(2 * limits.http.timeoutMs)
    expect(got).toEqual([null])
    const huge = rig({ other: () => Promise.resolve('1'.repeat(limits.feed.answerBytes + 1)) })
    const { got: nothing } = huge.open(feed({ path: '' }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(nothing).toEqual([null])
  })

  test('pauses while the page is hidden and resumes immediately when it becomes visible', async () => {
    const { open, requests, page } = rig()
    open(feed())
    await vi.advanceTimersByTimeAsync(0)
    page.hide(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests.length).toBe(1)
    page.hide(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(requests.length).toBe(2)
  })

  test('is shared by all feeds with the same URL, each with its own path, and stops after the last one closes', async () => {
    const { open, requests } = rig({ other: () => Promise.resolve('{"a":1,"b":2}') })
    const first = open(feed({ path: 'a' }))
    const second = open(feed({ path: 'b' }))
    await vi.advanceTimersByTimeAsync(0)
    expect([first.got, second.got, requests.length]).toEqual([['1'], ['2'], 1])
    first.close()
    await vi.advanceTimersByTimeAsync(5000)
    expect([first.got, second.got, requests.length]).toEqual([['1'], ['2', '2'], 2])
    second.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests.length).toBe(2)
  })

  test('is asked at its interval also when the clock is set back', async () => {
    const { open, requests } = rig()
    open(feed())
    await vi.advanceTimersByTimeAsync(1000)
    vi.setSystemTime(500_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requests.length).toBe(3)
  })

  test('is not asked more than once a second', async () => {
    const { open, requests } = rig()
    open(feed({ everyMs: 10 }))
    await vi.advanceTimersByTimeAsync(3500)
    expect(requests.length).toBe(4)
  })
})

describe('the past', () => {
  test('of many tags of two projects is asked in parts and comes in the order of the chart', async () => {
    const tags = ['b/d/x', ...Array.from({ length: 10 }, (_, i) => `a/d/p${i}`)]
    const { open, requests } = rig()
    const { got } = open({ kind: 'history', prop: 'data', tags, spanMs: 60_000, everyMs: 5000 })
    await vi.advanceTimersByTimeAsync(0)
    expect(requests).toEqual([
      ['past', 'b/d/x', 60_000],
      ['past', tags.slice(1, 9).join(), 60_000],
      ['past', 'a/d/p8,a/d/p9', 60_000],
    ])
    expect(JSON.parse(String(got[0]))).toEqual(tags.map((tag) => ({ tag, at: [1], values: [2] })))
  })

  test('is asked no more often than its chart could show', async () => {
    const { open, requests } = rig()
    open({ kind: 'history', prop: 'data', tags: ['a/d/p'], spanMs: 7 * 86_400_000, everyMs: 1000 })
    await vi.advanceTimersByTimeAsync(1_008_000)
    expect(requests.length).toBe(2)
  })
})

describe('alarms', () => {
  const high: WatchedPoint = { tag: 'a/d/p', value: 12, quality: quality.good, atMs: 5, min: 0, max: 10 }

  test('come at their interval, in words, only when they changed', async () => {
    const { open, points } = rig()
    points.now = [high]
    const { got } = open({ kind: 'alarms', prop: 'data', limit: 5, everyMs: 5000 })
    expect(got.map((text) => JSON.parse(String(text)))).toEqual([
      [{ at: 5, tag: 'a/d/p', text: 'high 12', level: 1, state: 'active' }],
    ])
    points.now = [{ ...high, value: 5 }]
    await vi.advanceTimersByTimeAsync(4000)
    expect(got.length).toBe(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(got.map((text) => JSON.parse(String(text))[0].state)).toEqual(['active', 'cleared'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(got.length).toBe(2)
  })

  test('come at their interval also when the clock is set back', async () => {
    const { open, points } = rig()
    points.now = [high]
    const { got } = open({ kind: 'alarms', prop: 'data', limit: 5, everyMs: 5000 })
    await vi.advanceTimersByTimeAsync(1000)
    vi.setSystemTime(500_000)
    points.now = [{ ...high, value: 5 }]
    await vi.advanceTimersByTimeAsync(6000)
    expect(got.map((text) => JSON.parse(String(text))[0].state)).toEqual(['active', 'cleared'])
  })

  test('are not known without a link, and known again at once with it', async () => {
    const { open, points } = rig()
    points.now = [high]
    const { got } = open({ kind: 'alarms', prop: 'data', limit: 5, everyMs: 60_000 })
    points.now = null
    await vi.advanceTimersByTimeAsync(2000)
    expect(got.at(-1)).toBeNull()
    points.now = [high]
    await vi.advanceTimersByTimeAsync(1000)
    expect(got.length).toBe(3)
    expect(got[2]).toBe(got[0])
  })
})

test('a camera is where the service of cameras has it; without a service nothing comes', () => {
  const camera: Feed = { kind: 'camera', prop: 'url', serial: 'C 1/2', channel: 3 }
  expect(rig({ cameraUrl: 'https://cameras.example' }).open(camera).got).toEqual([
    'https://cameras.example/live/C%201%2F2/3.flv',
  ])
  expect(rig().open(camera).got).toEqual([])
})

describe('the weather', () => {
  const feed = (url: string): Feed => ({
    kind: 'weather',
    prop: 'data',
    url,
    path: 'now',
    everyMs: 600_000,
    place: { province: '广东', city: 'a&b/c', district: '' },
  })

  test("is asked of the drawing's own address with the place in it, none of which can become another part of the address", async () => {
    const { open, requests } = rig({
      weatherUrl: 'https://other.example',
      other: () => Promise.resolve('{"now":{"temperature":3}}'),
    })
    const { got } = open(feed('https://weather.example/{province}?city={city}&d={district}&k={key}'))
    await vi.advanceTimersByTimeAsync(0)
    expect(requests[0]).toEqual([
      'other',
      expect.stringMatching(/^https:\/\/weather\.example\/%E5%B9%BF%E4%B8%9C\?city=a%26b%2Fc&d=&k=/),
    ])
    expect(got).toEqual(['{"temperature":3}'])
  })

  test("is asked of the server's address where the drawing has none, and where neither has one nothing is known", async () => {
    const { open, requests } = rig({ weatherUrl: 'https://other.example/w?c={city}' })
    open(feed(''))
    await vi.advanceTimersByTimeAsync(0)
    expect(requests).toEqual([['other', 'https://other.example/w?c=a%26b%2Fc']])
    const without = rig()
    expect([without.open(feed('')).got, without.requests]).toEqual([['null'], []])
  })
})

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
  })

/** Feeds with fake requests; `asked` records them. */
function rig({
  other = () => Promise.resolve('{}'),
  ...more
}: Partial<FeedOptions> & { other?: (signal: AbortSignal) => Promise<string> } = {}) {
  const requests: unknown[] = []
  const seen = new Set<() => void>()
  const points: { now: readonly WatchedPoint[] | null } = { now: [] }
  const page = {
    hidden: false,
    addEventListener: (_type: string, listener: () => void) => {
      seen.add(listener)
    },
    removeEventListener: (_type: string, listener: () => void) => {
      seen.delete(listener)
    },
    hide(is: boolean) {
      page.hidden = is
      for (const listener of seen) listener()
    },
  }
  const feeds = createFeeds({
    page: page as unknown as FeedOptions['page'],
    origin: 'http://here.example',
    cameraUrl: undefined,
    weatherUrl: undefined,
    getOwn: (path) => {
      requests.push(['own', path])
      return Promise.resolve('{}')
    },
    getOther: (url, signal) => {
      requests.push(['other', url])
      return other(signal)
    },
    curves: (tags, spanMs) => {
      requests.push(['past', tags.join(), spanMs])
      return Promise.resolve(tags.map((tag) => ({ tag, at: [1], values: [2] })))
    },
    points: () => points.now,
    formatAlarm: ({ kind, value }) => `${kind} ${value}`,
    ...more,
  })
  const open = (feed: Feed) => {
    const got: unknown[] = []
    return {
      got,
      close: feeds.open(feed, (value) => {
        got.push(value)
      }),
    }
  }
  return { open, requests, page, points }
}
