/*
 * Response time of console requests without load, while gateways publish, and while a Modbus channel reads 10,000
 * registers per second, with the longest blocks of the event loop in CPU time, which other load hardly changes.
 * Run: npx tsx bench/console/run.ts [--seconds 10] [--only broker|modbus]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { callEntity, call, makeProject, signIn } from '../../tests/support/server/api.ts'
import { watchLoop } from '../../tests/support/server/loopBlocks.ts'
import { type StartedServer, startServer } from '../../tests/support/server/server.ts'
import type { ClientOrder, ClientResult } from '../broker/clients.ts'
import { percentile, rounded } from '../passes.ts'
import { createClient } from '../server/client.ts'

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, only: { type: 'string' } },
})
const seconds = Number(options.seconds)
const token = 'a-gateway-credential-of-the-benchmark'
const messagesPerSecond = 20_000
const requestsPerSecond = 40
const registers = 10_000
/** Frames have at most 2,000 points. */
const pointsPerDevice = 1000
const project = 'driven'
const paths = [
  '/api/session',
  '/api/devices?project=street&pageSize=50',
  '/api/tags?project=street',
  '/api/alarms?project=street',
]

async function measure(load: string, server: StartedServer, admin: string): Promise<void> {
  const from = Date.now()
  const times = await sendRequests(server, admin)
  const blocks = await loop.blocksSince(from)
  print({
    measure: 'console',
    load,
    value: rounded(percentile(times, 0.99)),
    unit: 'ms p99',
    median: rounded(percentile(times, 0.5)),
    blocksOver20Ms: blocks.length,
    longestBlocksMs: blocks.slice(0, 5).map(rounded),
  })
}

/** Sends requests at a constant rate. Returns the times in milliseconds from when each was due. */
async function sendRequests(server: StartedServer, admin: string): Promise<readonly number[]> {
  const client = createClient(server.httpUrl, [admin])
  const times: number[] = []
  const open: Promise<void>[] = []
  const from = performance.now()
  for (let index = 0; index < seconds * requestsPerSecond; index++) {
    const dueMs = from + (index * 1000) / requestsPerSecond
    await new Promise((done) => setTimeout(done, dueMs - performance.now()))
    const request = async (): Promise<void> => {
      const { status, text } = await client.get(paths[index % paths.length] ?? '')
      if (status !== 200) throw new Error(text)
      times.push(performance.now() - dueMs)
    }
    open.push(request())
  }
  await Promise.all(open)
  client.close()
  return times
}

/** Runs gateways that publish with QoS 1 at a constant rate during the measurement. */
async function measureBroker(server: StartedServer, admin: string): Promise<void> {
  const port = Number(/mqtt:\/\/\S+:(\d+)/.exec(server.output())?.[1])
  const clients = fork(join(import.meta.dirname, '../broker/clients.ts'), { execArgv: ['--import', 'tsx'] })
  const order: ClientOrder = {
    port,
    password: token,
    qos: 1,
    pairs: 4,
    seconds,
    perSecond: messagesPerSecond,
    projects: ['street'],
  }
  clients.send(order)
  const result = receive<ClientResult>(clients)
  await new Promise((done) => setTimeout(done, 1000))
  await measure('broker', server, admin)
  print({ measure: 'console', load: 'broker', value: (await result).perSecond, unit: 'messages/s' })
}

/** Reads all registers of a device in another process once a second. */
async function measureModbus(server: StartedServer, admin: string, device: ChildProcess, port: number): Promise<void> {
  await makeProject(server, admin, project)
  const nodes = Array.from({ length: registers }, (_none, index) => ({
    source: `holding:${index}`,
    tag: `${project}/meter-${Math.floor(index / pointsPerDevice)}/p${index}`,
  }))
  const values = {
    name: 'Meters',
    transport: 'tcp-client',
    protocol: 'modbus-tcp',
    host: '127.0.0.1',
    port,
    intervalS: 1,
    isEnabled: true,
    nodes,
  }
  const { status, data, text } = await callEntity(server, 'accessChannel', 'create', {
    token: admin,
    body: { project, values },
  })
  if (status !== 200) throw new Error(text)
  for (;;) {
    const state = await call(server, 'accessChannelState.read', { token: admin, params: { id: data.id } })
    if (state.data.state === 'connected') break
    await new Promise((done) => setTimeout(done, 200))
  }
  await measure('modbus', server, admin)
  device.kill()
}

const receive = <T>(child: ChildProcess): Promise<T> =>
  new Promise((done, fail) => {
    child.once('message', (message) => done(message as T))
    child.once('exit', (code) => fail(new Error(`the process ended with ${code}`)))
  })

function print(row: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(row)}\n`)
}

const loop = watchLoop()
const device = fork(join(import.meta.dirname, '../drivers/modbus.ts'), ['device'], { execArgv: ['--import', 'tsx'] })
const devicePort = await receive<number>(device)
const server = await startServer({
  isEmbedded: true,
  env: {
    ...loop.env,
    MIMIC_GATEWAY_TOKEN: token,
    MIMIC_UNDECLARED_PER_PROJECT: '100000/500000',
    MIMIC_UNDECLARED_PER_CONNECTION: '100000/500000',
    MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${devicePort}`,
  },
})
try {
  const admin = await signIn(server)
  await sendRequests(server, admin) // Warms up the server.
  await measure('none', server, admin)
  if (options.only !== 'modbus') await measureBroker(server, admin)
  if (options.only !== 'broker') await measureModbus(server, admin, device, devicePort)
} finally {
  device.kill()
  await server.stop()
  await loop.close()
}
