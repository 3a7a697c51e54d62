import { autorun } from 'mobx'
import { expect, test } from 'vitest'
import { ownFailure } from '../../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

/** A request that the test resolves, like a server that ignores aborts. */
function open<Answer>() {
  let signal: AbortSignal | undefined
  let resolve: (answer: Answer) => void = () => undefined
  let reject: (cause: Error) => void = () => undefined
  const promise = new Promise<Answer>((done, fail) => {
    ;[resolve, reject] = [done, fail]
  })
  const question = (given: AbortSignal): Promise<Answer> => {
    signal = given
    return promise
  }
  return { question, resolve, reject, isAborted: () => signal?.aborted }
}

test('the answer to an older question is dropped, however late it comes and though it was not aborted in time', async () => {
  const latest = new LatestRequest()
  const results: string[] = []
  const [old, young] = [open<string>(), open<string>()]
  const both = [
    latest.run(old.question, (answer) => results.push(answer)),
    latest.run(young.question, (answer) => results.push(answer)),
  ]
  expect([old.isAborted(), young.isAborted()]).toEqual([true, false])
  young.resolve('young')
  old.resolve('old')
  await Promise.all(both)
  expect([results, latest.isLoading, latest.failure]).toEqual([['young'], false, null])
})

test('a failure stays until the next answer, and an older question neither fails nor ends the newer one', async () => {
  const latest = new LatestRequest()
  const refused = open<string>()
  const running = latest.run(refused.question, () => undefined)
  refused.reject(ownFailure('network.lost'))
  await running
  expect([latest.failure?.error, latest.isLoading]).toEqual(['network.lost', false])

  const [old, young] = [open<string>(), open<string>()]
  const overtaken = latest.run(old.question, () => undefined)
  const next = latest.run(young.question, () => undefined)
  old.reject(ownFailure('network.timeout'))
  await overtaken
  expect([latest.failure?.error, latest.isLoading]).toEqual(['network.lost', true])
  young.resolve('here')
  await next
  expect([latest.failure, latest.isLoading]).toEqual([null, false])
})

test('observers see the response and the end of loading at the same time', async () => {
  const latest = new LatestRequest({ isLoading: true })
  let answer = ''
  const seen: string[] = []
  const stop = autorun(() => seen.push(`${latest.isLoading ? 'loading' : 'ended'} ${answer}`))
  await latest.run(
    () => Promise.resolve('here'),
    (signal) => {
      answer = signal
    },
  )
  stop()
  expect(seen).toEqual(['loading ', 'ended here'])
})

test('stopped or cleared, it waits for nothing and takes nothing', async () => {
  const latest = new LatestRequest()
  const question = open<string>()
  const running = latest.run(question.question, () => expect.unreachable())
  latest.clear()
  expect([latest.isLoading, latest.failure, question.isAborted()]).toEqual([false, null, true])
  question.resolve('late')
  await running
  expect(latest.isLoading).toBe(false)
})

test('a mistake of ours is thrown, not kept as a failure of the server', async () => {
  const latest = new LatestRequest()
  await expect(
    latest.run(
      () => Promise.reject(new TypeError('ours')),
      () => undefined,
    ),
  ).rejects.toThrow('ours')
  await expect(
    latest.run(
      () => Promise.resolve(1),
      () => {
        throw new TypeError('ours too')
      },
    ),
  ).rejects.toThrow('ours too')
  expect(latest.failure).toBeNull()
})
