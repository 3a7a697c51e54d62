import { generate } from 'mqtt-packet'
import { startExactCpu } from '../../tests/support/server/cpu.ts'
import { RawMqtt } from './rawMqtt.ts'

/** What the process of the clients does. */
export interface ClientOrder {
  readonly port: number
  readonly password: string
  readonly qos: 0 | 1
  readonly pairs: number
  readonly seconds: number
  /** Messages per second of all publishers together. Default: as many as the broker takes. */
  readonly perSecond?: number
  readonly projects: readonly string[]
  /** Process of the broker, for its CPU time. */
  readonly pid?: number | undefined
}

export interface ClientResult {
  /** Messages that arrived or were acknowledged. */
  readonly perSecond: number
  /** CPU time of the broker per message, in microseconds. */
  readonly cpuUs: number
}

const inFlight = 2000
const batch = 100
const pubackType = 4
const publishType = 3
const warmUpMs = 1000
/** Interval at which a limited publisher sends. */
const paceMs = 5

process.once('message', (order: ClientOrder) => {
  void run(order).then((result) => {
    process.send?.(result)
    process.disconnect()
    process.exit(0)
  })
})

async function run(order: ClientOrder): Promise<ClientResult> {
  let count = 0
  const sockets: RawMqtt[] = []
  for (let pair = 0; pair < order.pairs; pair++) {
    const project = order.projects[pair % order.projects.length] ?? 'bench'
    const publisher = await RawMqtt.connect(order.port, `gateway-${pair}`, order.password)
    sockets.push(publisher)
    let source = publisher
    if (order.qos === 0) {
      source = await RawMqtt.connect(order.port, `reader-${pair}`, order.password)
      sockets.push(source)
      // Each pair has its own topics.
      await source.subscribe(`p/${project}/d/+/up/values`)
    }
    const packets = createPackets(project, pair, order.qos)
    let sent = 0
    let arrived = 0
    const fromMs = performance.now()
    const countDue = (): number =>
      order.perSecond === undefined ? Infinity : ((performance.now() - fromMs) / 1000) * (order.perSecond / order.pairs)
    const send = (): void => {
      while (sent - arrived < inFlight && sent < countDue()) {
        const chunk = packets.slice(sent % packets.length, (sent % packets.length) + batch)
        publisher.socket.write(Buffer.concat(chunk))
        sent += chunk.length
      }
    }
    const expectedType = order.qos === 0 ? publishType : pubackType
    source.onPacket = (type) => {
      if (type !== expectedType) return
      count++
      arrived++
      if (sent - arrived <= inFlight - batch) send()
    }
    send()
    if (order.perSecond !== undefined) setInterval(send, paceMs)
  }
  await new Promise((done) => setTimeout(done, warmUpMs))
  count = 0
  const from = performance.now()
  const readCpuMs = order.pid === undefined ? () => NaN : startExactCpu(order.pid)
  await new Promise((done) => setTimeout(done, order.seconds * 1000))
  const perSecond = Math.round(count / ((performance.now() - from) / 1000))
  const cpuUs = (readCpuMs() * 1000) / count
  for (const { socket } of sockets) socket.destroy()
  return { perSecond, cpuUs }
}

/** Twice as many topics as messages in flight, so that none waits for an older message of its topic. */
function createPackets(project: string, pair: number, qos: 0 | 1): readonly Buffer[] {
  const at = Date.now()
  return Array.from({ length: inFlight * 2 }, (_none, index) =>
    generate({
      cmd: 'publish',
      topic: `p/${project}/d/meter-${pair}-${qos === 0 ? index : index % 500}/up/values`,
      payload: JSON.stringify({ at: at + index, v: { power: index } }),
      qos,
      retain: false,
      dup: false,
      messageId: index + 1,
    }),
  )
}
