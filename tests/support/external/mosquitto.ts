import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { connect as connectSocket, createServer } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'

const configuredPath = process.env.TEST_MOSQUITTO
const canRun = (path: string): boolean => spawnSync(path, ['-h']).error === undefined
if (configuredPath && !canRun(configuredPath))
  throw new Error(`TEST_MOSQUITTO is ${configuredPath}, which cannot be run`)
/** Program of the external broker; undefined if it is not installed. */
export const mosquittoProgram = configuredPath || ['/usr/sbin/mosquitto', 'mosquitto'].find(canRun)
if (mosquittoProgram === undefined)
  console.error(
    '\n*** SKIPPED: tests against Mosquitto, because it is not installed (Debian: apt-get install mosquitto) ***\n',
  )

const pollOptions = { timeout: 20_000, interval: 20 }

/**
 * Starts Mosquitto on this port with its configuration in the directory. Resolves when it answers. `access`: lines of the
 * configuration about who may connect.
 */
export async function startMosquitto(
  directory: string,
  port: number,
  access = 'allow_anonymous true\n',
): Promise<ChildProcess> {
  const conf = `listener ${port} 127.0.0.1\n${access}max_inflight_messages 200\nmax_queued_messages 10000\npersistence false\nuser root\n`
  await writeFile(join(directory, 'conf'), conf)
  const child = spawn(mosquittoProgram ?? '', ['-c', join(directory, 'conf')], { stdio: 'ignore' })
  await vi.waitFor(() => canConnect(port), pollOptions)
  return child
}

/** Kills it, as in a crash. */
export async function endMosquitto(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}

/** Below the system's ephemeral port range, so that no other process gets the port before it is used. */
const ownPorts = { from: 20_000, count: 12_000 }

/** Returns a free port outside the ephemeral range. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ownPorts.from + randomInt(ownPorts.count)
    const server = createServer()
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => done(true))
    })
    if (!isFree) continue
    await new Promise((done) => server.close(done))
    return port
  }
}

async function canConnect(port: number): Promise<void> {
  const socket = connectSocket(port, '127.0.0.1')
  await new Promise<void>((done, fail) => {
    socket.once('connect', () => done())
    socket.once('error', fail)
  })
  socket.destroy()
}
