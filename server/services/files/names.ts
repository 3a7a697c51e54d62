import { getExtension } from '../../../contract/files/purposes.ts'
import { limits } from '../../../contract/limits.ts'

/**
 * Sanitizes a file name for display: removes paths, control and invisible characters and reserved device names, and
 * limits the length. Storage paths are never derived from it.
 */
export function cleanName(original: string): string {
  const fileName = (original.split('\0')[0] ?? '').split(/[/\\]/).at(-1) ?? ''
  const printable = fileName
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029<>:"|?*]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[.\s]+/u, '')
    .replace(/[.\s]+$/u, '')
  const safe = reservedName.test(printable) ? `_${printable}` : printable
  const extension = getExtension(safe)
  const [stem, tail] =
    extension === '' ? [safe, ''] : [safe.slice(0, -extension.length - 1), `.${safe.slice(-extension.length)}`]
  const maxStemLength = limits.files.nameLength - tail.length
  return `${Array.from(stem).slice(0, Math.max(1, maxStemLength)).join('') || 'file'}${tail}`
}

const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
