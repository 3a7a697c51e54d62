import { limits } from '../../contract/limits.ts'
import type { SendQueueLimits } from './sendQueue.ts'

const { frameBytes, connectMs, deviceMessagesPerSecond, topicLevels, clientIdBytes, beaconMs } = limits.telemetry
const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** The broker's own numbers; those that others must know too come from the contract. */
export const brokerLimits = {
  beaconMs, connectMs, topicLevels, clientIdBytes,
  /** A frame of the largest size, with its topic and header. */
  packetBytes: frameBytes + kilobyte,
  /** One WebSocket frame may carry several packets. */
  socketFrameBytes: 4 * megabyte,
  /** Filters a connection may hold: a large page of a device each. */
  subscriptions: 5000,
  retainedTopics: 200_000,
  /** Devices that speak on own topics and whose last values are kept. */
  ownDevices: 200_000,
  publish: {
    device: { perSecond: deviceMessagesPerSecond, burst: 1000 },
    /** A gateway speaks for thousands of devices. */
    gateway: { perSecond: 50_000, burst: 100_000 },
  },
  /** New connections; the rest are told to come later, so that a restart is no stampede. */
  connects: { perSecond: 50, burst: 100 },
  outbox: {
    softBytes: 4 * megabyte, overMs: 5000, hardBytes: 16 * megabyte, drainMs: 30_000, frameBytes: 128 * kilobyte,
  } satisfies SendQueueLimits,
  /** How long a command may wait for the external broker to take it. */
  linkMs: 5000,
  commit: { batchPoints: 1000, waitMs: 4, mostBatchPoints: 8000, mostPoints: 400_000 },
  /** Values that are not stored after this long are passed on before, and acknowledged after. */
  showMs: 2000,
  sweepMs: 1000,
  malformedLogMs: 60_000,
} as const
