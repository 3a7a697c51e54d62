import { expect, it, vi } from 'vitest'
import { ShortCache } from './shortCache.ts'

it('asks once for all that ask at once, and again some time after the answer came, each key for itself', async () => {
  let nowMs = 0
  const briefly = new ShortCache<string>(2000, () => nowMs)
  let deliver: (answer: string) => void = () => undefined
  const request = vi.fn<() => Promise<string>>(
    () =>
      new Promise((done) => {
        deliver = done
      }),
  )
  const cells = [briefly.get('street', request), briefly.get('street', request)]
  nowMs = 60_000
  cells.push(briefly.get('street', request))
  expect(request).toHaveBeenCalledTimes(1)
  deliver('lit')
  expect(await Promise.all(cells)).toEqual(['lit', 'lit', 'lit'])
  nowMs += 1999
  expect(await briefly.get('street', request)).toBe('lit')
  expect(request).toHaveBeenCalledTimes(1)
  void briefly.get('tunnel', request)
  nowMs += 1
  void briefly.get('street', request)
  expect(request).toHaveBeenCalledTimes(3)
})

it('retries after a failure, which all concurrent callers receive', async () => {
  const briefly = new ShortCache<string>(2000, () => 0)
  const cells = [
    briefly.get('street', () => Promise.reject(new Error('gone'))),
    briefly.get('street', () => Promise.resolve('never asked')),
  ]
  expect((await Promise.allSettled(cells)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await briefly.get('street', () => Promise.resolve('there'))).toBe('there')
})
