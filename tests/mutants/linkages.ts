import type { Mutant } from './mutant.ts'

const watch = {
  file: 'server/services/automation/linkages/watch.ts',
  tests: ['server/services/automation/linkages/watch.test.ts'],
} as const
const levels = {
  file: 'server/services/automation/linkages/levels.ts',
  tests: watch.tests,
} as const
const brakes = { file: 'server/services/automation/linkages/cycleGuard.ts', tests: watch.tests } as const
const lease = {
  file: 'server/services/automation/leaderLease.ts',
  tests: ['server/services/automation/leaderLease.test.ts'],
} as const
const linkages = {
  file: 'server/services/automation/linkages/index.ts',
  tests: ['tests/wire/automation/linkageRuns.test.ts'],
} as const

export const linkageRules: readonly Mutant[] = [
  {
    name: 'linkage: keeps silent for its time',
    ...linkages,
    from: 'nowMs < entry.lastMs + entry.linkage.silenceMs',
    to: 'nowMs < entry.lastMs',
    only: 'observes its quiet period across a restart, and does not fire for a condition that already held',
  },
  {
    name: 'linkage: is set off by good values only',
    file: 'server/services/automation/linkages/conditions.ts',
    tests: watch.tests,
    from: 'qualityCode !== quality.good',
    to: 'qualityCode === quality.bad',
  },
  {
    name: 'linkage: is not set off by what comes late',
    ...watch,
    from: ' || frame.receivedAt - frame.at > getOfflineTimeoutMs(frame.every)',
    to: '',
  },
  {
    name: 'linkage: a condition over several needs fresh values',
    ...levels,
    from: 'nowMs === null || level.until >= nowMs',
    to: 'nowMs === null || level.until !== nowMs',
  },
  {
    name: 'linkage: does not fire again while its condition lasts',
    ...levels,
    from: '(before?.isReported ?? false) !== level.isReported &&',
    to: '((before?.isReported ?? false) !== level.isReported || level.isReported) &&',
  },
  { name: 'linkage: a ring of linkages is cut', ...brakes, from: 'depth < cycleLimits.depth && ', to: '' },
  {
    name: 'linkage: one that a device sets off too often is held',
    ...brakes,
    from: ' && runs.length < cycleLimits.often',
    to: '',
  },
  {
    name: 'linkage: acts with the rights of who enabled it',
    file: 'server/services/automation/linkages/authorizeActions.ts',
    from: 'if (!missing) return null\n',
    to: 'if (missing !== undefined) return null\n',
    tests: linkages.tests,
    only: 'acts with the permissions of the account that enabled it; without them, it does nothing and logs the reason',
  },
  {
    name: 'linkage: of several servers one acts',
    ...lease,
    from: 'return monotonicNow() < expiry.steadyMs && Date.now() < expiry.at',
    to: 'return monotonicNow() < expiry.steadyMs || Date.now() < expiry.at',
  },
]
