import { describe, expect, it } from 'vitest'
import { compileTime } from './time.ts'
import type { TimeFormat } from './time.ts'

const read = (raw: unknown, format: TimeFormat = 'auto', zone = 'Asia/Shanghai') => {
  const ms = compileTime(format, zone)(raw)
  return ms === null ? null : new Date(ms).toISOString()
}

describe('source times', () => {
  it.each([
    ['2026-11-27T20:20:38', '2026-11-27T12:20:38.000Z'],
    ['2026-11-27 20:20:38.5', '2026-11-27T12:20:38.500Z'],
    ['2026-11-27T20:20:38Z', '2026-11-27T20:20:38.000Z'],
    ['2026-11-27T20:20:38+01:00', '2026-11-27T19:20:38.000Z'],
    ['2026-11-27T20:20:38.123456789-0530', '2026-11-28T01:50:38.123Z'],
    ['2026/1/2 3:04', '2026-01-01T19:04:00.000Z'],
    ['2026-11-27', '2026-11-26T16:00:00.000Z'],
    [1795811238000, '2026-11-27T20:27:18.000Z'],
    [1795811238, '2026-11-27T20:27:18.000Z'],
    ['1795811238.25', '2026-11-27T20:27:18.250Z'],
    [1795811238000123, '2026-11-27T20:27:18.000Z'],
    [1795811238 * 1e9, '2026-11-27T20:27:18.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('reads %s', (raw, iso) => {
    expect(read(raw)).toBe(iso)
  })

  it.each([
    'yesterday',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-02-10T24:00:00Z',
    '2026-02-10T23:61:00Z',
    '1970-01-01T00:00:00',
    '2200-01-01',
    0,
    -5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    {},
    [],
    true,
    '',
    '2026-02-10T23:00:00+99:00',
    '9'.repeat(100),
  ])('refuses %s', (raw) => {
    expect(read(raw)).toBeNull()
  })

  it('keeps to the declared format', () => {
    expect(read(1795811238, 'milliseconds')).toBeNull()
    expect(read(1795811238, 'iso')).toBeNull()
    expect(read('2026-11-27T20:20:38Z', 'seconds')).toBeNull()
    expect(read(1795811238123456, 'microseconds')).toBe('2026-11-27T20:27:18.123Z')
  })

  it("follows a change of the clocks in the project's zone", () => {
    const berlin = compileTime('iso', 'Europe/Berlin')
    const at = (text: string) => new Date(berlin(text) ?? 0).toISOString()
    expect(at('2026-03-29T01:59:59')).toBe('2026-03-29T00:59:59.000Z')
    expect(at('2026-03-29T03:00:00')).toBe('2026-03-29T01:00:00.000Z')
    // 2:30 does not exist on this day: the moment of the change.
    expect(at('2026-03-29T02:30:00')).toBe('2026-03-29T01:00:00.000Z')
    expect(at('2026-07-01T12:00:00')).toBe('2026-07-01T10:00:00.000Z')
    expect(at('2026-12-01T12:00:00')).toBe('2026-12-01T11:00:00.000Z')
  })
})
