import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const program = ['/usr/sbin/mosquitto', 'mosquitto'].find((path) => spawnSync(path, ['-h']).error === undefined)

/** Starts Mosquitto on a free port with its configuration in the directory; undefined if it is not installed. */
export async function startMosquitto(directory: string): Promise<{ port: number; child: ChildProcess } | undefined> {
  if (program === undefined) return undefined
  const port = await findPort()
  const file = join(directory, 'mosquitto.conf')
  await writeFile(
    file,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 100000\npersistence false\nuser root\n`,
  )
  const child = spawn(program, ['-c', file], { stdio: 'ignore' })
  while (!(await canConnect(port))) await pause(20)
  return { port, child }
}

const findPort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const canConnect = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
