import type { Mutant } from './mutant.ts'

const stale = {
  file: 'workers/telemetry/staleDetector.ts',
  tests: ['workers/telemetry/staleDetector.test.ts', 'workers/telemetry/feed.test.ts'],
} as const
const feed = { file: 'workers/telemetry/feed.ts', tests: ['workers/telemetry/feed.test.ts'] } as const
const tagTable = { file: 'engine/bindings/tagTable.ts', tests: ['engine/bindings/tagTable.test.ts'] } as const
const action = { file: 'engine/running/actions.ts', tests: ['engine/running/runner.test.ts'] } as const
const liveValues = {
  file: 'server/services/drawings/shares/liveValues.ts',
  tests: ['server/services/drawings/shares/liveValues.test.ts'],
} as const

export const qualityRules: readonly Mutant[] = [
  {
    name: 'quality: a silent device is stale after three of its intervals',
    ...stale,
    from: ' || nowMs - device.lastFrameMs > silenceMs',
    to: '',
  },
  { name: 'quality: a device that reports offline is stale', ...stale, from: ' || device.isOnline === false', to: '' },
  {
    name: 'quality: a device behind a lost gateway is stale',
    ...stale,
    from: ' || this.#areGatewaysOffline(key)',
    to: '',
  },
  {
    name: 'quality: all is stale when the link is lost',
    ...stale,
    from: ': nowMs - this.#lostAtMs > lostMs',
    to: ': false',
  },
  {
    name: 'quality: after a lost link only a new frame makes a device live',
    ...stale,
    from: 'if (isLost && !this.#isLinkStale) for',
    to: 'if (nowMs < 0) for',
  },
  {
    name: 'quality: a link without beacons counts as lost',
    ...stale,
    from: 'nowMs - this.#aliveMs > beaconLostMs',
    to: 'nowMs - this.#aliveMs > 10 * beaconLostMs',
  },
  {
    name: 'quality: the values of a stale device are stale',
    ...feed,
    from: 'isStale ? quality.stale : asQuality(qualities[entry])',
    to: 'asQuality(qualities[entry])',
  },
  {
    name: 'quality: a point that its device no longer sends is stale',
    ...feed,
    from: 'if (!named.has(slot)) this',
    to: 'if (slot < -1) this',
  },
  {
    name: 'quality: a retained frame is as old as it says',
    ...feed,
    from: 'isRetained && last ? Math.max(0, this.#serverMs - last.at) : 0',
    to: '0',
  },
  {
    name: 'quality: a tag never received is stale',
    ...tagTable,
    from: '#qualities = new Uint8Array(firstCapacity).fill(quality.stale)',
    to: '#qualities = new Uint8Array(firstCapacity)',
  },
  {
    name: 'quality: a tag never received is stale in a table that grew',
    ...tagTable,
    from: 'new Uint8Array(capacity).fill(quality.stale)',
    to: 'new Uint8Array(capacity)',
  },
  {
    name: 'quality: a byte that is no quality is bad',
    file: 'engine/bindings/quality.ts',
    tests: tagTable.tests,
    from: 'byte : quality.bad',
    to: 'byte : quality.good',
  },
  {
    name: 'quality: a component is as doubtful as the worst of its tags',
    file: 'engine/running/liveProps.ts',
    tests: action.tests,
    from: 'worst = Math.max(worst, qualities[tag] ?? quality.stale)',
    to: 'worst = Math.max(worst, Math.min(quality.uncertain, qualities[tag] ?? quality.stale))',
  },
  {
    name: 'quality: a page with a stale value is not called live',
    file: 'console/runtime/liveness.ts',
    tests: ['console/runtime/liveness.test.ts'],
    from: 'else if (found === quality.stale) counts',
    to: 'else if (found > quality.stale) counts',
  },
  {
    name: 'quality: a shared page shows a silent device as stale',
    ...liveValues,
    from: 'isOffline || this.#parts.monotonicNow() - frame.arrivedMs > computeTimeout(frame.every)',
    to: 'isOffline',
  },
  {
    name: 'quality: a shared page shows an offline device as stale',
    ...liveValues,
    from: 'const isStale = isOffline || ',
    to: 'const isStale = ',
  },
  {
    name: 'quality: a shared page shows an old stored value as stale',
    ...liveValues,
    from: 'isStale || Math.abs(ageMs) > computeTimeout(everyMs) ?',
    to: 'isStale ?',
  },
]
