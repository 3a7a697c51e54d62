import { RawClient } from '../../tests/chaos/rawClient.ts'
import { callEntity, signIn } from '../../tests/support/server/api.ts'
import { startExactCpu } from '../../tests/support/server/cpu.ts'
import { type StartedServer, startServer } from '../../tests/support/server/server.ts'
import { shapes } from '../../tests/support/scripts/shapes.ts'

// Messages of ten values through the broker, without a script and with the scaling script that rewrites them:
// `npx tsx bench/scripts/messages.ts [messages a second] [seconds]`. The latency is from PUBLISH to PUBACK with QoS 1, after the commit.

const perSecond = Number(process.argv[2] ?? 2_000)
const measuredSeconds = Number(process.argv[3] ?? 10)
const devices = 20
const token = 'the credential of the gateways of this benchmark'
const points = Array.from({ length: 10 }, (_, index) => `tag${index}`)
const scaling = shapes.find(({ name }) => name === 'scaling of values')?.source ?? ''

async function prepare(server: StartedServer, admin: string): Promise<string> {
  const make = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
    const body = { ...(entity === 'device' ? { project: 'tunnel' } : {}), values }
    const created = await callEntity(server, entity, 'create', { token: admin, body })
    if (created.status !== 200) throw new Error(created.text)
    return created.data.id
  }
  const properties = points.map((identifier) => ({ identifier, label: identifier, type: 'decimal', isWritable: false }))
  const product = await make('product', {
    name: 'Meter',
    code: 'meter',
    category: 'sensor',
    nodeType: 'direct',
    transport: 'mqtt',
    properties,
  })
  for (let n = 0; n < devices; n++)
    await make('device', { name: `Meter ${n}`, serial: `M${n}`, product, plantDevice: `meter-${n}` })
  await make('topic', { name: 'bench/{device}/up', product, direction: 'up' })
  return make('script', {
    identifier: 'scale',
    name: 'Scale',
    product,
    event: 1,
    action: 1,
    language: 'groovy',
    order: 1,
    source: scaling,
  })
}

interface Measured {
  readonly rate: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly busy: number
}

/** Sends messages at the given rate and waits until all are acknowledged. */
async function measure(server: StartedServer, durationSeconds: number): Promise<Measured> {
  const client = await RawClient.connect({ url: server.mqttUrl, username: 'bench', password: token, clientId: 'bench' })
  const sentMs = new Map<number, number>()
  const latencies: number[] = []
  let finish: () => void = () => undefined
  const total = perSecond * durationSeconds
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  client.listen((packet) => {
    if (packet.cmd !== 'puback') return
    const at = sentMs.get(packet.messageId ?? 0)
    if (at === undefined) return
    sentMs.delete(packet.messageId ?? 0)
    latencies.push(performance.now() - at)
    if (latencies.length === total) finish()
  })
  const used = startExactCpu(server.pid)
  const startedAt = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond))
    for (; sent < due; sent++) {
      const id = (sent % 60_000) + 1
      const payload = JSON.stringify(points.map((point, index) => ({ id: point, value: index + (sent % 100) })))
      sentMs.set(id, performance.now())
      client.publish(`bench/M${sent % devices}/up`, payload, 1, id)
    }
  }, 5)
  await finished
  clearInterval(timer)
  const tookMs = performance.now() - startedAt
  client.socket.terminate()
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    rate: (total / tookMs) * 1_000,
    medianMs: sorted[Math.floor(total / 2)] ?? 0,
    p95Ms: sorted[Math.floor(total * 0.95)] ?? 0,
    busy: used() / tookMs,
  }
}

const server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
try {
  const admin = await signIn(server)
  const script = await prepare(server, admin)
  for (const name of ['without a script', 'with the scaling script']) {
    if (name !== 'without a script')
      await callEntity(server, 'script', 'enable', { token: admin, params: { id: script }, body: {} })
    // The first messages load the script.
    await measure(server, 1)
    const { rate, medianMs, p95Ms, busy } = await measure(server, measuredSeconds)
    process.stdout.write(
      `${name.padEnd(24)} ${Math.round(rate)} messages/s, latency ${medianMs.toFixed(1)} ms median, ${p95Ms.toFixed(1)} ms p95, server ${(busy * 100).toFixed(0)} % of a core\n`,
    )
  }
} finally {
  await server.stop()
}
