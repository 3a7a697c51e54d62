import { quality } from '@mimic/engine/bindings'
import { describe, expect, it } from 'vitest'
import { CycleGuard, cycleLimits } from './cycleGuard.ts'
import type { ReportedValue } from './conditions.ts'
import { isSatisfied } from './conditions.ts'
import { getNextFire } from './timers.ts'
import type { Change, Trigger, WatchedLinkage } from './triggers.ts'
import type { InitialState } from './watch.ts'
import { LinkageWatch } from './watch.ts'

const start = Date.UTC(2026, 10, 22)
const nothing: InitialState = { newest: () => undefined, isOnline: () => undefined, now: () => start }
let clock = start
/** Offset of the wall clock in milliseconds. */
let set = 0

const above = (limit: number, device = 'plant/pump', point = 'power'): Extract<Trigger, { kind: 'attribute' }> => ({
  kind: 'attribute',
  devices: new Set([device]),
  point,
  comparison: { operator: '>', value: String(limit), upper: '' },
  isOfProduct: false,
})
const timed: Trigger = { kind: 'timed', timer: { cron: '0 8 * * *' } }
function watching(
  condition: WatchedLinkage['condition'],
  triggers: readonly Trigger[],
  before: InitialState = nothing,
): LinkageWatch {
  const watch = new LinkageWatch()
  watch.put({ id: 'a', condition, triggers }, before)
  return watch
}
/** Advances the clock by one second and delivers a frame of a device. */
function sendFrame(
  watch: LinkageWatch,
  values: Readonly<Record<string, number | string>>,
  { device = 'pump', mark = quality.good, late = 0 }: { device?: string; mark?: number; late?: number } = {},
): string[] {
  clock += 1_000
  const points = Object.keys(values)
  const reported = Object.values(values)
  return emitted(
    watch.frame({
      project: 'plant',
      device,
      at: clock + set - late,
      receivedAt: clock + set,
      arrivedMs: clock,
      every: 1_000,
      points,
      values: Float64Array.from(reported, (value) => (typeof value === 'number' ? value : Number.NaN)),
      qualities: Uint8Array.from(reported, () => mark),
      texts: reported.map((value) => (typeof value === 'string' ? value : undefined)),
    }),
  )
}
const emitted = (changes: readonly Change[]): string[] =>
  changes.map(({ isOver, cause }) => `${isOver ? 'over' : 'fires'} ${cause.kind} ${cause.device ?? '-'}`)
const fires = ['fires attribute plant/pump']
const over = ['over attribute plant/pump']

describe('a condition over any trigger', () => {
  it('fires when a value becomes too high, and not at each value while it is', () => {
    const watch = watching('any', [above(10)])
    expect([9, 11, 12, 11, 9, 11].map((power) => sendFrame(watch, { power }))).toEqual([[], fires, [], [], over, fires])
  })

  it('ignores uncertain, bad, stale and late values, and continues from the last good one', () => {
    const watch = watching('any', [above(10)])
    for (const mark of [quality.uncertain, quality.bad, quality.stale])
      expect(sendFrame(watch, { power: 11 }, { mark })).toEqual([])
    expect(sendFrame(watch, { power: 11 }, { late: 60_000 })).toEqual([])
    expect(sendFrame(watch, { power: 11 })).toEqual(fires)
    expect(sendFrame(watch, { power: 1 }, { mark: quality.bad })).toEqual([])
    expect(sendFrame(watch, { power: 12 })).toEqual([])
  })

  it('does not fire after a restart if it already held before, but fires if it became true meanwhile', () => {
    const hadState = (value: number): InitialState => ({ ...nothing, newest: () => ({ value, text: null }) })
    expect(sendFrame(watching('any', [above(10)], hadState(11)), { power: 12 })).toEqual([])
    expect(sendFrame(watching('any', [above(10)], hadState(9)), { power: 12 })).toEqual(fires)
  })

  it('is over for a device when the last of its triggers is', () => {
    const watch = watching('any', [above(10), above(80, 'plant/pump', 'heat')])
    expect(sendFrame(watch, { power: 11, heat: 81 })).toEqual([...fires, ...fires])
    expect(sendFrame(watch, { power: 9, heat: 81 })).toEqual([])
    expect(sendFrame(watch, { power: 9, heat: 79 })).toEqual(over)
  })

  it('of a product fires for each of its devices by itself', () => {
    const watch = watching('any', [{ ...above(10), devices: new Set(['plant/pump', 'plant/fan']), isOfProduct: true }])
    expect(sendFrame(watch, { power: 11 })).toEqual(fires)
    expect(sendFrame(watch, { power: 11 }, { device: 'fan' })).toEqual(['fires attribute plant/fan'])
    expect(sendFrame(watch, { power: 9 })).toEqual(over)
  })

  it('fires for an event each time it happens', () => {
    const watch = watching('any', [
      { kind: 'event', devices: new Set(['plant/pump']), point: 'trip', isOfProduct: false },
    ])
    expect([0, 1, 1, 0, 2, ''].map((trip) => sendFrame(watch, { trip }))).toEqual([
      [],
      ['fires event plant/pump'],
      [],
      [],
      ['fires event plant/pump'],
      [],
    ])
  })

  it('fires when a device disconnects, connects or executes a command', () => {
    const watch = watching(
      'any',
      [
        { kind: 'offline', devices: new Set(['plant/pump']), isOfProduct: false },
        { kind: 'function', devices: new Set(['plant/pump']), point: 'reset', isOfProduct: false },
      ],
      { ...nothing, isOnline: () => true },
    )
    expect(emitted(watch.presence('plant/pump', true, clock))).toEqual([])
    expect(emitted(watch.presence('plant/pump', false, clock))).toEqual(['fires offline plant/pump'])
    expect(emitted(watch.onExecuted('plant/pump', 'switch', 1, clock))).toEqual([])
    expect(emitted(watch.onExecuted('plant/pump', 'reset', 1, clock))).toEqual(['fires function plant/pump'])
  })
})

describe('a condition over all triggers', () => {
  const both = [above(10), above(30, 'plant/tank', 'level')]
  it('fires when the last of them comes true, and again only after it was not', () => {
    const watch = watching('all', both)
    expect(sendFrame(watch, { power: 11 })).toEqual([])
    expect(sendFrame(watch, { level: 31 }, { device: 'tank' })).toEqual(['fires attribute plant/tank'])
    expect(sendFrame(watch, { power: 12 })).toEqual([])
    expect(sendFrame(watch, { power: 1 })).toEqual(over)
    expect(sendFrame(watch, { power: 12 })).toEqual(fires)
  })

  it('ignores outdated values', () => {
    const watch = watching('all', both)
    sendFrame(watch, { power: 11 })
    clock += 3_600_000
    expect(sendFrame(watch, { level: 31 }, { device: 'tank' })).toEqual([])
    expect(sendFrame(watch, { power: 11 })).toEqual(fires)
  })

  it('continues when the clock is set forward or back', () => {
    for (const hours of [1, -1, 0]) {
      const watch = watching('all', [above(10), above(10, 'plant/fan', 'speed')])
      sendFrame(watch, { power: 11 })
      set = hours * 3_600_000
      expect(sendFrame(watch, { speed: 11 }, { device: 'fan' })).toEqual(['fires attribute plant/fan'])
    }
  })

  it('judges a frame as one', () => {
    const watch = watching('all', [above(10), above(10, 'plant/pump', 'flow')])
    sendFrame(watch, { power: 9, flow: 11 })
    expect(sendFrame(watch, { power: 11, flow: 9 })).toEqual([])
    expect(sendFrame(watch, { power: 11, flow: 11 })).toEqual(fires)
  })

  it('with a timer fires by the timer alone, while the others hold', () => {
    const watch = watching('all', [timed, above(10)])
    expect(emitted(watch.timer('a', clock))).toEqual([])
    expect(sendFrame(watch, { power: 11 })).toEqual([])
    expect(emitted(watch.timer('a', clock))).toEqual(['fires timed -'])
    expect(emitted(watch.timer('a', clock + 3_600_000))).toEqual([])
  })
})

it('a condition over no trigger fires when the last one holds no more', () => {
  const watch = watching('none', [above(10), above(30, 'plant/tank', 'level')])
  sendFrame(watch, { level: 31 }, { device: 'tank' })
  expect(sendFrame(watch, { power: 1 })).toEqual([])
  expect(sendFrame(watch, { level: 1 }, { device: 'tank' })).toEqual(['fires attribute plant/tank'])
  expect(sendFrame(watch, { power: 11 })).toEqual(over)
})

describe('a comparison', () => {
  const of = (reported: number | string, operator: string, value: string, upper = ''): boolean | undefined =>
    isSatisfied(
      typeof reported === 'number'
        ? { value: reported, text: null }
        : ({ value: null, text: reported } satisfies ReportedValue),
      { operator, value, upper },
    )
  it.each([
    [5, '>', '4', true],
    [5, '>', '5', false],
    [5, '>=', '5', true],
    [5, '<', '5', false],
    [5, '<=', '5', true],
    [5, '==', '5.0', true],
    [5, '!=', '5', false],
    [1, '==', 'true', true],
    ['on', '==', 'on', true],
    ['on', '!=', 'off', true],
    ['pump 3 tripped', 'contains', 'trip', true],
    ['pump 3', 'lacks', 'trip', true],
    [125, 'contains', '2', true],
    ['on', '>', '4', undefined],
  ] as const)('%s %s %s: %s', (reported, operator, value, expected) =>
    expect(of(reported, operator, value)).toBe(expected),
  )
  it.each([
    [4, true],
    [5, true],
    [6, true],
    [6.01, false],
    [3.99, false],
  ])('between 4 and 6, either way round: %s', (reported, expected) => {
    expect([
      of(reported, 'between', '4', '6'),
      of(reported, 'between', '6', '4'),
      of(reported, 'outside', '4', '6'),
    ]).toEqual([expected, expected, !expected])
  })
})

it('a timer uses the time zone of its project', () => {
  const at = (text: string): number => Date.parse(text)
  expect(getNextFire({ time: '08:00', weekdays: ['1', '0'] }, 'Asia/Shanghai', at('2026-11-21T12:00:00+08:00'))).toBe(
    at('2026-11-22T08:00:00+08:00'),
  )
  expect(getNextFire({ time: '08:00', weekdays: ['1', '0'] }, 'Asia/Shanghai', at('2026-11-23T08:00:00+08:00'))).toBe(
    at('2026-11-29T08:00:00+08:00'),
  )
  expect(getNextFire({ cron: '*/15 * * * *' }, 'Europe/Berlin', at('2026-11-21T12:01:00Z'))).toBe(
    at('2026-11-21T12:15:00Z'),
  )
})

describe('brakes', () => {
  it('stop a cycle of linkages at its maximum depth and report it once per interval', () => {
    const cycleGuard = new CycleGuard()
    const round = (step: number): string => {
      const [linkage, device, other] = step % 2 === 0 ? ['a', 'x', 'y'] : ['b', 'y', 'x']
      const depth = cycleGuard.getDepth(device, start)
      const verdict = cycleGuard.admit(linkage, device, depth, start)
      if (verdict === 'go') cycleGuard.onCommand(other, depth, start)
      return verdict
    }
    expect(
      Array.from({ length: cycleLimits.depth }, (_, step) => round(step)).every((verdict) => verdict === 'go'),
    ).toBe(true)
    // Echoes last even while the linkages continue to trigger.
    expect([round(cycleLimits.depth), round(cycleLimits.depth)]).toEqual(['cut', 'held'])
    expect(cycleGuard.getDepth('x', start + 61_000)).toBe(0)
  })

  it('forget a cycle a minute after its end, even if another linkage keeps commanding its devices', () => {
    const cycleGuard = new CycleGuard()
    cycleGuard.onCommand('x', cycleLimits.depth, start)
    for (let seconds = 0; seconds <= 120; seconds += 20) cycleGuard.onCommand('x', 0, start + seconds * 1_000)
    expect([59_000, 61_000, 120_000].map((ms) => cycleGuard.getDepth('x', start + ms))).toEqual([
      cycleLimits.depth + 1,
      1,
      1,
    ])
  })

  it('limit triggers of one device that fires too often, without affecting others', () => {
    const cycleGuard = new CycleGuard()
    const often = Array.from({ length: 12 }, (_, step) => cycleGuard.admit('a', 'x', 0, start + step))
    expect(often).toEqual([...Array.from({ length: 10 }, () => 'go'), 'cut', 'held'])
    expect(cycleGuard.admit('a', 'y', 0, start + 20)).toBe('go')
    expect(cycleGuard.admit('a', 'x', 0, start + 61_000)).toBe('go')
  })
})
