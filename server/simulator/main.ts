import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { defaultSeed, defaultTags, plantProjects } from './plant.ts'
import type { SimulatorControl, SimulatorMessage } from './index.ts'
import { trustOwnCertificate } from '../tls.ts'
import { Gateway, getTlsOptions } from './gateway.ts'
import { parseProtocols } from './protocols/parseProtocols.ts'
import { servePlant } from './protocols/servePlant.ts'
import { VirtualPlant } from './virtualPlant.ts'

/*
 * The virtual plant as a process: one gateway per project (several for large ones), controlled by messages of its
 * parent or, with --stdin, by lines of the same JSON.
 */
const devicesPerGateway = 2000
const binaryFromTags = 5000

const { values: args } = parseArgs({
  options: {
    url: { type: 'string', default: 'ws://127.0.0.1:8083/mqtt' },
    user: { type: 'string', default: 'simulator' },
    tags: { type: 'string', default: String(defaultTags) },
    seed: { type: 'string', default: String(defaultSeed) },
    every: { type: 'string', default: '2000' },
    qos: { type: 'string', default: '0' },
    form: { type: 'string' },
    'day-minutes': { type: 'string', default: '20' },
    protocols: { type: 'string' },
    stdin: { type: 'boolean', default: false },
  },
})
const tags = whole('tags', args.tags, 1, 1_000_000)
const world = new VirtualPlant({
  tags,
  seed: whole('seed', args.seed, 0, 0xffffffff),
  dayMs: whole('day-minutes', args['day-minutes'], 1, 1440) * 60_000,
})
const form = args.form ?? (tags > binaryFromTags ? 'binary' : 'json')
if (form !== 'json' && form !== 'binary') throw new Error('--form must be json or binary')

// The parent process passes the path of its certificate in the environment.
const trust = trustOwnCertificate(args.url.startsWith('wss:') ? process.env.MIMIC_TLS_CERT : undefined)
const gateways = plantProjects.flatMap((project) => {
  const machines = world.getMachines(project)
  const count = Math.ceil(machines.length / devicesPerGateway)
  return Array.from({ length: count }, (_, index) => ({
    project,
    gateway: new Gateway({
      url: args.url,
      username: args.user,
      password: process.env.MIMIC_GATEWAY_TOKEN ?? '',
      project,
      name: count === 1 ? args.user : `${args.user}-${index + 1}`,
      clientId: `${args.user}-${project}-${index + 1}`,
      world,
      machines: machines.slice(index * devicesPerGateway, (index + 1) * devicesPerGateway),
      everyMs: whole('every', args.every, 50, 86_400_000),
      qos: args.qos === '1' ? 1 : 0,
      form,
      report: sendMessage,
      trust,
    }),
  }))
})

const stopProtocols = servePlant(world, parseProtocols(args.protocols), {
  url: args.url,
  username: args.user,
  password: process.env.MIMIC_GATEWAY_TOKEN ?? '',
  getTls: () => getTlsOptions(args.url, trust),
})

process.on('message', (message) => handleControl(message))
process.on('disconnect', () => void stop())
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => {
  if (!process.connected) void stop() // with a parent, the parent decides
})
if (args.stdin) createInterface(process.stdin).on('line', (line) => handleControl(JSON.parse(line)))

function handleControl(message: unknown): void {
  if (!isControl(message)) return
  if (message.ask === 'stats') {
    const sum = (getValue: (gateway: Gateway) => number): number =>
      gateways.reduce((total, { gateway }) => total + getValue(gateway), 0)
    sendMessage({
      kind: 'stats',
      published: sum((one) => one.published),
      acknowledged: sum((one) => one.acknowledged),
      failed: sum((one) => one.failed),
    })
    return
  }
  const { misbehave } = message
  if (misbehave === undefined) return
  const [project, device] = message.device?.split('/') ?? []
  const results = gateways
    .filter((one) => project === undefined || one.project === project)
    .map(({ gateway }) => gateway.misbehave(misbehave, device === '*' ? undefined : device))
  sendMessage({ kind: 'misbehaving', how: misbehave, device: message.device ?? '*', found: results.includes(true) })
}

function sendMessage(event: SimulatorMessage): void {
  // If the parent is gone, the 'disconnect' event handles it, so a failed send is ignored.
  if (process.send !== undefined && process.connected) process.send(event, undefined, undefined, () => {})
  else if (args.stdin) process.stdout.write(`${JSON.stringify(event)}\n`)
}

async function stop(): Promise<void> {
  setTimeout(() => process.exit(0), 1_000).unref() // the connection to a killed server never closes cleanly
  await Promise.all([...gateways.map(({ gateway }) => gateway.close()), stopProtocols()])
  process.exit(0)
}

function isControl(message: unknown): message is SimulatorControl {
  if (typeof message !== 'object' || message === null) return false
  const { misbehave, device, ask }: { misbehave?: unknown; device?: unknown; ask?: unknown } = message
  const isValidMode =
    misbehave === undefined ||
    misbehave === 'offline' ||
    misbehave === 'freeze' ||
    misbehave === 'malformed' ||
    misbehave === 'recover'
  return isValidMode && (device === undefined || typeof device === 'string') && (ask === undefined || ask === 'stats')
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`--${name} must be a whole number from ${min} to ${max}`)
  return value
}
