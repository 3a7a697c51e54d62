import type { Row } from '../../contract/entity/define.ts'
import { RawClient } from '../../tests/chaos/rawClient.ts'
import { callEntity, signIn } from '../../tests/support/server/api.ts'
import { startExactCpu } from '../../tests/support/server/cpu.ts'
import { type StartedServer, startServer } from '../../tests/support/server/server.ts'

// CPU time of the server per message with and without limits: 10,000 points of 100 devices, each with a high and a low
// limit. The rounds alternate: `npx tsx bench/alarms/limits.ts [messages a round] [rounds]`.

const messages = Number(process.argv[2] ?? 4_000)
const rounds = Number(process.argv[3] ?? 5)
const devices = 100
const window = 200
const token = 'the credential of the gateways of this benchmark'
const points = Array.from({ length: 100 }, (_, index) => `tag${index}`)

async function makeProduct(server: StartedServer, admin: string): Promise<Row> {
  const make = async (entity: string, body: unknown): Promise<Row> => {
    const created = await callEntity(server, entity, 'create', { token: admin, body })
    if (created.status !== 200) throw new Error(created.text)
    return created.data
  }
  const properties = points.map((identifier) => ({ identifier, label: identifier, type: 'decimal', isWritable: false }))
  const product = await make('product', {
    values: { name: 'Meter', code: 'meter', category: 'sensor', properties },
  })
  for (let n = 0; n < devices; n++)
    await make('device', {
      project: 'tunnel',
      values: { name: `Meter ${n}`, serial: `M${n}`, product: product.id, plantDevice: `meter-${n}` },
    })
  return product
}

async function setLimits(server: StartedServer, admin: string, id: string, hasLimits: boolean): Promise<void> {
  const row = (await callEntity(server, 'product', 'read', { token: admin, params: { id } })).data
  const alarms = points.flatMap((identifier) => [
    { identifier, kind: 'high', limit: 1e6, deadband: 1, onDelayS: 5 },
    { identifier, kind: 'low', limit: -1e6, deadband: 1 },
  ])
  const answer = await callEntity(server, 'product', 'update', {
    token: admin,
    params: { id },
    headers: { 'if-match': `"${row.revision}"` },
    body: { values: { alarms: hasLimits ? alarms : [] } },
  })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** Sends messages with a fixed window. Returns the CPU time per message in milliseconds and the messages per second. */
async function measure(
  server: StartedServer,
  count: number,
): Promise<{ readonly cpuMs: number; readonly rate: number }> {
  const client = await RawClient.connect({ url: server.mqttUrl, username: 'bench', password: token, clientId: 'bench' })
  let sent = 0
  let acknowledged = 0
  const used = startExactCpu(server.pid)
  const startedAt = performance.now()
  await new Promise<void>((resolve) => {
    const send = (): void => {
      while (sent < count && sent - acknowledged < window) {
        const v = Object.fromEntries(points.map((point, index) => [point, index + (sent % 100)]))
        client.publish(
          `p/tunnel/d/meter-${sent % devices}/up/values`,
          JSON.stringify({ at: Date.now(), every: 1_000, v }),
          1,
          (sent % 60_000) + 1,
        )
        sent++
      }
    }
    client.listen((packet) => {
      if (packet.cmd !== 'puback') return
      if (++acknowledged === count) resolve()
      else send()
    })
    send()
  })
  const cpuMs = used() / count
  client.socket.terminate()
  return { cpuMs, rate: (count / (performance.now() - startedAt)) * 1_000 }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
try {
  const admin = await signIn(server)
  const product = await makeProduct(server, admin)
  await measure(server, messages)
  const results: { readonly hasLimits: boolean; readonly cpuMs: number; readonly rate: number }[] = []
  for (let round = 0; round < rounds * 2; round++) {
    const hasLimits = round % 2 === 1
    await setLimits(server, admin, product.id, hasLimits)
    results.push({ hasLimits, ...(await measure(server, messages)) })
  }
  for (const hasLimits of [false, true]) {
    const own = results.filter((each) => each.hasLimits === hasLimits)
    process.stdout.write(
      `${hasLimits ? 'with limits   ' : 'without limits'} ${middle(own.map(({ cpuMs }) => cpuMs)).toFixed(3)} ms CPU per message of ${points.length} values, ${Math.round(middle(own.map(({ rate }) => rate)))} messages/s\n`,
    )
  }
} finally {
  await server.stop()
}
