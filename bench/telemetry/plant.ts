import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { encodeFrame, telemetryLimits, valuesTopic } from '../../contract/telemetry/index.ts'
import { createBroker } from '../../server/broker/index.ts'
import type { Broker, Grant } from '../../server/broker/index.ts'
import { createLog } from '../../server/log.ts'
import { getKind, seededRandom, stateColors } from '../browser/workload.ts'
import { deviceName, pointName, pointsPerDevice, project } from './names.ts'

/** Messages between the plant process and its parent. */
export type PlantOrder = { readonly devices: number; readonly messagesPerSecond: number }
export type PlantMessage =
  | { readonly kind: 'ready'; readonly url: string }
  /** Once a second: messages published and bytes queued for subscribers. */
  | { readonly kind: 'pace'; readonly published: number; readonly waitingBytes: number; readonly cut: number }

const tickMs = 10
const reportMs = 1000

process.once('message', (order: PlantOrder) => void run(order))
process.once('disconnect', () => process.exit(0))

/** Runs a broker like the server's, and a gateway that publishes to it over a real connection at a constant rate. */
async function run({ devices, messagesPerSecond }: PlantOrder): Promise<void> {
  const broker = await createBroker({
    port: 0,
    host: '127.0.0.1',
    authenticate,
    commit: () => Promise.resolve(),
    log: createLog('warn'),
  })
  const gateway = await connectAsync(broker.url, {
    username: 'gateway',
    password: 'bench',
    clientId: 'gateway',
    protocolVersion: 4,
  })
  send({ kind: 'ready', url: broker.url })
  publish(gateway, broker, makeFrames(devices), messagesPerSecond)
}

async function authenticate(_clientId: string, account: string): Promise<Grant> {
  return { kind: account === 'gateway' ? 'gateway' : 'user', account, projects: [project] }
}

function publish(gateway: MqttClient, broker: Broker, getFrame: (message: number) => Frame, perSecond: number): void {
  const startedAt = performance.now()
  let sent = 0
  setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    for (; sent < due; sent++) {
      const { topic, bytes } = getFrame(sent)
      gateway.publish(topic, bytes, { qos: 0, retain: true })
    }
  }, tickMs)
  setInterval(() => {
    const { waitingBytes, cut } = broker.stats()
    send({ kind: 'pace', published: sent, waitingBytes, cut })
  }, reportMs)
}

interface Frame {
  readonly topic: string
  readonly bytes: Buffer
}

/** Each message contains all points of one device with changed values. */
function makeFrames(devices: number): (message: number) => Frame {
  const random = seededRandom(7)
  const points = Array.from({ length: pointsPerDevice }, (_, point) => pointName(point))
  const values = Array.from({ length: devices }, () => new Float64Array(pointsPerDevice))
  return (message) => {
    const device = message % devices
    const own = values[device] ?? new Float64Array(pointsPerDevice)
    for (let point = 0; point < pointsPerDevice; point++) {
      own[point] =
        getKind(point) === 'text'
          ? Math.floor(random() * 999) / 10
          : ((own[point] ?? 0) + 1 + Math.floor(random() * 3)) % stateColors.length
    }
    const frame = encodeFrame({ at: Date.now(), every: telemetryLimits.frame.everyMs, points, values: own }, 'binary')
    return {
      topic: valuesTopic({ project, device: deviceName(device) }),
      bytes: Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength),
    }
  }
}

const send = (outgoing: PlantMessage): void => void process.send?.(outgoing)
