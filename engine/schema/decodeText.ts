import type { Parsed } from './parse.ts'

/** Text of a file and the encoding that was recognised. */
export interface DecodedText {
  readonly text: string
  /** Label of the encoding in lower case, such as `utf-8` or `gb18030`. */
  readonly encoding: string
}

/**
 * Decodes the bytes of a text file: UTF-8 and UTF-16 with or without byte order mark, the encoding that an XML file
 * declares, or GB18030 (which includes GBK and GB2312). Returns the problem `file.encoding` for anything else, so that
 * texts are never garbled.
 */
export function decodeText(bytes: Uint8Array): Parsed<DecodedText> {
  const label = findEncoding(bytes)
  const text = label === undefined ? undefined : decodeAs(bytes, label)
  return text === undefined || label === undefined
    ? { problems: [{ path: '', code: 'file.encoding', message: 'unknown character encoding; save the file as UTF-8' }] }
    : { value: { text, encoding: label } }
}

/** Decodes bytes in a given encoding; undefined if they are not valid in it, or the label is unknown. */
export function decodeAs(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    // Unknown label, or bytes that are not valid in this encoding.
    return undefined
  }
}

function findEncoding(bytes: Uint8Array): string | undefined {
  const mark = readMark(bytes) ?? findUtf16(bytes)
  if (mark !== undefined) return mark
  if (decodeAs(bytes, 'utf-8') !== undefined) return 'utf-8'
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1]?.toLowerCase()
  if (declared !== undefined) return declared === 'utf-8' ? undefined : declared
  return isChinese(bytes) ? 'gb18030' : undefined
}

function readMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** UTF-16 without a mark: the file starts with ASCII characters, whose other byte is zero. */
function findUtf16(bytes: Uint8Array): string | undefined {
  const count = Math.min(bytes.length, 8) & ~1
  if (count < 2) return undefined
  const isZeroAt = (parity: number): boolean => {
    for (let at = 0; at < count; at++) if ((bytes[at] === 0) !== (at % 2 === parity)) return false
    return true
  }
  return isZeroAt(1) ? 'utf-16le' : isZeroAt(0) ? 'utf-16be' : undefined
}

/** Whether the pairs of non-ASCII bytes are mostly frequent characters of GB2312, unlike those of Western encodings. */
function isChinese(bytes: Uint8Array): boolean {
  let [common, other] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]
    if (lead < 0x80) continue
    const next = bytes[++at] ?? 0
    const isFrequent = (lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xd7)
    if (isFrequent && next >= 0xa1 && next <= 0xfe) common++
    else other++
  }
  return common > 0 && common >= 4 * other
}
