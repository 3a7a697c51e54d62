import { describe, expect, it } from 'vitest'
import { loop } from '../lighting/loop.ts'
import { sensor } from '../lighting/sensor.ts'
import { defineEntity } from './define.ts'
import type { EntityFields } from './field.ts'
import { flag, live, number, text } from './field.ts'
import { variable } from '../scada/scene.ts'
import { liveValue, liveTag, liveUnit } from './liveFields.ts'

const { value } = sensor.fields
const row = { project: 'tunnel', device: 'sensor-01', point: 'luminance', coefficient: 10 }

describe('the live value of a sensor', () => {
  it('is its own point, multiplied by its coefficient', () => {
    expect([liveTag(value, row), liveValue(value, row, 12.5)]).toEqual(['tunnel/sensor-01/luminance', 125])
    expect([
      liveTag(value, { ...row, point: 'coPpm', coefficient: 1 }),
      liveValue(value, { ...row, coefficient: 1 }, 12.5),
    ]).toEqual(['tunnel/sensor-01/coPpm', 12.5])
  })

  it('is the reported value without a coefficient, and uses the default point if none is set', () => {
    expect(liveValue(value, { ...row, coefficient: null }, 12.5)).toBe(12.5)
    expect(liveTag(value, { ...row, point: null })).toBe('tunnel/sensor-01/value')
  })

  it('is none where no device speaks for it', () => {
    expect([
      liveTag(value, { ...row, device: null }),
      liveTag(value, { ...row, device: '' }),
      liveTag(value, { ...row, project: undefined }),
    ]).toEqual([undefined, undefined, undefined])
  })

  it('is unchanged if it depends on no other field', () => {
    expect([liveTag(loop.fields.outputCurrent, row), liveValue(loop.fields.outputCurrent, row, 2)]).toEqual([
      'tunnel/sensor-01/current',
      2,
    ])
  })
})

describe('the present value of a variable', () => {
  const { present } = variable.fields
  const entered = { project: 'factory', scene: 'pumps', identifier: 'volume', origin: 'input', tag: null, unit: 'm³' }

  it('is published for its scene, and of a measured one at the tag that it refers to', () => {
    expect(liveTag(present, entered)).toBe('factory/mimic-scene-pumps/volume')
    expect(liveTag(present, { ...entered, origin: 'operation' })).toBe('factory/mimic-scene-pumps/volume')
    expect(liveTag(present, { ...entered, origin: 'tag', tag: 'factory/tank-01/level' })).toBe('factory/tank-01/level')
    expect(liveTag(present, { ...entered, origin: 'tag' })).toBeUndefined()
  })

  it("has the unit of its row, and a sensor's that of its type", () => {
    expect([liveUnit(present, entered), liveUnit(present, { ...entered, unit: null })]).toEqual([
      { en: 'm³', zh: 'm³' },
      undefined,
    ])
    expect([1, 2, 3, 4].map((kind) => liveUnit(value, { ...row, kind })?.en)).toEqual([
      'lx',
      'cd/m²',
      'veh/h',
      undefined,
    ])
    expect(liveUnit(loop.fields.outputCurrent, row)).toEqual({ en: 'A', zh: 'A' })
  })
})

describe('a declaration with invalid field dependencies', () => {
  const words = { en: 'Gauge', zh: '表' }
  const declare =
    (fields: EntityFields, derived = {}) =>
    () =>
      defineEntity({
        name: 'gauge',
        path: 'gauges',
        area: 'lighting',
        scope: 'project',
        title: 'name',
        words: { one: words, many: words },
        fields: { name: text(words), ...fields },
        list: { columns: ['name'], search: ['name'], sort: { by: 'name', order: 'asc' } },
        derived,
      })

  it('is rejected if a live field depends on a field of the wrong type', () => {
    expect(
      declare({
        at: text(words),
        times: number(words),
        now: live(words, { point: 'now', pointBy: 'at', scaledBy: 'times' }),
      }),
    ).not.toThrow()
    expect(declare({ now: live(words, { point: 'now', pointBy: 'at' }) })).toThrow(/refers to at/)
    expect(declare({ at: text(words), now: live(words, { point: 'now', scaledBy: 'at' }) })).toThrow(
      /not one of its number fields/,
    )
    expect(declare({ times: number(words), now: live(words, { point: 'now', unitBy: 'times' }) })).toThrow(
      /not one of its text fields/,
    )
    expect(declare({ at: text(words), now: live(words, { point: 'now', unitBy: 'at', units: {} }) })).toThrow(
      /not one of its choice fields/,
    )
  })

  it('is rejected if a derived field is editable', () => {
    expect(declare({ isBig: flag(words, { readOnly: true }) }, { isBig: () => true })).not.toThrow()
    expect(declare({ isBig: flag(words) }, { isBig: () => true })).toThrow(/derives isBig/)
    expect(declare({}, { isBig: () => true })).toThrow(/derives isBig/)
  })
})
