import { setTimeout as pause } from 'node:timers/promises'
import { RawClient } from '../../tests/chaos/rawClient.ts'
import { callEntity, call, signIn } from '../../tests/support/server/api.ts'
import { cpuMs } from '../../tests/support/server/cpu.ts'
import { startServer } from '../../tests/support/server/server.ts'

// CPU time of the server, without the database, for a message of ten values with QoS 0: on Mimic's own topic, on a
// custom topic and on a mapped one. `npx tsx bench/mapping/messages.ts [messages a second] [seconds]`

const perSecond = Number(process.argv[2] ?? 2_000)
const seconds = Number(process.argv[3] ?? 10)
const devices = 20
const tickMs = 5
const token = 'the credential of the gateways of this benchmark'
const points = Array.from({ length: 10 }, (_, index) => `tag${index}`)
const properties = points.map((identifier) => ({ identifier, label: identifier, type: 'decimal', isWritable: false }))
const server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })

type Kind = 'own' | 'custom' | 'mapped'

const formatMessage = (kind: Kind, device: number, values: Readonly<Record<string, number>>): [string, string] => {
  switch (kind) {
    case 'own':
      return [`p/tunnel/d/own-${device}/up/values`, JSON.stringify({ at: Date.now(), v: values })]
    case 'custom':
      return [`bench/custom-${device}/up`, JSON.stringify(values)]
    case 'mapped':
      return [`mapped/mapped-${device}/up`, JSON.stringify(values)]
  }
}

async function measure(kind: Kind): Promise<number> {
  const client = await RawClient.connect({ url: server.mqttUrl, username: 'bench', password: token, clientId: kind })
  const startedMs = performance.now()
  const usedMs = cpuMs(server.pid, 'alone')
  const total = perSecond * seconds
  for (let sent = 0; sent < total; await pause(tickMs)) {
    const due = Math.min(total, ((performance.now() - startedMs) / 1_000) * perSecond)
    for (; sent < due; sent++) {
      const values = Object.fromEntries(points.map((point, index) => [point, index + (sent % 100)]))
      client.publish(...formatMessage(kind, sent % devices, values), 0)
    }
  }
  await pause(1_000)
  client.socket.terminate()
  return ((cpuMs(server.pid, 'alone') - usedMs) * 1_000) / total
}

try {
  const admin = await signIn(server)
  const create = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
    const body = { ...(entity === 'device' ? { project: 'tunnel' } : {}), values }
    const created = await callEntity(server, entity, 'create', { token: admin, body })
    if (created.status !== 200) throw new Error(created.text)
    return created.data.id
  }
  for (const kind of ['own', 'custom', 'mapped'] as const) {
    const common = { category: 'sensor', nodeType: 'direct', transport: 'mqtt', properties }
    const product = await create('product', { ...common, name: kind, code: kind })
    for (let device = 0; device < devices; device++) {
      const name = `${kind}-${device}`
      await create('device', { name, serial: name, messageKey: name, product, plantDevice: name })
    }
    if (kind === 'custom') await create('topic', { name: 'bench/{device}/up', product, direction: 'up' })
    if (kind === 'mapped') {
      const definition = {
        version: 1,
        topics: [{ id: 'up', topic: 'mapped/{device}/up' }],
        points: points.map((point) => ({ point, type: 'decimal', sources: [{ topic: 'up', path: point }] })),
      }
      await create('mapping', { name: kind, product, protocol: 'mapping', definition: JSON.stringify(definition) })
    }
  }
  await measure('own') // Warms up the server.
  for (const kind of ['own', 'custom', 'mapped', 'own', 'custom', 'mapped'] as const) {
    const cpuUs = Math.round(await measure(kind))
    const query = { search: `tunnel/${kind}-0/tag` }
    const { data } = await call(server, 'tag.list', { token: admin, query })
    if (data.total !== points.length) throw new Error(`${kind}: the values were not stored`)
    process.stdout.write(`${JSON.stringify({ measure: 'message', kind, cpuUs })}\n`)
  }
} finally {
  await server.stop()
}
