import { extensionOf } from '../../../contract/files/purposes.ts'
import { limits } from '../../../contract/limits.ts'

/**
 * Sanitizes a file name for display: removes paths, control and invisible characters and reserved device names, and
 * limits the length. Storage paths are never derived from it.
 */
export function cleanName(given: string): string {
  const whole = (given.split('\0')[0] ?? '').split(/[/\\]/).at(-1) ?? ''
  const printable = whole.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029<>:"|?*]/gu, '').replaceAll(/\s+/gu, ' ').replace(/^[.\s]+/u, '').replace(/[.\s]+$/u, '')
  const safe = device.test(printable) ? `_${printable}` : printable
  const extension = extensionOf(safe)
  const [stem, tail] = extension === '' ? [safe, ''] : [safe.slice(0, -extension.length - 1), `.${safe.slice(-extension.length)}`]
  const room = limits.files.nameLength - tail.length
  return `${Array.from(stem).slice(0, Math.max(1, room)).join('') || 'file'}${tail}`
}

const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
