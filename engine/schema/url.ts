/**
 * Checks an address that a drawing may link to or show: http, https, or a path on this host without `..`. Returns it
 * without control characters and surrounding spaces, as a browser reads it, or undefined if it is rejected. Addresses
 * such as `java\nscript:` and `\\host` are checked after this normalisation.
 */
export function safeUrl(url: string): string | undefined {
  const plain = url.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  if (plain.length > urlLength || plain.includes('\\')) return undefined
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain)) return /^https?:\/\/[^/?#]/i.test(plain) ? plain : undefined
  if (plain.startsWith('//')) return undefined
  const path = plain.split(/[?#]/, 1)[0] ?? ''
  return path.split('/').some((part) => climbs(part)) ? undefined : plain
}

const urlLength = 2000

function climbs(part: string): boolean {
  return part.replace(/%2e/gi, '.') === '..'
}
