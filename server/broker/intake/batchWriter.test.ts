import { expect, test, vi } from 'vitest'
import { BatchWriter } from './batchWriter.ts'

function rig(maxBatchPoints = 100) {
  const batches: number[][] = []
  const ends: ((error?: Error) => void)[] = []
  const committer = new BatchWriter<number>({
    batchPoints: 10,
    waitMs: 1,
    maxBatchPoints,
    maxPoints: 50,
    commit: (frames) =>
      new Promise((done, fail) => {
        batches.push(frames)
        ends.push((error) => (error ? fail(error) : done()))
      }),
  })
  return { committer, batches, end: (error?: Error) => ends.shift()?.(error) }
}
const nextTurn = () => new Promise<void>((done) => setImmediate(done))

test('callers are notified only after the commit, all of a batch at once', async () => {
  const { committer, batches, end } = rig()
  const counts: number[] = []
  for (const frame of [1, 2, 3]) committer.add(frame, 5, () => counts.push(frame))
  await nextTurn()
  expect(batches).toEqual([[1, 2]])
  expect(counts).toEqual([])
  end()
  await nextTurn()
  expect(counts).toEqual([1, 2])
  expect(batches).toEqual([[1, 2], [3]])
})

test('a small batch leaves by itself after the wait', async () => {
  const { committer, batches } = rig()
  committer.add(1, 1, () => {})
  await vi.waitFor(() => expect(batches).toEqual([[1]]))
})

test('a failed commit reports the error to all callers of its batch, and the next batch continues', async () => {
  const { committer, end, batches } = rig()
  const counts: (string | undefined)[] = []
  committer.add(1, 10, (error) => counts.push(error?.message))
  committer.add(2, 10, (error) => counts.push(error?.message))
  end(new Error('disk full'))
  await nextTurn()
  end()
  await nextTurn()
  expect(counts).toEqual(['disk full', undefined])
  expect(batches).toEqual([[1], [2]])
  expect(committer.failedPoints).toBe(10)
})

test('unacknowledged frames are dropped and counted when storage lags; acknowledged ones never are', () => {
  const { committer } = rig()
  for (let frame = 0; frame < 5; frame++) committer.add(frame, 10, () => {})
  expect(committer.offer(5, 1)).toBe(false)
  committer.add(6, 10, () => {})
  expect(committer.droppedFrames).toBe(1)
  expect(committer.waitingPoints).toBe(60)
})

test('batches stay small after a backlog, and a frame larger than a batch is written alone', async () => {
  const { committer, batches, end } = rig(20)
  for (const [frame, points] of [
    [0, 10],
    [1, 10],
    [2, 10],
    [3, 40],
    [4, 10],
  ] as const)
    committer.add(frame, points, () => {})
  for (let i = 0; i < 4; i++) {
    await nextTurn()
    end()
  }
  await nextTurn()
  expect(batches).toEqual([[0], [1, 2], [3], [4]])
})
