import { Inflate } from 'fflate'
import type { ZipEntry } from '../../contract/files/zip.ts'
import { isZip, readZip } from '../../contract/files/zip.ts'
import { limits } from '../../contract/limits.ts'

const { entries } = limits.files
const { bytes: maxBytes, inflatedBytes, ratio, sheets: maxSheets } = limits.sheet
const headBytes = 4096
const pieceBytes = 64 * 1024

/** Kind of a table file by its first bytes: a zip archive (`.xlsx`, `.ods`), an old workbook (`.xls`), or text. */
export function findFileKind(bytes: Uint8Array): 'zip' | 'xls' | 'text' {
  if (isZip(bytes)) return 'zip'
  return compoundFile.every((byte, at) => bytes[at] === byte) ? 'xls' : 'text'
}

/** First bytes of the container of `.xls` files. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/**
 * Returns the reason to reject a workbook before parsing it, or null. Detects other file types, zip bombs (the
 * decompressed bytes are counted), and XML with a document type declaration. `.xls` files are not compressed.
 */
export function findWorkbookFault(bytes: Uint8Array): 'format' | 'large' | null {
  if (bytes.length > maxBytes) return 'large'
  if (findFileKind(bytes) === 'xls') return null
  if (!isZip(bytes)) return 'format'
  const read = readZip(bytes, { entries, inflatedBytes, ratio })
  if (read.fault) return read.fault
  const names = new Set(read.entries.map(({ name }) => name))
  const isOffice = names.has('[Content_Types].xml') && names.has('xl/workbook.xml')
  if (!isOffice && !(names.has('mimetype') && names.has('content.xml'))) return 'format'
  if (read.entries.filter(({ name }) => name.startsWith('xl/worksheets/') && name.endsWith('.xml')).length > maxSheets)
    return 'large'
  let left = inflatedBytes
  for (const entry of read.entries) {
    const unpacked = unpack(entry, left)
    if (!unpacked || unpacked.length > left) return unpacked ? 'large' : 'format'
    if (unpacked.length !== entry.bytes || /<!(?:DOCTYPE|ENTITY)/i.test(unpacked.head)) return 'format'
    left -= unpacked.length
  }
  return null
}

/**
 * Returns the uncompressed length of an entry and its first bytes as text. Stops once it is longer than `most`. Returns
 * undefined for invalid compressed data.
 */
function unpack(
  { packed, isPacked }: ZipEntry,
  maxLength: number,
): { readonly length: number; readonly head: string } | undefined {
  if (!isPacked) return { length: packed.length, head: decodeText(packed.subarray(0, headBytes)) }
  let length = 0
  let head = ''
  const inflate = new Inflate((chunk) => {
    if (head.length < headBytes) head += decodeText(chunk.subarray(0, headBytes))
    length += chunk.length
  })
  try {
    for (let at = 0; at < packed.length && length <= maxLength; at += pieceBytes)
      inflate.push(packed.subarray(at, at + pieceBytes), at + pieceBytes >= packed.length)
  } catch {
    return undefined // invalid compressed data
  }
  return { length, head }
}

/** Removes NUL bytes, so that marks are also found in UTF-16 XML. */
const decodeText = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes).replaceAll('\0', '')
