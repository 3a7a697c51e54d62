import { expect, it } from 'vitest'
import { decodeText } from './decodeText.ts'

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values)
const utf16 = (text: string, isLittle: boolean): number[] =>
  ascii(text).flatMap((code) => (isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255]))
const ascii = (text: string): number[] => Array.from(text, (sign) => sign.charCodeAt(0))
/** "水泵" in GB2312. */
const pump = [0xcb, 0xae, 0xb1, 0xc3]

it('reads UTF-8 and UTF-16 with and without a byte order mark', () => {
  const text = '{"name":"水泵"}'
  expect(decodeText(new TextEncoder().encode(text)).value).toEqual({ text, encoding: 'utf-8' })
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, ...ascii('{}'))).value?.text).toBe('{}')
  expect(decodeText(bytes(0xff, 0xfe, ...utf16(text, true))).value).toEqual({ text, encoding: 'utf-16le' })
  expect(decodeText(bytes(0xfe, 0xff, ...utf16(text, false))).value).toEqual({ text, encoding: 'utf-16be' })
  expect(decodeText(bytes(...utf16(text, true))).value?.text).toBe(text)
})

it('recognises Chinese files in GB18030 and GBK', () => {
  expect(decodeText(bytes(...ascii('{"name":"'), ...pump, ...ascii('"}'))).value).toEqual({
    text: '{"name":"水泵"}',
    encoding: 'gb18030',
  })
})

it('takes the encoding that an XML file declares', () => {
  const latin = bytes(...ascii('<?xml version="1.0" encoding="ISO-8859-1"?><svg>'), 0xfc, ...ascii('</svg>'))
  expect(decodeText(latin).value?.text).toContain('<svg>ü</svg>')
  const chinese = bytes(...ascii('<?xml version="1.0" encoding="GBK"?><svg>'), ...pump, ...ascii('</svg>'))
  expect(decodeText(chinese).value?.text).toContain('<svg>水泵</svg>')
})

it('refuses other files instead of garbling them', () => {
  const codes = (file: Uint8Array) => decodeText(file).problems?.map(({ code }) => code)
  expect(codes(bytes(...ascii('Gr'), 0xf6, 0xdf, ...ascii('e t'), 0xfc, ...ascii('r')))).toEqual(['file.encoding'])
  expect(codes(bytes(...ascii('<?xml version="1.0" encoding="x-unknown"?>'), 0xfc))).toEqual(['file.encoding'])
  expect(codes(bytes(0x80, 0x81, 0xff))).toEqual(['file.encoding'])
})
