import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { removeDirectory } from '../../tests/support/directories.ts'
import { startServer } from '../../tests/support/server/server.ts'
import { startMosquitto } from './mosquitto.ts'
import type { ClientOrder, ClientResult } from './clients.ts'

const rounds = 3
const pairs = 4
const token = 'a-gateway-credential-of-the-benchmark'
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, only: { type: 'string' }, profile: { type: 'string' } },
})
const seconds = Number(values.seconds)

/** Measures both brokers by turns with the same clients, and prints the medians. */
async function measureDelivered(): Promise<void> {
  const projects = Array.from({ length: pairs }, (_none, pair) => `bench-${pair}`)
  const directory = await mkdtemp(join(tmpdir(), 'mimic-bench-'))
  const results: Record<'mimic' | 'mosquitto', ClientResult[]> = { mimic: [], mosquitto: [] }
  const order = { password: '', qos: 0, pairs, seconds, projects } as const
  for (let round = 0; round < rounds; round++) {
    const child = startChild('mimicBroker.ts')
    results.mimic.push(await measure({ ...order, port: Number(await receive(child)), pid: child.pid }))
    child.disconnect()
    await once(child, 'exit')
    const mosquitto = await startMosquitto(directory)
    if (mosquitto === undefined) continue
    results.mosquitto.push(await measure({ ...order, port: mosquitto.port, pid: mosquitto.child.pid }))
    mosquitto.child.kill('SIGKILL')
  }
  await removeDirectory(directory)
  for (const engine of ['mimic', 'mosquitto'] as const) {
    const found = results[engine]
    print({
      measure: 'delivered',
      engine,
      value: median(found.map(({ perSecond }) => perSecond)),
      unit: 'messages/s',
      cpuUs: round(median(found.map(({ cpuUs }) => cpuUs))),
    })
  }
  const ratios = results.mosquitto.map(({ perSecond }, index) => (results.mimic[index]?.perSecond ?? NaN) / perSecond)
  print({ measure: 'delivered', engine: 'ratio', value: round(median(ratios)), unit: '×' })
}

async function measureCommitted(): Promise<void> {
  const env = {
    MIMIC_GATEWAY_TOKEN: token,
    MIMIC_UNDECLARED_PER_PROJECT: '100000/500000',
    MIMIC_UNDECLARED_PER_CONNECTION: '100000/500000',
  }
  const server = await startServer({ env, isEmbedded: true })
  try {
    const port = Number(/mqtt:\/\/\S+:(\d+)/.exec(server.output())?.[1])
    const order = { port, password: token, qos: 1, pairs, seconds, projects: ['street'], pid: server.pid } as const
    const found: ClientResult[] = []
    for (let round = 0; round < rounds; round++) found.push(await measure(order))
    print({
      measure: 'committed',
      engine: 'mimic',
      value: median(found.map(({ perSecond }) => perSecond)),
      unit: 'messages/s',
      cpuUs: round(median(found.map(({ cpuUs }) => cpuUs))),
    })
  } finally {
    await server.stop()
  }
}

async function measure(order: ClientOrder): Promise<ClientResult> {
  const child = startChild('clients.ts')
  child.send(order)
  return (await receive(child)) as ClientResult
}

const startChild = (file: string): ChildProcess =>
  fork(join(import.meta.dirname, file), {
    execArgv: ['--import', 'tsx', ...(values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [])],
    stdio: 'inherit',
  })

const receive = (child: ChildProcess): Promise<unknown> =>
  new Promise((done, fail) => {
    child.once('message', done)
    child.once('exit', (code) => fail(new Error(`the process ended with ${code}`)))
  })

const median = (found: readonly number[]): number =>
  found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)] ?? NaN
const round = (value: number): number => Math.round(value * 100) / 100

function print(row: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(row)}\n`)
}

if (values.only !== 'committed') await measureDelivered()
if (values.only !== 'delivered') await measureCommitted()
