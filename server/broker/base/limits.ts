import { limits } from '../../../contract/limits.ts'
import type { SendQueueLimits } from './sendQueue.ts'

const { frameBytes, connectMs, deviceMessagesPerSecond, topicLevels, clientIdBytes, beaconMs } = limits.telemetry
const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Limits of the broker. Shared limits come from the contract. */
export const brokerLimits = {
  beaconMs,
  connectMs,
  topicLevels,
  clientIdBytes,
  /** Largest frame with its topic and header. */
  packetBytes: frameBytes + kilobyte,
  /** A WebSocket frame may carry several packets. */
  socketFrameBytes: 4 * megabyte,
  /** Filters per connection; enough for a large page with one filter per device. */
  subscriptions: 5000,
  retainedTopics: 200_000,
  /** Topics whose meaning and subscribers are kept in memory. */
  cachedTopics: 100_000,
  /** Devices on custom topics whose last values are kept. */
  customDevices: 200_000,
  publish: {
    device: { perSecond: deviceMessagesPerSecond, burst: 1000 },
    /** A gateway publishes for thousands of devices. */
    gateway: { perSecond: 50_000, burst: 100_000 },
  },
  /** New connections. Others are rejected as unavailable, to spread reconnects after a restart. */
  connects: { perSecond: 50, burst: 100 },
  outbox: {
    softBytes: 4 * megabyte,
    overMs: 5000,
    hardBytes: 16 * megabyte,
    drainMs: 30_000,
    frameBytes: 128 * kilobyte,
  } satisfies SendQueueLimits,
  /** Maximum time for the external broker to take a command. */
  linkMs: 5000,
  commit: { batchPoints: 1000, waitMs: 4, maxBatchPoints: 8000, maxPoints: 400_000 },
  /** Values not stored within this time are delivered first and acknowledged later. */
  showMs: 2000,
  sweepMs: 1000,
  /** Rejected connection attempts that are kept for display. */
  rejectedClients: 200,
  malformedLogMs: 60_000,
} as const
