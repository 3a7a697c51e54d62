/** Where a number or a text lies in bytes. */
export interface ByteField {
  /** First byte; from the end if negative. */
  readonly offset?: number | undefined
  /** Bytes: 1 to 8 of a number (4 or 8 of a float). A text without length reaches to the end. */
  readonly length?: number | undefined
  readonly kind: ByteKind
  readonly order?: ByteOrder | undefined
}

export const byteKinds = ['unsigned', 'signed', 'float', 'bcd', 'utf8', 'hex'] as const
/** Type of a number in a byte sequence. */
export type ByteKind = (typeof byteKinds)[number]

/** Byte order; with `WordSwap`, the 16-bit words are in the opposite order (big: CDAB, little: BADC). */
export const byteOrders = ['big', 'little', 'bigWordSwap', 'littleWordSwap'] as const
/** Order of the bytes of a number. */
export type ByteOrder = (typeof byteOrders)[number]

/**
 * Parses hexadecimal bytes; spaces, colons and a leading 0x are allowed. Returns null if the text is not hexadecimal.
 */
export function parseHex(text: string): Uint8Array | null {
  const digits = text
    .trim()
    .replace(/^0x/i, '')
    .replace(/[\s:]+/g, '')
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return null
  const bytes = new Uint8Array(digits.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

/** Parses Base64, also in the form for URLs and without padding. Returns null if the text is not Base64. */
export function parseBase64(text: string): Uint8Array | null {
  const digits = text.trim().replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return null
  const binary = atob(digits)
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export const formatHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const formatBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/**
 * Reads a field. Returns null if the bytes are too short, or if BCD digits or UTF-8 are invalid. Integers above 2^53
 * are rounded.
 */
export function readField(bytes: Uint8Array, field: ByteField): number | string | null {
  const start = field.offset === undefined ? 0 : field.offset < 0 ? bytes.length + field.offset : field.offset
  const length = field.length ?? (field.kind === 'utf8' || field.kind === 'hex' ? bytes.length - start : 1)
  if (start < 0 || length < 0 || start + length > bytes.length) return null
  const part = bytes.subarray(start, start + length)
  switch (field.kind) {
    case 'hex':
      return formatHex(part)
    case 'utf8':
      return readText(part)
    case 'unsigned':
    case 'signed':
    case 'float':
    case 'bcd':
      return readNumber(arrange(part, field.order ?? 'big'), field.kind)
  }
}

/** Writes a number as bytes. Returns null if the number does not fit. `order` and `kind` as in a `ByteField`. */
export function writeNumber(
  value: number,
  length: number,
  kind: 'unsigned' | 'signed' | 'float' | 'bcd',
  order: ByteOrder,
): Uint8Array | null {
  if (!Number.isFinite(value)) return null
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  if (kind === 'float') {
    if (length === 4) view.setFloat32(0, value)
    else if (length === 8) view.setFloat64(0, value)
    else return null
    return arrange(bytes, order)
  }
  if (!Number.isSafeInteger(value)) return null
  if (kind === 'bcd') {
    const digits = String(value).padStart(length * 2, '0')
    if (value < 0 || digits.length > length * 2) return null
    return arrange(parseHex(digits) ?? bytes, order)
  }
  const bits = BigInt(length * 8)
  const integer = BigInt(value)
  const wrapped = kind === 'signed' ? BigInt.asIntN(Number(bits), integer) : BigInt.asUintN(Number(bits), integer)
  if (wrapped !== integer) return null
  let rest = BigInt.asUintN(Number(bits), integer)
  for (let index = length - 1; index >= 0; index--) {
    bytes[index] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return arrange(bytes, order)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Trailing NUL bytes of a fixed field are padding. */
function readText(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes).replace(/\0+$/, '')
  } catch {
    return null // not UTF-8: the caller reports the point as bad
  }
}

/** Copies bytes into big-endian order, or back. */
function arrange(bytes: Uint8Array, order: ByteOrder): Uint8Array {
  if (order === 'big') return bytes
  if (order === 'little') return bytes.slice().reverse()
  const isSwapped = bytes.length % 2 === 0
  if (!isSwapped) return order === 'bigWordSwap' ? bytes : bytes.slice().reverse()
  const words = Array.from({ length: bytes.length / 2 }, (_, index) => bytes.slice(index * 2, index * 2 + 2))
  // Words in reverse order, bytes within a word in order (CDAB); or words in order, bytes within a word reversed
  // (BADC).
  const arranged = order === 'bigWordSwap' ? words.reverse() : words.map((word) => word.reverse())
  return Uint8Array.from(arranged.flatMap((word) => [...word]))
}

function readNumber(bytes: Uint8Array, kind: 'unsigned' | 'signed' | 'float' | 'bcd'): number | null {
  const { length } = bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  if (kind === 'float') return length === 4 ? view.getFloat32(0) : length === 8 ? view.getFloat64(0) : null
  if (length === 0 || length > 8) return null
  if (kind === 'bcd') {
    const digits = formatHex(bytes)
    return /^\d+$/.test(digits) ? Number(digits) : null
  }
  if (length <= 6) {
    let value = 0
    for (const byte of bytes) value = value * 256 + byte
    const isNegative = kind === 'signed' && (bytes[0] ?? 0) >= 0x80
    return isNegative ? value - 256 ** length : value
  }
  const value = BigInt(`0x${formatHex(bytes)}`)
  return Number(kind === 'signed' ? BigInt.asIntN(length * 8, value) : value)
}
