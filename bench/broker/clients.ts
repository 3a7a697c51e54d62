import { generate } from 'mqtt-packet'
import { RawMqtt } from './rawMqtt.ts'

/** What the process of the clients does. */
export interface ClientOrder {
  readonly port: number
  readonly password: string
  readonly qos: 0 | 1
  readonly pairs: number
  readonly seconds: number
  readonly projects: readonly string[]
}

const inFlight = 2000
const batch = 100
const pubackType = 4
const publishType = 3
const warmUpMs = 1000

process.once('message', (order: ClientOrder) => {
  void run(order).then((perSecond) => {
    process.send?.(perSecond)
    process.disconnect()
    process.exit(0)
  })
})

/** Returns the messages per second that arrived or were acknowledged. */
async function run(order: ClientOrder): Promise<number> {
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
    const send = (): void => {
      while (sent - arrived < inFlight) {
        const chunk = packets.slice(sent % packets.length, (sent % packets.length) + batch)
        publisher.socket.write(Buffer.concat(chunk))
        sent += chunk.length
      }
    }
    const wanted = order.qos === 0 ? publishType : pubackType
    source.onPacket = (type) => {
      if (type !== wanted) return
      count++
      arrived++
      if (sent - arrived <= inFlight - batch) send()
    }
    send()
  }
  await new Promise((done) => setTimeout(done, warmUpMs))
  count = 0
  const from = performance.now()
  await new Promise((done) => setTimeout(done, order.seconds * 1000))
  const perSecond = Math.round(count / ((performance.now() - from) / 1000))
  for (const { socket } of sockets) socket.destroy()
  return perSecond
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
