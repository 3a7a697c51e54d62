const kilobyte = 1024
const megabyte = 1024 * kilobyte
const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Every number that browser and server, or two rooms, must agree on. Sizes are bytes, times milliseconds. */
export const limits = {
  http: {
    timeoutMs: 20 * second,
    duplicateSubmitMs: second,
    bodyBytes: 64 * kilobyte,
    jsonDepth: 64,
    drainMs: 5 * second,
    callsPerMinute: 600,
    writesPerMinute: 600,
  },
  drawing: {
    bodyBytes: 10 * megabyte,
    components: 20_000,
    nameLength: 100,
    layerWidth: 1600,
    layerHeight: 900,
  },
  entity: {
    /** Rows that one request changes or removes. */
    atOnce: 1000,
    exportRows: 50_000,
    importRows: 50_000,
    importBytes: 48 * megabyte,
    /** Wrong cells that an import's report names; it counts them all. */
    importFaults: 200,
    bodyBytes: megabyte,
  },
  list: { page: 1, pageSize: 20, pageSizes: [10, 20, 30, 50], searchLength: 100, lastPage: 100_000 },
  password: { min: 8, max: 128 },
  session: {
    absoluteMs: 12 * hour,
    idleMs: 30 * minute,
    /** A token is looked up again after this, so that an ended session is refused everywhere within 5 s. */
    cacheMs: 3 * second,
    /** Live sessions an account may hold; the oldest is ended for the next. */
    perAccount: 20,
  },
  signIn: {
    freeFailures: 5,
    firstWaitMs: second,
    lastWaitMs: 15 * minute,
    /** Failures are forgotten after this long without another. */
    forgetMs: 24 * hour,
    perAddressMinute: 20,
    hashesAtOnce: 2,
    hashesWaiting: 8,
  },
  history: {
    /** Tags of one question. */
    tags: 8,
    points: 600,
    mostPoints: 2000,
    spanMs: 366 * 24 * hour,
    /** Nothing stored for longer than this is a gap: what a device repeats is stored at least once a minute. */
    gapMs: 3 * minute,
    perMinute: 240,
  },
  /** What a running drawing asks other systems for. */
  feed: { everyMs: second, answerBytes: megabyte },
  componentPassword: { min: 1, max: 128 },
  command: { expiryMs: 30 * second, perMinute: 600, keyLength: 128 },
  telemetry: {
    beaconMs: 5 * second,
    /** Two beacons missed. */
    staleMs: 10 * second,
    lostMs: 3 * second,
    everyMs: 5 * second,
    silentIntervals: 3,
    pulseMs: second,
    pulseLostMs: 5 * second,
    frameBytes: 256 * kilobyte,
    topicLevels: 32,
    clientIdBytes: 128,
    deviceMessagesPerSecond: 200,
    connectMs: 10 * second,
  },
} as const
