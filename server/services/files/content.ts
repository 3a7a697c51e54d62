import { getExtension } from '../../../contract/files/purposes.ts'
import type { FilePurpose } from '../../../contract/files/purposes.ts'
import { isZip } from '../../../contract/files/zip.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { checkArchive } from './archive.ts'
import { pngMark, readJpeg, readPng } from './pictures.ts'

export interface Content {
  readonly type: string
  /** Bytes to store: the upload, or an image without metadata. */
  readonly bytes: Buffer
}

/**
 * Detects the file type from the content. Throws if it does not match the extension or is not allowed for the purpose.
 */
export async function readContent(bytes: Buffer, name: string, purpose: FilePurpose): Promise<Content> {
  const extension = getExtension(name)
  const allowed: readonly string[] = limits.files.purposes[purpose].extensions
  if (!allowed.includes(extension)) throw new ApiError('file.type')
  if (bytes.length === 0) throw new ApiError('file.empty')
  switch (extension) {
    case 'png':
    case 'jpg':
    case 'jpeg':
      return readPicture(bytes)
    case 'pdf':
      return checkContent(bytes, 'application/pdf', isPdf(bytes))
    case 'doc':
      return checkContent(bytes, 'application/msword', isOle(bytes))
    case 'xls':
      return checkContent(bytes, 'application/vnd.ms-excel', isOle(bytes))
    case 'ppt':
      return checkContent(bytes, 'application/vnd.ms-powerpoint', isOle(bytes))
    case 'xlsx':
      return readArchive(
        bytes,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        (names) => names.includes('[Content_Types].xml') && names.includes('xl/workbook.xml'),
        limits.sheet.ratio,
      )
    case 'zip':
      return readArchive(bytes, 'application/zip', () => true)
    case 'txt':
      return checkContent(bytes, 'text/plain', isText(bytes))
    case 'hex':
      return checkContent(bytes, 'application/octet-stream', isHex(bytes))
    case 'bin':
      return checkContent(bytes, 'application/octet-stream', true)
    default:
      throw new ApiError('file.type')
  }
}

function checkContent(bytes: Buffer, type: string, isValid: boolean): Content {
  if (!isValid) throw new ApiError('file.type')
  return { type, bytes }
}

async function readPicture(bytes: Buffer): Promise<Content> {
  const isPng = bytes.subarray(0, pngMark.length).equals(pngMark)
  if (!isPng && !(bytes[0] === 0xff && bytes[1] === 0xd8)) throw new ApiError('file.type')
  const picture = isPng ? await readPng(bytes) : readJpeg(bytes)
  if (picture.fault) throw new ApiError(picture.fault === 'large' ? 'file.large' : 'file.type')
  return { type: isPng ? 'image/png' : 'image/jpeg', bytes: picture.bytes }
}

async function readArchive(
  bytes: Buffer,
  type: string,
  isValid: (names: readonly string[]) => boolean,
  ratio?: number,
): Promise<Content> {
  if (!isZip(bytes)) throw new ApiError('file.type')
  const { names, fault } = await checkArchive(bytes, ratio)
  if (fault) throw new ApiError(fault === 'large' ? 'file.large' : 'file.type')
  return checkContent(bytes, type, isValid(names))
}

const isPdf = (bytes: Buffer): boolean =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
  bytes.toString('latin1', Math.max(0, bytes.length - 1024)).includes('%%EOF')

const oleMark = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const minOleBytes = 1536
const isOle = (bytes: Buffer): boolean =>
  bytes.length >= minOleBytes && bytes.subarray(0, oleMark.length).equals(oleMark)

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false
  return ['utf-8', 'gb18030'].some((encoding) => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return true
    } catch {
      return false // Invalid in this encoding.
    }
  })
}

/** Intel HEX: the bytes of each line sum to zero, and the last line is the end record. */
function isHex(bytes: Buffer): boolean {
  const lines = bytes
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line !== '')
  return (
    lines.at(-1)?.toUpperCase() === ':00000001FF' &&
    lines.every((line) => {
      if (!/^:(?:[0-9A-F]{2}){5,260}$/i.test(line)) return false
      const data = Buffer.from(line.slice(1), 'hex')
      return data[0] === data.length - 5 && (data.reduce((sum, byte) => sum + byte, 0) & 0xff) === 0
    })
  )
}
