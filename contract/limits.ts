const kilobyte = 1024
const megabyte = 1024 * kilobyte
const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Numbers shared by browser and server, or by several modules. Sizes are in bytes, times in milliseconds. */
export const limits = {
  http: {
    timeoutMs: 20 * second,
    duplicateSubmitMs: second,
    bodyBytes: 64 * kilobyte,
    jsonDepth: 64,
    /** Maximum number of problems in one response. */
    problems: 1000,
    drainMs: 5 * second,
    /** Timeout for receiving the complete request header. */
    headersMs: 20 * second,
    /**
     * Connections of one address without a complete request. Beyond this number the oldest are closed once they are
     * older than the grace time.
     */
    halfOpenPerAddress: 100,
    halfOpenGraceMs: 2 * second,
    /** Maximum of one address including the grace time. Further connections are rejected. */
    halfOpenAtOncePerAddress: 1000,
    callsPerMinute: 600,
    writesPerMinute: 600,
    /** Characters stored of a client's user agent. */
    clientLength: 300,
  },
  drawing: {
    bodyBytes: 10 * megabyte,
    components: 20_000,
    /**
     * Maximum size of a drawing file in the editor. It is below `bodyBytes`, because dragging lengthens numbers and a
     * request contains more than the drawing.
     */
    fileBytes: 9.5 * megabyte,
    /** Maximum number of warnings in the response to a save. */
    warnings: 50,
    nameLength: 100,
    layerWidth: 1600,
    layerHeight: 900,
    descriptionLength: 500,
    /** Characters of a cover's data URL. */
    coverLength: 200 * kilobyte,
    /** Characters of a revision's note. */
    noteLength: 200,
  },
  /** Retention of deleted objects, and the interval and batch size of their final deletion. */
  recycleBin: { retentionMs: 30 * 24 * hour, purgeEveryMs: hour, purgeBatchSize: 100 },
  /** Undeclared devices: they send values but no row declares them. */
  undeclared: {
    /** Default quotas. Server settings override `project`, `connection` and `unusedDays`. */
    project: { devices: 1000, tags: 20_000 },
    connection: { devices: 500, tags: 10_000 },
    /** An unused tag is deleted after this many days without a value. */
    unusedDays: 90,
    /** Cache time of the lookup whether a device is declared. */
    recheckMs: 5 * second,
    logEveryMs: minute,
    /** Maximum number of devices per ignore or delete request. */
    atOnce: 200,
    /** Maximum number of tags listed in the details of a device. */
    tags: 200,
  },
  library: {
    bodyBytes: 2 * megabyte,
    /** Components of an entry including nested symbols; also the maximum of one instance. */
    components: 5000,
    nameLength: 100,
    typeLength: 40,
    /** Maximum number of entries requested by id at once. */
    atOnce: 50,
    /** Maximum number of types offered by the list. */
    types: 200,
  },
  entity: {
    /** Maximum number of rows per bulk update or delete. */
    atOnce: 1000,
    exportRows: 50_000,
    importRows: 50_000,
    importBytes: 48 * megabyte,
    /** Maximum number of faults in an import report; their count is complete. */
    importFaults: 200,
    /** Polling interval of a running import. */
    importPollMs: 500,
    bodyBytes: megabyte,
  },
  /** Minimum time between two runs of a scheduled job or a timed rule. Cron has a resolution of one second. */
  job: { minGapMs: 10 * second },
  /** Uploaded files by purpose (specification, sections 5 and 9). Extensions in lower case, without the dot. */
  files: {
    purposes: {
      file: { extensions: ['doc', 'xlsx', 'xls', 'ppt', 'txt', 'pdf'], bytes: 5 * megabyte, count: 5 },
      picture: { extensions: ['png', 'jpg', 'jpeg'], bytes: 5 * megabyte, count: 5 },
      gallery: { extensions: ['png', 'jpg', 'jpeg'], bytes: 20 * megabyte, count: 5 },
      firmware: { extensions: ['bin', 'hex', 'zip'], bytes: 20 * megabyte, count: 1 },
    },
    nameLength: 100,
    /** Maximum width and height of a picture in pixels. */
    side: 12_000,
    pixels: 40_000_000,
    /** Maximum number of entries of a zip file or zip-based document. */
    entries: 2000,
    inflatedBytes: 100 * megabyte,
    /** Storage quota of one project. */
    projectBytes: 2048 * megabyte,
    /** Maximum number of files per zip download. */
    atOnce: 50,
    uploadsPerMinute: 120,
    /** Quota per account for uploads that no row refers to yet, such as those of an open form. */
    unclaimed: { count: 200, bytes: 256 * megabyte },
    /** Uploads without a referring row are deleted after this time. */
    unclaimedMs: 24 * 60 * 60 * 1000,
    /** Maximum number of concurrent upload checks. */
    checksAtOnce: 4,
  },
  /**
   * Limits of a workbook that is read in the user's own browser. They exceed the 5 and 20 MB of server uploads (safety,
   * B17): 50,000 poles of a town in 16 columns take 13 MB, or nearly 60 MB uncompressed if all texts are long. The
   * server receives the rows as JSON (`entity.importBytes`, at most `http.jsonDepth` deep) from accounts with the
   * import permission. `rows` includes the header. `ratio`: maximum compression ratio.
   */
  sheet: {
    bytes: 20 * megabyte,
    inflatedBytes: 50 * megabyte,
    ratio: 100,
    sheets: 64,
    rows: 50_001,
    columns: 200,
    cells: 2_000_000,
    cellLength: 4000,
  },
  /** `foundOfKind`: results per kind in the global search. */
  list: { page: 1, pageSize: 20, pageSizes: [10, 20, 30, 50], searchLength: 100, maxPage: 100_000, foundOfKind: 5 },
  password: { min: 8, max: 128 },
  /** API tokens. The calls of one token are counted together, in addition to the limit of each route. */
  token: {
    perAccount: 50,
    permissions: 1000,
    projects: 200,
    maxMs: 366 * 24 * hour,
    callsPerMinute: 1200,
    answerCacheMs: 3 * second,
  },
  /** Credentials of devices: created per request, devices of a gateway, and credentials of a project. */
  deviceCredential: { atOnce: 500, devicesPerGateway: 2000, perProject: 50_000, secretBytes: 24 },
  display: { valid: 500, drawings: 50, nameLength: 60 },
  session: {
    /** The user counts as present for this time after the last input in the console. */
    attendedMs: 60_000,
    absoluteMs: 12 * hour,
    idleMs: 30 * minute,
    /** Token lifetime; the console renews its token after `renewMs`. */
    tokenMs: 15 * minute,
    renewMs: 10 * minute,
    renewalsPerMinute: 600,
    /**
     * A new tab waits this long for open tabs to share their session before it shows the sign-in page. Later answers
     * are still accepted.
     */
    otherTabsMs: 400,
    /** Cache time of token lookups, so that an ended session is rejected by every server within 5 s. */
    cacheMs: 3 * second,
    /** Maximum number of concurrent sessions per account. A further sign-in ends the oldest. */
    perAccount: 20,
  },
  signIn: {
    freeFailures: 5,
    initialDelayMs: second,
    maxDelayMs: 15 * minute,
    /** Failures are reset after this time without another one. */
    resetMs: 24 * hour,
    perAddressMinute: 20,
    /**
     * Maximum number of concurrent password hashes. A machine with two cores computes one, to keep the other core
     * responsive.
     */
    hashesAtOnce: 2,
    hashesWaiting: 8,
    /** Maximum length of a single sign-on token in characters, and maximum time until its expiry. */
    jwtLength: 4096,
    maxJwtLifetimeMs: minute,
    /** Retention of the sign-in log. */
    logMs: 180 * 24 * hour,
  },
  history: {
    /** Maximum number of tags per query. */
    tags: 8,
    points: 600,
    maxPoints: 4000,
    /** Maximum duration of a query. Long durations are answered from minute and hour aggregates. */
    spanMs: 3660 * 24 * hour,
    /** A longer interval without stored values is a gap. Repeated values are stored at least once a minute. */
    gapMs: 3 * minute,
    perMinute: 240,
    exportsPerMinute: 20,
  },
  /** WebSocket between console and server (specification, sections 4 and 9). */
  socket: {
    heartbeatMs: minute,
    /** The connection is closed after more unanswered heartbeats than this. */
    maxMissed: 3,
    retrySendMs: second,
    reconnectMs: second,
    maxReconnectMs: 30 * second,
    signInMs: 10 * second,
    messageBytes: 16 * kilobyte,
  },
  /** Outgoing requests of the server: mail servers, web hooks, external data of drawings. */
  outbound: { answerMs: 5 * second, answerBytes: megabyte, atOnce: 20 },
  /** Requests to cameras and the video gateway; a still picture has several megabytes. */
  camera: {
    service: { answerMs: 5 * second, answerBytes: megabyte / 4, atOnce: 20 },
    picture: { answerMs: 5 * second, answerBytes: 8 * megabyte, atOnce: 20 },
  },
  notification: {
    perMinute: 30,
    /** Maximum queue length of one channel. Further messages are rejected and logged. */
    waiting: 500,
    /** Delays before each retry. After the last one the message has failed. */
    retriesMs: [30 * second, 2 * minute, 10 * minute],
  },
  upgrade: {
    filesPerMinute: 600,
    /** Validity of a firmware download URL. */
    ticketMs: hour,
    progressBytes: kilobyte,
  },
  /** Two-factor authentication with time-based one-time passwords (RFC 6238). */
  secondStep: {
    digits: 6,
    periodMs: 30 * second,
    /**
     * Number of previous and next time steps whose codes are also accepted, to allow for clock differences and typing.
     */
    window: 1,
    /** Time to enter the code after the password was accepted. */
    ticketMs: 5 * minute,
    /** Time to confirm a started setup with a first code. */
    setUpMs: 30 * minute,
    recoveryCodes: 10,
    /** Maximum length of an entered code in characters. */
    codeLength: 64,
  },
  /**
   * Maximum clock difference between servers that share a database. Rows with later timestamps were written before the
   * clock was set back.
   */
  maxClockSkewMs: minute,
  /** Self-monitoring of the server. */
  monitor: { sampleMs: 2 * second, samples: 300, requests: 2000 },
  /** Timeout for loading a chunk of the console (specification, section 9). */
  chunkTimeoutMs: 2 * minute,
  /** Display time of a toast (specification, section 9). */
  toastMs: 2 * second,
  /** External data of running drawings. */
  /** `perMinute`: requests for external data per account, enough for twenty components that poll once a second. */
  feed: { everyMs: second, answerBytes: megabyte, perMinute: 1200, urlLength: 2000 },
  componentPassword: { min: 1, max: 128 },
  /**
   * Share links: drawings for viewers without an account. Calls per minute are counted per address, and all viewers of
   * a link may share one.
   */
  share: {
    perDrawing: 50,
    /** Links created with a shorter password keep it. */
    password: { min: 8, max: 128 },
    maxMs: 366 * 24 * hour,
    changesPerMinute: 60,
    /** Wrong passwords within `triesMs`, per link and address. After that, passwords are rejected for the same time. */
    tries: 10,
    triesMs: 15 * minute,
    /**
     * Allows all pages of a site to open at once, for example after a power cut. Passwords have a separate limit
     * (`tries`).
     */
    requestsPerMinute: 240,
    /** Allows 200 pages behind one address to reload a saved drawing six times a minute. */
    drawingsPerMinute: 1200,
    /** Maximum number of pages that show one link at the same time. */
    viewers: 200,
    /** Maximum per address once the link is full. Addresses with more viewers give way to others. */
    viewersPerAddress: 40,
    /** Polling interval of a page for values; `soonestMs` is the minimum time between two responses. */
    pollMs: second,
    soonestMs: 200,
    pollsPerMinute: 12_000,
    /** A page without requests for this time must open the link again. */
    idleMs: 5 * minute,
    absoluteMs: 12 * hour,
    /** Cache time of a link and its owner, so that a revocation takes effect within five seconds. */
    cacheMs: 1500,
    /** A page without a response for this time marks its values as not live. */
    lostMs: 4 * second,
  },
  /** Manual settings of lamps: length of the reason, and the furthest end in milliseconds. */
  lighting: { reasonLength: 200, overrideMs: 31 * 86_400_000 },
  command: { expiryMs: 30 * second, perMinute: 600, keyLength: 128 },
  telemetry: {
    beaconMs: 5 * second,
    /**
     * Time until first values arrive on an open connection: devices report at least this often, and the newest value is
     * retained.
     */
    arrivingMs: 10 * second,
    /** Two missed beacons. */
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
