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
    /** Problems that one answer names. */
    problems: 1000,
    drainMs: 5 * second,
    /** A connection that has not sent the whole header of a request by then is closed. */
    headersMs: 20 * second,
    /** Connections of one address that have not sent a whole request: the oldest beyond this number are closed once they are older than the grace time. */
    halfOpenPerAddress: 100,
    halfOpenGraceMs: 2 * second,
    /** Of one address, within the grace time too: more are refused. */
    halfOpenAtOncePerAddress: 1000,
    callsPerMinute: 600,
    writesPerMinute: 600,
    /** Characters kept of what a caller's program says it is. */
    clientLength: 300,
  },
  drawing: {
    bodyBytes: 10 * megabyte,
    components: 20_000,
    /** Of a drawing's file as an editor lets it grow: dragging makes numbers longer, and a request is more than its drawing. */
    fileBytes: 9.5 * megabyte,
    /** Warnings that the answer to a save carries. */
    warnings: 50,
    nameLength: 100,
    layerWidth: 1600,
    layerHeight: 900,
    descriptionLength: 500,
    /** Characters of a cover's data address. */
    coverLength: 200 * kilobyte,
    /** Of the note of a revision. */
    noteLength: 200,
  },
  /** What is deleted can be restored for so long. */
  recycleBin: { keptMs: 30 * 24 * hour, purgeEveryMs: hour, purgedAtOnce: 100 },
  /** Devices that send values although no row declares them. */
  undeclared: {
    /** Defaults of what is stored of them; settings of the server change the first three. */
    project: { devices: 1000, tags: 20_000 },
    connection: { devices: 500, tags: 10_000 },
    /** A tag that nothing uses is deleted after so many days without a value. */
    unusedDays: 90,
    /** Whether a device is declared is looked up again after this. */
    recheckMs: 5 * second,
    logEveryMs: minute,
    /** Devices that one request ignores or deletes. */
    atOnce: 200,
    /** Tags of a device that its details list. */
    tags: 200,
  },
  /** The component library. */
  library: {
    bodyBytes: 2 * megabyte,
    /** Of an entry, with all symbols within it; of one instance, too. */
    components: 5000,
    nameLength: 100,
    typeLength: 40,
    /** Entries that are asked for by id at once. */
    atOnce: 50,
    /** Types that a list names to choose from. */
    types: 200,
  },
  entity: {
    /** Rows that one request changes or removes. */
    atOnce: 1000,
    exportRows: 50_000,
    importRows: 50_000,
    importBytes: 48 * megabyte,
    /** Wrong cells that an import's report names; it counts them all. */
    importFaults: 200,
    /** How often a running import is asked how far it is. */
    importPollMs: 500,
    bodyBytes: megabyte,
  },
  /** Scheduled jobs and timed rules: least time between two runs (cron has no finer step than seconds). */
  job: { leastGapMs: 10 * second },
  /** Uploaded files, by what they are for (specification, sections 5 and 9). Small letters, without the dot. */
  files: {
    purposes: {
      file: { extensions: ['doc', 'xlsx', 'xls', 'ppt', 'txt', 'pdf'], bytes: 5 * megabyte, count: 5 },
      picture: { extensions: ['png', 'jpg', 'jpeg'], bytes: 5 * megabyte, count: 5 },
      gallery: { extensions: ['png', 'jpg', 'jpeg'], bytes: 20 * megabyte, count: 5 },
      firmware: { extensions: ['bin', 'hex', 'zip'], bytes: 20 * megabyte, count: 1 },
    },
    nameLength: 100,
    /** Of a picture, in pixels. */
    side: 12_000,
    pixels: 40_000_000,
    /** Of a zip file, and of what is a zip file inside. */
    entries: 2000,
    inflatedBytes: 100 * megabyte,
    /** What all files of one project may take together. */
    projectBytes: 2048 * megabyte,
    /** Files in one zip that is downloaded. */
    atOnce: 50,
    uploadsPerMinute: 120,
    /** Of one account's files those that no row refers to: a form that is being filled in has some. */
    unclaimed: { count: 200, bytes: 256 * megabyte },
    /** So long a file may wait for a row to refer to it. */
    unclaimedMs: 24 * 60 * 60 * 1000,
    /** Uploads that are read and checked at the same time. */
    checksAtOnce: 4,
  },
  /**
   * A workbook that is read, by the person's own page alone. Not the 5 and 20 MB of an upload to a server (safety, B17): the 50,000 poles of
   * a town in 16 columns are 13 MB, nearly 60 unpacked where all texts are long. The server gets the rows as JSON (`entity.importBytes`),
   * from who may import, and no deeper than `http.jsonDepth`. One header row and the rows of an import. `ratio`: how many times its size it may
   * unpack to.
   */
  sheet: { bytes: 20 * megabyte, inflatedBytes: 50 * megabyte, ratio: 100, sheets: 64, rows: 50_001, columns: 200, cells: 2_000_000, cellLength: 4000 },
  /** `foundOfKind`: so many of each kind are told where everything is searched at once. */
  list: { page: 1, pageSize: 20, pageSizes: [10, 20, 30, 50], searchLength: 100, lastPage: 100_000, foundOfKind: 5 },
  password: { min: 8, max: 128 },
  /** API tokens; the calls of one are counted together, beside the limits of each route. */
  token: { perAccount: 50, permissions: 1000, projects: 200, longestMs: 366 * 24 * hour, callsPerMinute: 1200, answersKeptMs: 3 * second },
  display: { valid: 500, drawings: 50, nameLength: 60 },
  session: {
    /** So long after a touch of the console somebody is taken to be at it. */
    attendedMs: 60_000,
    absoluteMs: 12 * hour,
    idleMs: 30 * minute,
    /** So long a token is good for, and so long after it was given a console asks for the next. */
    tokenMs: 15 * minute,
    renewMs: 10 * minute,
    renewalsPerMinute: 600,
    /** So long a new tab waits for those that are open to hand it their session, before it asks to sign in. One that answers later is heard too. */
    otherTabsMs: 400,
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
    /** At most; a machine of two cores makes one, for the other has to answer. */
    hashesAtOnce: 2,
    hashesWaiting: 8,
    /** Characters of a token of single sign-on, and how far ahead it may run out. */
    jwtLength: 4096,
    jwtLastsMs: minute,
    /** How long the log of sign-ins is kept. */
    logMs: 180 * 24 * hour,
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
    exportsPerMinute: 20,
  },
  /** The line between console and server beside the calls (specification, sections 4 and 9). */
  socket: {
    heartbeatMs: minute,
    /** More heartbeats than these without an answer end the connection. */
    missed: 3,
    retrySendMs: second,
    reconnectMs: second,
    lastReconnectMs: 30 * second,
    signInMs: 10 * second,
    messageBytes: 16 * kilobyte,
  },
  /** What the server says to others: mail servers, web hooks, sites that drawings show data of. */
  outbound: { answerMs: 5 * second, answerBytes: megabyte, atOnce: 20 },
  notification: {
    perMinute: 30,
    /** Messages of one channel that wait; a flood beyond is refused, and the refusal logged. */
    waiting: 500,
    /** Waits before it is tried again; then it has failed. */
    retriesMs: [30 * second, 2 * minute, 10 * minute],
  },
  upgrade: {
    filesPerMinute: 600,
    /** How long the address of a firmware holds. */
    ticketMs: hour,
    progressBytes: kilobyte,
  },
  /** The second step of a sign-in: codes as every authenticator makes them (RFC 6238). */
  secondStep: {
    digits: 6,
    periodMs: 30 * second,
    /** Steps before and after the present one whose codes are taken too: clocks differ, and typing takes its time. */
    window: 1,
    /** How long the right password waits for its code. */
    ticketMs: 5 * minute,
    /** How long a set-up that was begun waits for its first code. */
    setUpMs: 30 * minute,
    recoveryCodes: 10,
    /** Characters of what is typed as a code. */
    codeLength: 64,
  },
  /** Clocks of two servers of one database may be so far apart; what was written later than that was written before the clock was set back. */
  clocksApartMs: minute,
  /** How the server watches itself. */
  monitor: { sampleMs: 2 * second, samples: 300, requests: 2000 },
  /** A part of the console that has not come after this will not (specification, section 9). */
  chunkTimeoutMs: 2 * minute,
  /** How long a message that passes by is shown (specification, section 9). */
  toastMs: 2 * second,
  /** What a running drawing asks other systems for. */
  /** `perMinute`: of other sites' data by one account: twenty components that ask each second. */
  feed: { everyMs: second, answerBytes: megabyte, perMinute: 1200, urlLength: 2000 },
  componentPassword: { min: 1, max: 128 },
  /** Links to drawings for viewers without an account. Calls per minute are counted by address, and all viewers of a link may share one. */
  share: {
    perDrawing: 50,
    /** Links that were made with a shorter one keep it. */
    password: { min: 8, max: 128 },
    longestMs: 366 * 24 * hour,
    changesPerMinute: 60,
    /** Wrong passwords within this time, by link and by address; then none is taken for as long. */
    tries: 10,
    triesMs: 15 * minute,
    /** All pages of a site open at once, for example after a power cut. Passwords have a limit of their own (`tries`). */
    asksPerMinute: 240,
    /** Each of 200 pages behind one address reads the drawing again when it was saved, six times a minute. */
    drawingsPerMinute: 1200,
    /** Pages that show one link at the same time. */
    viewers: 200,
    /** Of them by one address, once the link is full: one that holds more gives way to others. */
    viewersPerAddress: 40,
    /** How often a page asks for values, and the soonest that it is answered again. */
    pollMs: second,
    soonestMs: 200,
    pollsPerMinute: 12_000,
    /** A page not heard of for so long has to open the link anew. */
    idleMs: 5 * minute,
    absoluteMs: 12 * hour,
    /** What is known of a link and of who made it is looked up again after this: an end counts within five seconds. */
    cacheMs: 1500,
    /** Without an answer for so long a page says that nothing is live. */
    lostMs: 4 * second,
  },
  command: { expiryMs: 30 * second, perMinute: 600, keyLength: 128 },
  telemetry: {
    beaconMs: 5 * second,
    /** On a link that stands, what was asked for has come by then: devices report at least so often, and the newest value is kept for who asks. */
    arrivingMs: 10 * second,
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
