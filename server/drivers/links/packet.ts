/**
 * Parses a registration or heartbeat packet as a user writes it: text with the escapes `\r`, `\n`, `\t`, `\\` and
 * `\x00`, or bytes as `hex:0A FF`. Returns null if it is invalid.
 */
export function parsePacket(text: string): Buffer | null {
  if (text.toLowerCase().startsWith('hex:')) {
    const digits = text.slice(4).replaceAll(/[\s,]/g, '')
    return /^(?:[\dA-Fa-f]{2})*$/.test(digits) ? Buffer.from(digits, 'hex') : null
  }
  const parts: Buffer[] = []
  for (const [part, escape] of text.matchAll(/\\(x[\dA-Fa-f]{2}|.)|[^\\]+/gsu)) {
    if (escape === undefined) parts.push(Buffer.from(part))
    else if (escape.length === 3) parts.push(Buffer.from(escape.slice(1), 'hex'))
    else if (Object.hasOwn(escapes, escape)) parts.push(Buffer.from([escapes[escape] ?? 0]))
    else return null
  }
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(text) ? null : Buffer.concat(parts)
}

const escapes: Readonly<Record<string, number>> = { r: 13, n: 10, t: 9, '\\': 92, '0': 0 }
