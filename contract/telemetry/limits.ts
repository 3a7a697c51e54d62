import { limits } from '../limits.ts'

const { frameBytes, everyMs, silentIntervals, lostMs, staleMs, beaconMs, pulseMs, pulseLostMs, connectMs } =
  limits.telemetry

/** Limits of topics, frames and the live connection. Times are in milliseconds. */
export const telemetryLimits = {
  beaconMs,
  pulseMs,
  pulseLostMs,
  /** Time a worker may take to load before its first pulse. */
  workerStartMs: 20_000,
  frame: {
    bytes: frameBytes,
    points: 4096,
    textLength: 1024,
    /** Default interval of a device. */
    everyMs,
    maxEveryMs: 24 * 3_600_000,
    /** Times before 2000 or after 2099 indicate a broken clock. */
    earliestAt: Date.UTC(2000, 0, 1),
    latestAt: Date.UTC(2100, 0, 1) - 1,
    /** Values with a source time further ahead than this are uncertain. */
    futureMs: 5 * 60_000,
  },
  /** Small JSON messages: command, acknowledgement, state, beacon. */
  message: { bytes: 64 * 1024, idLength: 128, devices: 4096 },
  stale: {
    lostMs,
    silentIntervals,
    /** Minimum silence before a device with a very short interval becomes stale. */
    minSilenceMs: 1000,
    /** Two missed beacons, less some ticks of the worker, so that staleness shows within the promised ten seconds. */
    beaconLostMs: staleMs - 500,
    tickMs: 250,
  },
  connection: {
    /** Full jitter: a delay is random between 0 and min(`capMs`, `firstMs` * 2^attempt). */
    firstMs: 1000,
    capMs: 30_000,
    /** A connection open for this long resets the back-off. */
    stableMs: 10_000,
    connectMs,
    keepaliveSeconds: 15,
    /** Topic filters per SUBSCRIBE packet. */
    filtersPerPacket: 100,
  },
  batch: {
    /** At most one batch per display frame. */
    everyMs: 16,
  },
} as const
