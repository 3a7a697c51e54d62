import { extensionOf } from '../../../contract/files/purposes.ts'
import { limits } from '../../../contract/limits.ts'

/**
 * A name as a label: what a person called the file, without path, control and invisible characters, without what some system takes
 * for a device, and not longer than a list can show. Where a file lies is never made of it.
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
