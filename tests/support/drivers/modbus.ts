import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../external/mosquitto.ts'

/** Python with pymodbus (Debian: python3-pymodbus, python3-serial-asyncio); undefined if it is not installed. */
const python = ['python3', '/usr/bin/python3'].find(
  (path) => spawnSync(path, ['-c', 'import pymodbus.server']).status === 0,
)
export const hasPymodbus = python !== undefined
if (!hasPymodbus)
  console.error(
    '\n*** SKIPPED: tests against pymodbus, because it is not installed (apt-get install python3-pymodbus) ***\n',
  )

/** A Modbus device of pymodbus. */
export interface ModbusDevice {
  readonly port: number
  /** Kills it, as in a power loss. */
  kill(): Promise<void>
}

/** Starts pymodbus. Register n holds n; see `modbus_server.py` for the exceptions. */
export async function startModbus(
  framer: 'socket' | 'rtu' = 'socket',
  { port, units = [1] }: { readonly port?: number; readonly units?: readonly number[] } = {},
): Promise<ModbusDevice> {
  const own = port ?? (await freePort())
  const script = resolve(import.meta.dirname, 'modbus_server.py')
  const child = spawn(python ?? '', [script, String(own), framer, ...units.map(String)], { stdio: 'ignore' })
  await vi.waitFor(() => canConnect(own), { timeout: 30_000, interval: 50 })
  return { port: own, kill: () => kill(child) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}

async function canConnect(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((done, fail) => {
    socket.once('connect', () => done())
    socket.once('error', fail)
  })
  socket.destroy()
}
