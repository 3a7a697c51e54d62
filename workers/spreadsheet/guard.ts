import { Inflate } from 'fflate'
import type { ZipEntry } from '../../contract/files/zip.ts'
import { isZip, readZip } from '../../contract/files/zip.ts'
import { limits } from '../../contract/limits.ts'

const { entries } = limits.files
const { bytes: mostBytes, inflatedBytes, ratio, sheets: mostSheets } = limits.sheet
const headBytes = 4096
const pieceBytes = 64 * 1024

/**
 * Why bytes must not reach the reader of workbooks, or null. An old or encrypted workbook, a renamed picture, a zip that unpacks to
 * too much whatever its directory says, and XML with a document type are found before anything of them is kept.
 */
export function faultOfWorkbook(bytes: Uint8Array): 'format' | 'large' | null {
  if (bytes.length > mostBytes) return 'large'
  if (!isZip(bytes)) return 'format'
  const read = readZip(bytes, { entries, inflatedBytes, ratio })
  if (read.fault) return read.fault
  const names = new Set(read.entries.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') || !names.has('xl/workbook.xml')) return 'format'
  if (read.entries.filter(({ name }) => name.startsWith('xl/worksheets/') && name.endsWith('.xml')).length > mostSheets) return 'large'
  let left = inflatedBytes
  for (const entry of read.entries) {
    const unpacked = unpack(entry, left)
    if (!unpacked || unpacked.length > left) return unpacked ? 'large' : 'format'
    if (unpacked.length !== entry.bytes || /<!(?:DOCTYPE|ENTITY)/i.test(unpacked.head)) return 'format'
    left -= unpacked.length
  }
  return null
}

/** How long an entry is unpacked and how it begins; stops when it is longer than `most`. */
function unpack({ packed, isPacked }: ZipEntry, most: number): { readonly length: number; readonly head: string } | undefined {
  if (!isPacked) return { length: packed.length, head: textOf(packed.subarray(0, headBytes)) }
  let length = 0
  let head = ''
  const inflate = new Inflate((chunk) => {
    if (head.length < headBytes) head += textOf(chunk.subarray(0, headBytes))
    length += chunk.length
  })
  try {
    for (let at = 0; at < packed.length && length <= most; at += pieceBytes) inflate.push(packed.subarray(at, at + pieceBytes), at + pieceBytes >= packed.length)
  } catch {
    return undefined // not packed as it should be
  }
  return { length, head }
}

/** Also of XML in two bytes a letter: the marks looked for are found when the zeros are gone. */
const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes).replaceAll('\0', '')
