import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileConversion, Failure, pointTypes } from './conversion.ts'
import type { Conversion, PointType } from './conversion.ts'

const convert = (type: PointType, raw: unknown, conversion: Conversion = {}, isPlain = false) => {
  const value = compileConversion(type, conversion, isPlain)(raw)
  return value instanceof Failure ? value.reason : value
}
const onOff = { words: { on: ['ON', 1], off: ['OFF', 0] } }

describe('values that convert to the declared type', () => {
  it.each<[PointType, unknown, Conversion, unknown]>([
    ['decimal', 23.5, {}, 23.5],
    ['integer', 4, {}, 4],
    ['bool', true, {}, true],
    ['bool', 1, {}, true],
    ['string', '12', {}, '12'],
    ['string', 12, {}, '12'],
    ['enum', 'auto', {}, 'auto'],
    ['enum', 3, {}, 3],
    ['array', [1, 2], {}, '[1,2]'],
    ['object', { a: 1 }, {}, '{"a":1}'],
    ['decimal', '12,5', { text: 'comma' }, 12.5],
    ['decimal', '1.234,5', { text: 'comma' }, 1234.5],
    ['decimal', '12.5', { text: 'point' }, 12.5],
    ['integer', '0x1F', { text: 'hex' }, 31],
    ['integer', 'ff', { text: 'hex' }, 255],
    ['bool', 'ON', onOff, true],
    ['bool', ' OFF ', onOff, false],
    ['bool', '1', onOff, true],
    [
      'enum',
      'auto',
      {
        values: [
          { from: 'auto', to: 1 },
          { from: 'hand', to: 2 },
        ],
      },
      1,
    ],
    ['decimal', 200, { factor: 0.1, offset: -5 }, 15],
    ['integer', 3.7, { rounding: 'nearest' }, 4],
    ['integer', 3.7, { rounding: 'zero' }, 3],
    ['integer', -3.2, { rounding: 'down' }, -4],
    ['decimal', 10, { expression: 'value * 2 + 1' }, 21],
    ['string', 3, { expression: 'mapStates(value, 3, "running", "stopped")' }, 'running'],
    ['integer', 'gkHe', { bytes: { encoding: 'base64', kind: 'unsigned', offset: 1, length: 2 } }, 0x41de],
    ['decimal', '41c80000', { bytes: { encoding: 'hex', kind: 'float', length: 4 } }, 25],
    ['bool', 0b1000, { bits: { first: 3 } }, true],
    ['integer', 0b110100, { bits: { first: 2, count: 3 } }, 0b101],
    ['integer', -1, { bits: { first: 0, count: 8 } }, 255],
    ['decimal', 5, { min: 0, max: 10 }, 5],
  ])('%s from %j by %j', (type, raw, conversion, value) => {
    expect(convert(type, raw, conversion)).toEqual(value)
  })
})

describe('values that do not convert to the declared type', () => {
  it.each<[PointType, unknown, Conversion, string]>([
    ['decimal', '12,5', {}, 'notNumber'],
    ['decimal', '12.5', {}, 'notNumber'],
    ['decimal', true, {}, 'notNumber'],
    ['decimal', null, {}, 'noValue'],
    ['decimal', Infinity, {}, 'notFinite'],
    ['decimal', {}, {}, 'notNumber'],
    ['decimal', [5], {}, 'notNumber'],
    ['integer', 3.7, {}, 'notInteger'],
    ['integer', 2 ** 60, {}, 'notFinite'],
    ['bool', 'ON', {}, 'notOnOff'],
    ['bool', 2, {}, 'notOnOff'],
    ['bool', 'on', onOff, 'notOnOff'],
    ['bool', null, onOff, 'noValue'],
    ['string', { a: 1 }, {}, 'notText'],
    ['string', 'x'.repeat(1025), {}, 'tooLong'],
    ['enum', true, {}, 'unknownWord'],
    ['enum', 'off', { values: [{ from: 'auto', to: 1 }] }, 'unknownWord'],
    ['array', { a: 1 }, {}, 'notArray'],
    ['object', [1], {}, 'notObject'],
    ['array', Array.from({ length: 600 }, () => 10), {}, 'tooLong'],
    ['decimal', '1.234', { text: 'comma' }, 'notNumber'],
    ['decimal', '1,2,3', { text: 'comma' }, 'notNumber'],
    ['decimal', '', { text: 'point' }, 'notNumber'],
    ['decimal', '0x10', { text: 'point' }, 'notNumber'],
    ['integer', 'xyz', { text: 'hex' }, 'notNumber'],
    ['decimal', -127, { noValue: [-127, 'n/a'] }, 'noValue'],
    ['decimal', 'n/a', { noValue: [-127, 'n/a'], text: 'point' }, 'noValue'],
    ['integer', 'gkHe', { bytes: { encoding: 'base64', kind: 'unsigned', offset: 2, length: 2 } }, 'bytes'],
    ['integer', 5, { bytes: { encoding: 'hex', kind: 'unsigned' } }, 'bytes'],
    ['bool', 'x', { bits: { first: 1 } }, 'notInteger'],
    ['decimal', 1, { expression: '1 / (value - 1)' }, 'expression'],
    ['decimal', 1e308, { factor: 10 }, 'notFinite'],
    ['decimal', 'x', { factor: 10 }, 'notNumber'],
    ['decimal', 11, { min: 0, max: 10 }, 'range'],
    ['integer', -1, { min: 0 }, 'range'],
  ])('%s from %j by %j: %4$s', (type, raw, conversion, reason) => {
    expect(convert(type, raw, conversion)).toBe(reason)
  })

  it('an array nested 10,000 deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)
    expect(convert('array', deep)).toBe('tooLong')
  })

  it('holds for any value and any type: the result is of the type, or a reason', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pointTypes), fc.anything(), fc.boolean(), (type, raw, isPlain) => {
        const value = compileConversion(type, {}, isPlain)(raw)
        if (value instanceof Failure) return
        if (type === 'decimal') expect(Number.isFinite(value)).toBe(true)
        else if (type === 'integer') expect(Number.isSafeInteger(value)).toBe(true)
        else if (type === 'bool') expect(typeof value).toBe('boolean')
        else if (type !== 'enum') expect(typeof value).toBe('string')
      }),
    )
  })
})

describe('a plain payload', () => {
  it('is text: numbers and flags are read from it without a declaration', () => {
    expect(convert('decimal', '23.5', {}, true)).toBe(23.5)
    expect(convert('integer', ' 7\n', {}, true)).toBe(7)
    expect(convert('bool', 'true', {}, true)).toBe(true)
    expect(convert('bool', '0', {}, true)).toBe(false)
    expect(convert('bool', 'ON', {}, true)).toBe('notOnOff')
    expect(convert('decimal', '23,5', {}, true)).toBe('notNumber')
    expect(convert('bool', '8', { bits: { first: 3 } }, true)).toBe(true)
    expect(convert('integer', 'auto', { values: [{ from: 'auto', to: 1 }] }, true)).toBe(1)
    expect(convert('string', '007', {}, true)).toBe('007')
  })

  it('and JSON need the same words: 1 is also "1", and true is also "true"', () => {
    expect(convert('bool', 1, { words: { on: ['1'], off: ['0'] } })).toBe(true)
    expect(convert('bool', '0', { words: { on: [1], off: [0] } })).toBe(false)
    expect(convert('bool', 'true', { words: { on: [true], off: [false] } })).toBe(true)
    expect(convert('bool', '', { words: { on: ['1'], off: ['0'] } })).toBe('notOnOff')
  })
})
