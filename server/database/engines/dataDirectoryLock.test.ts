import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acquireLock } from './dataDirectoryLock.ts'
import { removeDirectory } from '../../../tests/support/directories.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mimic-lock-'))
})
afterAll(() => removeDirectory(directory))

const foreignMs = 500
const theirs = JSON.stringify({ pid: 1, host: `not-${hostname()}`, started: '' })
/**
 * Creates a lock of another machine, touched at least ten times while it is examined. `aheadMs` is the clock difference
 * of that machine. Returns a function that stops touching it.
 */
async function lockOfAnother(
  file: string,
  aheadMs: number,
  onTouch: (times: number) => void = () => undefined,
): Promise<() => void> {
  let times = 0
  const touch = (): Promise<void> => {
    const at = new Date(Date.now() + aheadMs)
    return utimes(file, at, at)
  }
  await writeFile(file, theirs)
  await touch()
  const beat = setInterval(() => {
    void touch().catch(() => undefined) // removed
    onTouch(++times)
  }, foreignMs / 25)
  return () => clearInterval(beat)
}

it('never takes a lock that another machine still renews, even with its clock an hour behind, and recovers an abandoned one', async () => {
  const file = join(directory, 'lock')
  const endBeat = await lockOfAnother(file, -3_600_000)
  try {
    await expect(acquireLock(file, 100, foreignMs)).rejects.toThrow('in use by process 1')
    expect(await readFile(file, 'utf8')).toBe(theirs)
  } finally {
    endBeat()
  }
  const release = await acquireLock(file, 0, foreignMs)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() })
  await release()
  // A lock with a future time stamp, whose machine has stopped, is not live.
  const endAhead = await lockOfAnother(file, 3_600_000)
  endAhead()
  await (
    await acquireLock(file, 0, foreignMs)
  )()
})

it('takes a lock that another machine lets go while it is looked at', async () => {
  const file = join(directory, 'letGo')
  const endBeat = await lockOfAnother(file, -3_600_000, (times) => {
    if (times === 5) void rm(file).finally(endBeat)
  })
  const release = await acquireLock(file, 0, foreignMs)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() })
  await release()
})

it.runIf(process.platform === 'linux')(
  'recovers the lock of a process that has ended but is still a zombie',
  async () => {
    const file = join(directory, 'zombie')
    // The shell becomes `sleep`, which never collects the exit code of the shell's child.
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const pid = Number(
        await new Promise<string>((done) => {
          parent.stdout.once('data', (chunk: Buffer) => done(chunk.toString()))
        }),
      )
      const fields = (): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      await expect.poll(() => fields()[0]).toBe('Z')
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      await writeFile(file, JSON.stringify({ pid, host: hostname(), started: `${boot}/${fields()[19]}` }))
      await (
        await acquireLock(file, 0)
      )()
    } finally {
      parent.kill()
    }
  },
)
