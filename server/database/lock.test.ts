import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeLock } from './lock.ts'

let directory = ''
beforeAll(async () => { directory = await mkdtemp(join(tmpdir(), 'mimic-lock-')) })
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))

it('never takes the lock of a machine that still touches it, whose clock is an hour behind, and recovers that of one that does not', async () => {
  const file = join(directory, 'lock')
  const theirs = JSON.stringify({ pid: 1, host: `not-${hostname()}`, started: '' })
  await writeFile(file, theirs)
  const touch = (): Promise<void> => {
    const at = new Date(Date.now() - 3_600_000)
    return utimes(file, at, at)
  }
  await touch()
  const beat = setInterval(() => void touch(), 1_000)
  try {
    await expect(takeLock(file, 100)).rejects.toThrow('in use by process 1')
    expect(await readFile(file, 'utf8')).toBe(theirs)
  } finally {
    clearInterval(beat)
  }
  const release = await takeLock(file, 0)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() })
  await release()
  // One whose clock was ahead and went down is not live until that time comes.
  await writeFile(file, theirs)
  const ahead = new Date(Date.now() + 3_600_000)
  await utimes(file, ahead, ahead)
  await (await takeLock(file, 0))()
}, 90_000)
