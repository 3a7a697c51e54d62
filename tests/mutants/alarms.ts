import type { Mutant } from './mutant.ts'

const conditions = {
  file: 'server/services/lighting/alarms/conditions.ts',
  tests: ['server/services/lighting/alarms/conditions.test.ts'],
} as const
const delays = { file: 'server/services/lighting/alarms/debounce.ts', tests: conditions.tests } as const
const lighting = ['tests/wire/lighting/lighting.test.ts'] as const
const book = {
  file: 'server/services/alarms/alarmStore.ts',
  tests: ['tests/wire/lighting/alarmBook.test.ts'],
} as const

export const alarmRules: readonly Mutant[] = [
  { name: 'alarm: one that returns keeps its counter', ...book, from: 'count: before.count + 1', to: 'count: 1' },
  {
    name: 'alarm: one that returns notifies nobody twice',
    ...book,
    from: "before.clearedAt === null ? 'changed' : 'returned'",
    to: "'raised'",
  },
  {
    name: 'alarm: a return is notified only after a recovery',
    file: 'server/services/operations/notifications/index.ts',
    tests: lighting,
    from: "project, change !== 'raised')",
    to: 'project)',
  },
  {
    name: 'alarm: no alarm is made of a bad or stale value',
    ...conditions,
    from: '(mark ?? quality.bad) >= quality.bad',
    to: '(mark ?? quality.bad) > quality.stale',
  },
  {
    name: 'alarm: a value above its limit is an alarm',
    ...conditions,
    from: 'value > limit - band',
    to: 'value > 2 * limit - band',
  },
  {
    name: 'alarm: one of a limit ends beyond its dead band only',
    ...conditions,
    from: "isOpen('limit', name) ? deadband : 0",
    to: '0',
  },
  {
    name: 'alarm: a fault that does not last is none',
    ...delays,
    from: '.filter(([, { at }]) => at <= nowMs)',
    to: '.filter(([, { at }]) => at <= nowMs + 3_600_000)',
  },
  {
    name: 'alarm: begins and ends nothing while the value is not known',
    ...delays,
    from: 'if (isOn === undefined || isOn === isOpen) {',
    to: 'if (isOn === isOpen) {',
  },
  {
    name: 'alarm: a confirmed fault that comes back is a new one',
    file: 'server/services/alarms/alarmStore.ts',
    tests: conditions.tests,
    from: "status !== 'confirmed' && atMs",
    to: 'atMs',
  },
  {
    name: 'alarm: ends when the plant is well again',
    file: 'server/services/alarms/alarmStore.ts',
    from: 'clearedAt: atMs,',
    to: 'clearedAt: null,',
    tests: lighting,
    only: 'a sensor beyond its limit raises an alarm, which clears only beyond the dead band and is sent to consoles of its project',
  },
  {
    name: 'alarm: what hangs on a lost cabinet raises none of its own',
    file: 'server/services/lighting/alarms/watch.ts',
    from: "fault: 'offline' })) return undefined",
    to: "fault: 'offline' })) return true",
    tests: ['server/services/lighting/alarms/watch.test.ts'],
  },
  {
    name: 'alarm: a severe one is shown until it is confirmed',
    file: 'console/stores/live/alarmStore.ts',
    from: 'alarm.level >= severe',
    to: 'alarm.level > severe',
    tests: ['console/stores/live/alarmStore.test.ts'],
  },
]
