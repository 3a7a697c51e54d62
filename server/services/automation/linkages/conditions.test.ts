import { compileExpression, quality } from '@mimic/engine/bindings'
import { describe, expect, it } from 'vitest'
import { isSatisfied } from './conditions.ts'
import { getNextEdge, isWithin, type TimeWindow } from './timeWindow.ts'
import type { Change, Trigger, WatchedLinkage } from './triggers.ts'
import { type InitialState, LinkageWatch } from './watch.ts'

const start = Date.parse('2026-11-23T12:00:00+08:00')
const zone = 'Asia/Shanghai'
let clock = start

const unknown: InitialState = { newest: () => undefined, isOnline: () => undefined, now: () => clock }
const above = (limit: number, more: Partial<Extract<Trigger, { kind: 'attribute' }>> = {}): Trigger => ({
  kind: 'attribute',
  devices: new Set(['plant/pump']),
  point: 'power',
  comparison: { operator: '>', value: String(limit), upper: '' },
  isOfProduct: false,
  ...more,
})

function startWatch(
  triggers: readonly Trigger[],
  more: Partial<WatchedLinkage> = {},
  before: InitialState = unknown,
): LinkageWatch {
  clock = start
  const watch = new LinkageWatch()
  watch.put({ id: 'a', condition: 'any', triggers, zone, ...more }, before)
  return watch
}

const describeChanges = (changes: readonly Change[]): string[] =>
  changes.map(({ isOver, cause }) => `${isOver ? 'over' : 'fires'} ${cause.device ?? '-'}`)

/** Advances the clock, completes what is due, and delivers a frame. */
function send(
  watch: LinkageWatch,
  device: string,
  values: Readonly<Record<string, number | string>>,
  { seconds = 1, mark = quality.good }: { readonly seconds?: number; readonly mark?: number } = {},
): string[] {
  const elapsed = wait(watch, seconds)
  const reported = Object.values(values)
  return [
    ...elapsed,
    ...describeChanges(
      watch.frame({
        project: 'plant',
        device,
        at: clock,
        receivedAt: clock,
        arrivedMs: clock,
        every: 1_000,
        points: Object.keys(values),
        values: Float64Array.from(reported, (value) => (typeof value === 'number' ? value : Number.NaN)),
        qualities: Uint8Array.from(reported, () => mark),
        texts: reported.map((value) => (typeof value === 'string' ? value : undefined)),
      }),
    ),
  ]
}

function wait(watch: LinkageWatch, seconds: number): string[] {
  clock += seconds * 1_000
  return describeChanges(watch.tick(clock, clock))
}

const fires = ['fires plant/pump']
const over = ['over plant/pump']

describe('a hold time', () => {
  it('fires when the trigger has held for its time, even between two reports', () => {
    const watch = startWatch([above(10, { holdMs: 30_000 })])
    expect(send(watch, 'pump', { power: 11 })).toEqual([])
    const due = watch.dueMs
    expect(due - clock).toBe(30_000)
    for (let reports = 0; reports < 5; reports++) expect(send(watch, 'pump', { power: 12 }, { seconds: 5 })).toEqual([])
    expect(wait(watch, 4.999)).toEqual([])
    expect(wait(watch, 0.001)).toEqual(fires)
    expect([watch.dueMs, send(watch, 'pump', { power: 13 }), send(watch, 'pump', { power: 9 })]).toEqual([
      Infinity,
      [],
      over,
    ])
  })

  it('starts again after the trigger was false, after a bad value and after silence', () => {
    const interrupt: readonly ((watch: LinkageWatch) => void)[] = [
      (watch) => send(watch, 'pump', { power: 9 }),
      (watch) => send(watch, 'pump', { power: 12 }, { mark: quality.bad }),
      (watch) => wait(watch, 60),
    ]
    for (const interruption of interrupt) {
      const watch = startWatch([above(10, { holdMs: 20_000 })])
      send(watch, 'pump', { power: 11 })
      interruption(watch)
      expect(send(watch, 'pump', { power: 11 }, { seconds: 12 })).toEqual([])
      expect(send(watch, 'pump', { power: 11 }, { seconds: 10 })).toEqual([])
      expect(wait(watch, 9)).toEqual([])
      expect(wait(watch, 1)).toEqual(fires)
    }
  })

  it('continues when a device is added to the product, and is cleared by a restart', () => {
    const before: InitialState = { ...unknown, newest: () => ({ value: 11, text: null }) }
    const watch = startWatch([above(10, { holdMs: 10_000, isOfProduct: true })])
    send(watch, 'pump', { power: 11 })
    const devices = new Set(['plant/pump', 'plant/fan'])
    watch.put(
      { id: 'a', condition: 'any', triggers: [above(10, { holdMs: 10_000, isOfProduct: true, devices })] },
      before,
    )
    expect(wait(watch, 10)).toEqual(fires)
    const restarted = startWatch([above(10, { holdMs: 10_000 })], {}, before)
    send(restarted, 'pump', { power: 11 })
    expect(wait(restarted, 10)).toEqual([])
    send(restarted, 'pump', { power: 9 })
    send(restarted, 'pump', { power: 11 })
    expect(wait(restarted, 10)).toEqual(fires)
  })

  it('of several devices of a product fires for each, and counts in a condition over all triggers', () => {
    const devices = new Set(['plant/pump', 'plant/fan'])
    const watch = startWatch([above(10, { holdMs: 5_000, devices, isOfProduct: true })])
    for (const device of ['pump', 'fan']) send(watch, device, { power: 11 }, { seconds: 0 })
    expect(wait(watch, 5)).toEqual(['fires plant/pump', 'fires plant/fan'])
    const all = startWatch([above(10, { holdMs: 5_000 }), above(50, { point: 'heat' })], { condition: 'all' })
    expect(send(all, 'pump', { power: 11, heat: 51 })).toEqual([])
    expect(wait(all, 5)).toEqual(fires)
  })

  it('of a device that goes offline is reset when it comes back', () => {
    const watch = startWatch(
      [{ kind: 'offline', devices: new Set(['plant/pump']), isOfProduct: false, holdMs: 60_000 }],
      {},
      { ...unknown, isOnline: () => true },
    )
    watch.presence('plant/pump', false, clock)
    expect(wait(watch, 59)).toEqual([])
    watch.presence('plant/pump', true, clock)
    expect(wait(watch, 60)).toEqual([])
    watch.presence('plant/pump', false, clock)
    expect(wait(watch, 60)).toEqual(fires)
  })
})

it('a hysteresis ends a comparison only beyond its limit', () => {
  const judge = (operator: string, value: string, upper: string, reported: readonly number[]): boolean[] => {
    let holds: boolean | undefined
    return reported.map((figure) => {
      holds = isSatisfied({ value: figure, text: null }, { operator, value, upper, hysteresis: 2 }, holds)
      return holds ?? false
    })
  }
  expect(judge('>', '10', '', [10, 10.5, 9, 8.1, 8, 9])).toEqual([false, true, true, true, false, false])
  expect(judge('<', '10', '', [10, 9.5, 11, 12, 11])).toEqual([false, true, true, false, false])
  expect(judge('between', '10', '20', [9, 10, 8, 22, 22.1, 21])).toEqual([false, true, true, true, false, false])
  expect(judge('outside', '10', '20', [10, 9.9, 11, 12, 11])).toEqual([false, true, true, false, false])
})

describe('a comparison with another point', () => {
  const compared = above(0, { otherTag: 'plant/tank/limit' })

  it('is judged at the reports of both, and waits for fresh values of both', () => {
    const watch = startWatch([compared])
    expect(send(watch, 'pump', { power: 11 })).toEqual([])
    expect(send(watch, 'tank', { limit: 10 })).toEqual(fires)
    expect(send(watch, 'tank', { limit: 12 })).toEqual(over)
    expect(send(watch, 'pump', { power: 13 }, { seconds: 60 })).toEqual([])
    expect(send(watch, 'tank', { limit: 12 })).toEqual(fires)
    expect(send(watch, 'tank', { limit: 20 }, { mark: quality.bad })).toEqual([])
    expect(send(watch, 'pump', { power: 1 })).toEqual([])
    expect(send(watch, 'tank', { limit: 20 })).toEqual(over)
  })

  it('of the same device takes both values from one report, and texts too', () => {
    const own = above(0, { otherTag: 'plant/pump/limit' })
    expect(send(startWatch([own]), 'pump', { power: 11, limit: 10 })).toEqual(fires)
    const equal = above(0, { otherTag: 'plant/tank/mode', comparison: { operator: '==', value: '', upper: '' } })
    const watch = startWatch([equal])
    send(watch, 'pump', { power: 'eco' })
    expect(send(watch, 'tank', { mode: 'eco' })).toEqual(fires)
  })

  it('does not fire for a comparison that held before the start', () => {
    const before: InitialState = {
      ...unknown,
      newest: (device) => ({ value: device === 'plant/pump' ? 11 : 10, text: null }),
    }
    const watch = startWatch([compared], {}, before)
    send(watch, 'pump', { power: 11 })
    expect(send(watch, 'tank', { limit: 10 })).toEqual([])
  })
})

describe('an expression', () => {
  function express(source: string): Trigger {
    const expression = compileExpression(source)
    if (expression.problems) throw new Error(expression.problems[0]?.message)
    const { tags, evaluate, usesQuality } = expression
    const devices = new Set([tags[0]?.slice(0, tags[0].lastIndexOf('/')) ?? ''])
    return { kind: 'expression', devices, isOfProduct: false, source, tags, evaluate, usesQuality }
  }

  it('fires for the device of its first point when the result becomes true', () => {
    const watch = startWatch([express('{plant/pump/power} > {plant/tank/limit} * 1.1 && {plant/tank/mode} == "auto"')])
    expect(send(watch, 'pump', { power: 12 })).toEqual([])
    expect(send(watch, 'tank', { limit: 10, mode: 'auto' })).toEqual(fires)
    expect(send(watch, 'tank', { limit: 10, mode: 'manual' })).toEqual(over)
  })

  it('keeps its state while a value is unknown, and can test the quality of a point', () => {
    const watch = startWatch([express('{plant/pump/power} > 10')])
    send(watch, 'pump', { power: 11 })
    expect(send(watch, 'pump', { power: 1 }, { mark: quality.bad })).toEqual([])
    const broken = startWatch([express('isBad({plant/pump/power})')])
    expect(send(broken, 'pump', { power: 11 })).toEqual([])
    expect(send(broken, 'pump', { power: 11 }, { mark: quality.bad })).toEqual(fires)
  })
})

describe('a time window', () => {
  const at = (text: string): number => Date.parse(`${text}+08:00`)
  const window = (from: string, until: string, days: readonly string[] = []): TimeWindow => {
    const [a = 0, b = 0, c = 0, d = 0] = `${from}:${until}`.split(':').map(Number)
    return { from: a * 60 + b, until: c * 60 + d, days }
  }

  it('includes its start, excludes its end and may end on the next day', () => {
    const day = window('08:00', '18:00', ['1'])
    // 2026-11-23 is a Monday.
    expect(
      ['23T07:59:59', '23T08:00:00', '23T17:59:59', '23T18:00:00', '24T09:00:00'].map((time) =>
        isWithin(day, zone, at(`2026-11-${time}`)),
      ),
    ).toEqual([false, true, true, false, false])
    const night = window('22:00', '06:00', ['1'])
    expect(
      ['23T05:00:00', '23T22:00:00', '24T05:59:59', '24T06:00:00', '24T22:00:00'].map((time) =>
        isWithin(night, zone, at(`2026-11-${time}`)),
      ),
    ).toEqual([false, true, true, false, false])
    expect(isWithin(window('00:00', '00:00', ['0']), zone, at('2026-11-22T23:59:00'))).toBe(true)
    expect(getNextEdge([night], zone, at('2026-11-23T22:00:00'))).toBe(at('2026-11-24T06:00:00'))
    expect(getNextEdge([night, window('01:00', '02:00')], zone, at('2026-11-23T22:00:00'))).toBe(
      at('2026-11-24T01:00:00'),
    )
  })

  it('fires what holds when it opens, and ends it when it closes', () => {
    // The clock starts at 12:00.
    const watch = startWatch([above(10)], { windows: [window('12:01', '12:02')] })
    expect(watch.getNextEdge(clock)).toBe(start + 60_000)
    expect(send(watch, 'pump', { power: 11 }, { seconds: 55 })).toEqual([])
    expect(wait(watch, 5)).toEqual(fires)
    expect(send(watch, 'pump', { power: 9 })).toEqual(over)
    expect(send(watch, 'pump', { power: 11 })).toEqual(fires)
    expect([watch.isCauseActive('a', 'plant/pump'), wait(watch, 60)]).toEqual([true, over])
    expect([watch.isCauseActive('a', 'plant/pump'), send(watch, 'pump', { power: 12 })]).toEqual([false, []])
  })

  it('limits conditions over all or no triggers, and timers', () => {
    const windows = [window('12:01', '12:02')]
    for (const [condition, power] of [
      ['all', 11],
      ['none', 9],
    ] as const) {
      const watch = startWatch([above(10)], { condition, windows })
      expect(send(watch, 'pump', { power }, { seconds: 55 })).toEqual([])
      expect(wait(watch, 5)).toEqual(fires)
      expect(wait(watch, 60)).toEqual(over)
    }
    const timed = startWatch([{ kind: 'timed', timer: { cron: '* * * * *' } }], { windows })
    expect(timed.timer('a', clock)).toEqual([])
    wait(timed, 60)
    expect(timed.timer('a', clock)).toHaveLength(1)
  })

  it('waits for a fresh value when it opens after silence', () => {
    const watch = startWatch([above(10)], { windows: [window('12:01', '13:00')] })
    send(watch, 'pump', { power: 11 })
    expect(wait(watch, 120)).toEqual([])
    expect(send(watch, 'pump', { power: 11 })).toEqual(fires)
  })
})
