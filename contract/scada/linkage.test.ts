import { describe, expect, it } from 'vitest'
import { isVisible, readValues } from '../entity/read.ts'
import { linkage } from './linkage.ts'

type Values = Readonly<Record<string, unknown>>
const alarm = { kind: 'alarm' }
const timer = { source: 'timed', time: '08:00', weekdays: ['1'] }
/** Problems of a linkage with these triggers, by path. */
const faultsOf = (...triggers: readonly Values[]): Record<string, string> =>
  Object.fromEntries(
    (readValues(linkage, { name: 'Night', triggers, actions: [alarm] }, 'create').problems ?? []).map(
      ({ path, words }) => [path, words.en],
    ),
  )

describe('a linkage (section 5)', () => {
  it('with a timer asks for its time and for a weekday, each at its own field', () => {
    expect(faultsOf(timer)).toEqual({})
    expect(faultsOf({ ...timer, time: null })).toEqual({ 'triggers.0.time': 'Please enter the execution time' })
    expect(faultsOf({ source: 'custom' }, { ...timer, weekdays: [] })).toEqual({
      'triggers.1.weekdays': 'Please choose a weekday',
    })
    expect(faultsOf({ source: 'timed' })).toEqual({
      'triggers.0.time': 'Please enter the execution time',
      'triggers.0.weekdays': 'Please choose a weekday',
    })
  })

  it('by a cron expression asks for that and for no time', () => {
    expect(faultsOf({ source: 'timed', isCron: true })).toEqual({
      'triggers.0.cron': 'Please enter the cron expression',
    })
    expect(faultsOf({ source: 'timed', isCron: true, cron: '0 8 * * *' })).toEqual({})
  })

  it('with a timer requires no fields of a device trigger, such as those a new row contains', () => {
    expect(
      faultsOf({ ...timer, thing: 'attribute', operator: 'between', identifier: null, value: null, upper: null }),
    ).toEqual({})
    expect(
      ['identifier', 'operator', 'value', 'upper'].filter((name) => {
        const { triggers } = linkage.fields
        const field = triggers.fields[name]
        return field && isVisible(field, { source: 'timed', thing: 'attribute', operator: 'between' })
      }),
    ).toEqual([])
  })

  it('by a device asks for its option and values, and for no time', () => {
    const device = { source: 'device', device: 'd1' }
    expect(faultsOf(device)).toEqual({
      'triggers.0.identifier': "Please choose the trigger's point",
      'triggers.0.value': "Please enter the trigger's value",
    })
    expect(faultsOf({ ...device, identifier: 'power', value: '1', operator: 'between' })).toEqual({
      'triggers.0.upper': "Please enter the interval's values",
    })
    expect(faultsOf({ ...device, thing: 'offline' })).toEqual({})
  })

  it.each(['>', '>=', '==', '<=', '<', '!='])('section 5: compares by %s', (operator) => {
    expect(faultsOf({ source: 'device', device: 'd1', identifier: 'power', value: '1', operator })).toEqual({})
  })

  it('section 5: accepts only declared comparison operators, each with a distinct text', () => {
    const compared = { source: 'device', device: 'd1', identifier: 'power', value: '1' }
    for (const operator of ['=', '=>', '<>', 'like'])
      expect([operator, Object.keys(faultsOf({ ...compared, operator }))]).toEqual([operator, ['triggers.0.operator']])
    const { operator } = linkage.fields.triggers.fields
    const words =
      operator?.kind === 'choice'
        ? operator.options
            .filter(({ value }) => ['>', '>=', '==', '<=', '<', '!='].includes(String(value)))
            .map((option) => option.words.zh)
        : []
    expect(words).toEqual(['大于', '大于等于', '等于', '小于等于', '小于', '不等于'])
  })

  it('section 5: action options and values are not empty, and an alarm needs neither', () => {
    const acted = (...actions: readonly Values[]): Record<string, string> =>
      Object.fromEntries(
        (readValues(linkage, { name: 'Night', triggers: [timer], actions }, 'create').problems ?? []).map(
          ({ path, words }) => [path, words.en],
        ),
      )
    expect(acted()).toEqual({ actions: 'Please add an action' })
    expect(acted({ kind: 'device' })).toEqual({
      'actions.0.device': "Please choose the action's device",
      'actions.0.identifier': 'Please choose the attribute or function',
      'actions.0.value': "Please enter the action's value",
    })
    expect(acted({ kind: 'product', product: 'p1', identifier: '', value: '  ' })).toEqual({
      'actions.0.identifier': 'Please choose the attribute or function',
      'actions.0.value': "Please enter the action's value",
    })
    expect(acted({ kind: 'facility', facility: null, identifier: 'power', value: '0' })).toEqual({
      'actions.0.facility': "Please choose the action's telemetry device",
    })
    expect(
      acted(
        { kind: 'facility', facility: 'pole-001', identifier: 'power', value: '0' },
        { kind: 'device', device: 'd1', identifier: 'power', value: '0' },
        { kind: 'product', product: 'p1', identifier: 'power', value: '1' },
        { kind: 'device', device: 'd1', identifier: 'mode', value: 'eco' },
        { kind: 'alarm' },
        { kind: 'recovery' },
      ),
    ).toEqual({})
  })

  it('compares with another point instead of a value, unless the comparison needs values', () => {
    const compared = { source: 'device', device: 'd1', identifier: 'power', compareWith: 'tag' }
    expect(faultsOf(compared)).toEqual({ 'triggers.0.otherTag': 'Please choose the point to compare with' })
    expect(faultsOf({ ...compared, otherTag: 'plant/tank/limit', hysteresis: 1, hold: 30 })).toEqual({})
    expect(faultsOf({ ...compared, operator: 'between', otherTag: 'plant/tank/limit' })).toEqual({
      'triggers.0.value': "Please enter the trigger's value",
      'triggers.0.upper': "Please enter the interval's values",
    })
    const outside = { ...compared, operator: 'outside', value: '10', upper: '20' }
    expect(Object.keys(faultsOf({ ...outside, hysteresis: 5 }))).toEqual(['triggers'])
    expect(faultsOf({ ...outside, hysteresis: 4 })).toEqual({})
  })

  it('accepts expressions over points only, and reports faults at their field', () => {
    const faultOf = (expression: string | null) => faultsOf({ source: 'expression', expression })
    expect(faultOf('{plant/pump/power} > 10')).toEqual({})
    for (const expression of ['{plant/pump/power} >', 'value > 1', '1 < 2', null])
      expect(Object.keys(faultOf(expression))).toEqual(['triggers.0.expression'])
  })

  it('needs a trigger besides a time window', () => {
    const window = { source: 'window', from: '22:00', until: '06:00' }
    expect(faultsOf(window)).toEqual({
      triggers: 'A time window limits other triggers. Please add at least one more.',
    })
    expect(faultsOf(window, timer)).toEqual({})
    expect(faultsOf({ ...window, until: null }, timer)).toEqual({
      'triggers.0.until': 'Please enter the end of the time window',
    })
  })

  it('has one timer at most', () => {
    expect(faultsOf(timer, timer)).toEqual({ triggers: 'At most one timer per trigger set' })
  })

  it('states in its form that alarm actions of a timer have no effect', () => {
    expect(linkage.fields.actions.help).toEqual({
      en: expect.stringMatching(/no effect/),
      zh: expect.stringMatching(/不生效/),
    })
  })
})
