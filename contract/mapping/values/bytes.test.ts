import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteOrders, formatBase64, formatHex, parseBase64, parseHex, readField, writeNumber } from './bytes.ts'

const bytes = Uint8Array.from([0x12, 0x34, 0x56, 0x78, 0xff, 0xfe, 0x41, 0xc8, 0x00, 0x00])

describe('fields of bytes', () => {
  it.each([
    [{ offset: 0, length: 2, kind: 'unsigned' }, 0x1234],
    [{ offset: 0, length: 2, kind: 'unsigned', order: 'little' }, 0x3412],
    [{ offset: 4, length: 2, kind: 'signed' }, -2],
    [{ offset: 4, length: 2, kind: 'unsigned' }, 0xfffe],
    [{ offset: 0, length: 4, kind: 'unsigned', order: 'bigWordSwap' }, 0x56781234],
    [{ offset: 0, length: 4, kind: 'unsigned', order: 'littleWordSwap' }, 0x34127856],
    [{ offset: 6, length: 4, kind: 'float' }, 25],
    [{ offset: -4, length: 4, kind: 'float' }, 25],
    [{ offset: 0, length: 2, kind: 'bcd' }, 1234],
    [{ offset: 4, length: 1, kind: 'bcd' }, null],
    [{ offset: 8, length: 4, kind: 'unsigned' }, null],
    [{ offset: 6, length: 1, kind: 'utf8' }, 'A'],
    [{ offset: 6, length: 2, kind: 'utf8' }, null],
    [{ offset: 0, length: 3, kind: 'hex' }, '123456'],
    [{ kind: 'unsigned' }, 0x12],
    [{ offset: 20, kind: 'utf8' }, null],
  ] as const)('reads %j', (field, value) => {
    expect(readField(bytes, field)).toBe(value)
  })

  it('reads back every written value, in each byte order', () => {
    const value = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
    fc.assert(
      fc.property(value, fc.constantFrom(...byteOrders), fc.constantFrom(4, 6, 8), (number, order, length) => {
        const written = writeNumber(number, length, 'signed', order)
        expect(written && readField(written, { kind: 'signed', length, order })).toBe(number)
      }),
    )
    expect(writeNumber(256, 1, 'unsigned', 'big')).toBeNull()
    expect(writeNumber(-1, 2, 'unsigned', 'big')).toBeNull()
    expect(writeNumber(1234, 2, 'bcd', 'little')).toEqual(Uint8Array.from([0x34, 0x12]))
  })

  it('parses hex and Base64 as people paste them, and refuses others', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (some) => {
        expect(parseHex(formatHex(some))).toEqual(some)
        expect(parseBase64(formatBase64(some))).toEqual(some)
      }),
    )
    expect(parseHex('0x82 41:DE')).toEqual(Uint8Array.from([0x82, 0x41, 0xde]))
    expect(parseBase64('gkHe')).toEqual(Uint8Array.from([0x82, 0x41, 0xde]))
    expect(parseBase64('_-8')).toEqual(Uint8Array.from([0xff, 0xef]))
    for (const text of ['123', 'xy', '0x1']) expect(parseHex(text)).toBeNull()
    for (const text of ['a', '!!!!', 'abc*']) expect(parseBase64(text)).toBeNull()
  })
})
