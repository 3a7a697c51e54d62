import { limits } from '../limits.ts'

const { frameBytes, everyMs, silentIntervals, lostMs, staleMs, beaconMs, pulseMs, pulseLostMs, connectMs } = limits.telemetry

/** The numbers of topics, frames and the live connection. Times are milliseconds. */
export const telemetryLimits = {
  beaconMs, pulseMs, pulseLostMs,
  /** What a worker may take to load before its first pulse. */
  workerStartMs: 20_000,
  frame: {
    bytes: frameBytes,
    points: 4096,
    textLength: 1024,
    /** What a device is taken to send at when it does not say. */
    everyMs,
    longestEveryMs: 24 * 3_600_000,
    /** Times before 2000 or after 2099 are a broken clock, not a time. */
    earliestAt: Date.UTC(2000, 0, 1),
    latestAt: Date.UTC(2100, 0, 1) - 1,
    /** A source time further ahead than this makes its values uncertain. */
    futureMs: 5 * 60_000,
  },
  /** Small JSON messages: command, acknowledgement, state, beacon. */
  message: { bytes: 64 * 1024, idLength: 128, devices: 4096 },
  stale: {
    lostMs,
    silentIntervals,
    /** A device that declares a very short interval is still given this long. */
    leastSilenceMs: 1000,
    /** Both beacons missed, less the worker's tick, so that the veil falls inside the ten seconds promised. */
    beaconLostMs: staleMs - 500,
    tickMs: 250,
  },
  connection: {
    /** Full jitter: a wait is random between 0 and the lesser of `capMs` and `firstMs` doubled once a try. */
    firstMs: 1000,
    capMs: 30_000,
    /** Open this long, the next loss counts as the first again. */
    steadyMs: 10_000,
    connectMs,
    keepaliveSeconds: 15,
    /** Topic filters in one SUBSCRIBE packet. */
    filtersPerPacket: 100,
  },
  batch: {
    /** At most one batch a display frame. */
    everyMs: 16,
  },
} as const
