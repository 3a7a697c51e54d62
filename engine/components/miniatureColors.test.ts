import { describe, expect, it } from 'vitest'
import type { FieldValue } from '../schema/index.ts'
import { catalog, resolveProps } from './catalog.ts'
import { mixColors } from '../schema/index.ts'
import { theme } from './theme.ts'

type Props = Readonly<Record<string, FieldValue>>

/** Colours that replace a component only a few pixels large. */
function getMiniatureColors(name: string, ...states: readonly Props[]): readonly unknown[] {
  const type = catalog.get(name) ?? expect.fail(`there is no ${name}`)
  return states.map((state) => {
    const props = resolveProps(type, state)
    return typeof type.miniatureColor === 'string' ? props[type.miniatureColor] : type.miniatureColor(props)
  })
}

describe('at a few pixels', () => {
  it('a lamp has the colour of its state, and of its brightness', () => {
    const states = [0, 1, 2, 7].map((value) => ({ value }))
    expect(getMiniatureColors('lamp', ...states)).toEqual([theme.unlit, theme.light, theme.alarm, theme.hollow])
    expect(getMiniatureColors('lamp', { value: 1, brightness: 0 })).toEqual([
      mixColors(theme.unlit, theme.light, 110 / 255),
    ])
    const device = [1, 2, 3, 4, 9].map((value) => ({ stateType: 'device', value }))
    expect(getMiniatureColors('lamp', ...device)).toEqual([
      `${theme.inkMuted.slice(0, 7)}59`,
      theme.unlit,
      theme.light,
      theme.alarm,
      theme.hollow,
    ])
  })

  it('a switch is on or off, also the other way round', () => {
    expect(getMiniatureColors('switch', { value: 0 }, { value: 1 }, { value: 0, isInverse: true })).toEqual([
      theme.unlit,
      theme.on,
      theme.on,
    ])
  })

  it('a button is pressed, or out of use', () => {
    expect(getMiniatureColors('button', {}, { pressed: true }, { pressed: true, isOff: true })).toEqual([
      theme.control,
      theme.pressed,
      theme.hollow,
    ])
  })

  it.each(['progress', 'tank', 'chart-water'])('a %s is as full as it is, and in alarm beyond a limit', (name) => {
    const limits = { lowLimit: 3, highLimit: 90 }
    expect(
      getMiniatureColors(
        name,
        { ...limits, lowLimit: 0, value: 0 },
        { ...limits, value: 5 },
        { ...limits, value: 50 },
        { ...limits, value: 95 },
        { ...limits, value: 2 },
      ),
    ).toEqual([
      theme.hollow,
      mixColors(theme.hollow, theme.liquid, 1 / 8),
      mixColors(theme.hollow, theme.liquid, 1 / 2),
      theme.alarm,
      theme.alarm,
    ])
    expect(
      getMiniatureColors(
        name,
        { backgroundColor: '#00000000', value: 50 },
        { backgroundColor: '#00000000', value: 0, lowLimit: 0 },
      ),
    ).toEqual([`${theme.liquid.slice(0, 7)}80`, `${theme.liquid.slice(0, 7)}00`])
  })

  it.each(['gauge', 'chart-gauge'])('a %s is in alarm beyond a limit, and only there', (name) => {
    const [usual, low, high] = getMiniatureColors(name, { value: 50 }, { value: 5 }, { value: 95 })
    expect([low, high]).toEqual([theme.alarm, theme.alarm])
    expect(usual).not.toBe(theme.alarm)
  })

  it('a dial and a vessel follow their data response', () => {
    expect(
      getMiniatureColors('chart-water', { data: '95', highLimit: 90 }, { data: '{', highLimit: 90, value: 95 }),
    ).toEqual([theme.alarm, theme.hollow])
    expect(getMiniatureColors('chart-gauge', { data: '95' }, { data: '50', value: 95 })[0]).toBe(theme.alarm)
  })

  it('marks that stand are faint', () => {
    expect(
      getMiniatureColors(
        'flow-bar',
        { flow: 'forward', flowColor: '#112233' },
        { flow: 'static', flowColor: '#112233' },
      ),
    ).toEqual(['#112233', '#11223359'])
  })

  it.each(['muted', 'vivid'])('a %s symbol of every kind distinguishes its states', (look) => {
    const field = catalog.get('symbol')?.fields['symbol']
    const known = field?.kind === 'choice' ? field.options.map(({ value }) => value) : []
    const symbols = ['pump-centrifugal', 'valve-gate', 'breaker', 'traffic-light', 'beacon']
    expect(known).toEqual(expect.arrayContaining(symbols))
    const tellings = symbols.map(
      (symbol) =>
        new Set(getMiniatureColors('symbol', ...[0, 1, 2, 3, -1].map((state) => ({ symbol, look, state })))).size,
    )
    expect(tellings).toEqual(symbols.map(() => 5))
    const [fault] = getMiniatureColors('symbol', { look, state: 2, bodyColor: '#123456ff', lineColor: '#654321ff' })
    expect(fault).toBe(look === 'muted' ? '#d92d20ff' : '#f7c62fff')
  })
})
