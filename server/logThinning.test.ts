import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function written() {
  const lines: Readonly<Record<string, unknown>>[] = []
  return { lines, log: createLog('info', (line) => lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>)) }
}
const full = (file: number) =>
  Object.assign(new Error(`could not extend file "base/5/${file}": No space left on device`), { code: '53100' })

test('an error that repeats thousands of times takes a few lines, one of them with their number', () => {
  const { lines, log } = written()
  for (let each = 0; each < 5_000; each++)
    log.error('request failed', { path: '/api/drawings', request: `r-${each}`, cause: full(each) })
  vi.advanceTimersByTime(61_000)
  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toMatchObject({
    level: 'error',
    message: 'request failed',
    path: '/api/drawings',
    repeats: 4_997,
  })
  expect(JSON.stringify(lines).length).toBeLessThan(10_000)
})

test('the count restarts with the next minute', () => {
  const { lines, log } = written()
  for (let minute = 0; minute < 3; minute++) {
    for (let each = 0; each < 10; each++) log.warn('not ready', { cause: full(each) })
    vi.advanceTimersByTime(60_000)
  }
  expect(lines.filter(({ repeats }) => repeats === 7)).toHaveLength(3)
})

test.each([
  ['messages', (log: ReturnType<typeof createLog>, each: number) => log.warn(`event ${each}`)],
  [
    'details',
    (log: ReturnType<typeof createLog>, each: number) =>
      log.warn('an alarm was not stored', { device: `lamp-${each}` }),
  ],
  [
    'causes',
    (log: ReturnType<typeof createLog>, each: number) => log.error('failed', { cause: new Error('x'.repeat(each)) }),
  ],
])('lines with different %s are all written', (_name, write) => {
  const { lines, log } = written()
  for (let each = 1; each <= 20; each++) write(log, each)
  expect(lines).toHaveLength(20)
})

test('information is never summarised', () => {
  const { lines, log } = written()
  for (let each = 0; each < 20; each++) log.info('request', { route: 'drawing.list' })
  expect(lines).toHaveLength(20)
})
