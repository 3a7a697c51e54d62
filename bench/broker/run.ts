import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { removeDirectory } from '../../tests/support/directories.ts'
import { startServer } from '../../tests/support/server.ts'
import { startMosquitto } from './mosquitto.ts'
import type { ClientOrder } from './clients.ts'

const rounds = 3
const pairs = 4
const token = 'a-gateway-credential-of-the-benchmark'
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' }, only: { type: 'string' } } })
const seconds = Number(values.seconds)

/** Measures both brokers by turns with the same clients, and prints the medians. */
async function measureDelivered(): Promise<void> {
  const projects = Array.from({ length: pairs }, (_none, pair) => `bench-${pair}`)
  const directory = await mkdtemp(join(tmpdir(), 'mimic-bench-'))
  const results: Record<string, number[]> = { mimic: [], mosquitto: [] }
  for (let round = 0; round < rounds; round++) {
    const child = startChild('mimicBroker.ts')
    results.mimic?.push(
      await measure({ port: await receiveNumber(child), password: '', qos: 0, pairs, seconds, projects }),
    )
    child.kill('SIGKILL')
    const mosquitto = await startMosquitto(directory)
    if (mosquitto === undefined) continue
    results.mosquitto?.push(await measure({ port: mosquitto.port, password: '', qos: 0, pairs, seconds, projects }))
    mosquitto.child.kill('SIGKILL')
  }
  await removeDirectory(directory)
  const [mimic, mosquitto] = [median(results.mimic ?? []), median(results.mosquitto ?? [])]
  print({ measure: 'delivered', engine: 'mimic', value: mimic, unit: 'messages/s' })
  if (mosquitto === undefined || mimic === undefined) return
  print({ measure: 'delivered', engine: 'mosquitto', value: mosquitto, unit: 'messages/s' })
  print({ measure: 'delivered', engine: 'ratio', value: Math.round((mimic / mosquitto) * 100) / 100, unit: '×' })
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
    const order = { port, password: token, qos: 1, pairs, seconds, projects: ['street'] } as const
    const found: number[] = []
    for (let round = 0; round < rounds; round++) found.push(await measure(order))
    print({ measure: 'committed', engine: 'mimic', value: median(found), unit: 'messages/s' })
  } finally {
    await server.stop()
  }
}

async function measure(order: ClientOrder): Promise<number> {
  const child = startChild('clients.ts')
  child.send(order)
  return receiveNumber(child)
}

const startChild = (file: string): ChildProcess =>
  fork(join(import.meta.dirname, file), { execArgv: ['--import', 'tsx'], stdio: 'inherit' })

const receiveNumber = (child: ChildProcess): Promise<number> =>
  new Promise((done, fail) => {
    child.once('message', (message) => done(Number(message)))
    child.once('exit', (code) => fail(new Error(`the process ended with ${code}`)))
  })

const median = (found: readonly number[]): number | undefined =>
  found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)]

function print(row: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(row)}\n`)
}

if (values.only !== 'committed') await measureDelivered()
if (values.only !== 'delivered') await measureCommitted()
