import type { ErrorName } from '../../contract/errors.ts'
import { ApiError } from '../../contract/errors.ts'

/**
 * Reason why data cannot be stored: no space, a failed write or read (permission, I/O error), or an unreachable
 * database.
 */
export type StorageFault = 'full' | 'failed' | 'unreachable'

/** API error for each fault. */
export const storageErrors = {
  full: 'storage.full',
  failed: 'storage.failed',
  unreachable: 'storage.unreachable',
} as const satisfies Record<StorageFault, ErrorName>

/** Error codes of the operating system and SQLSTATE codes of PostgreSQL. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])
const failedCodes = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  // Read-only transaction, insufficient privilege, I/O error, missing file, damaged data and index.
  '25006',
  '42501',
  '58030',
  '58P01',
  'XX001',
  'XX002',
])
const unreachableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'])
const fullText = /no space left on device|disk quota exceeded/i
const lostText = /connection (?:terminated|ended)/i
const maxCauseDepth = 8

/** Returns the storage fault that an error or one of its causes reports; undefined for other errors. */
export function findStorageFault(error: unknown): StorageFault | undefined {
  let cause = error
  for (let depth = 0; depth < maxCauseDepth && cause instanceof Error; depth++, cause = cause.cause) {
    const fault = classifyError(cause)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Returns the API error for a storage error; undefined for other errors. */
export function toStorageError(error: unknown): ApiError | undefined {
  const fault = findStorageFault(error)
  return fault === undefined ? undefined : new ApiError(storageErrors[fault])
}

function classifyError(cause: Error): StorageFault | undefined {
  if (cause instanceof ApiError) return faults.find((fault) => storageErrors[fault] === cause.error)
  const code = 'code' in cause ? String(cause.code) : ''
  // PostgreSQL reports a full disk with different codes, depending on the file.
  if (fullCodes.has(code) || fullText.test(cause.message)) return 'full'
  if (
    unreachableCodes.has(code) ||
    lostText.test(cause.message) ||
    (code === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect')
  )
    return 'unreachable'
  return failedCodes.has(code) ? 'failed' : undefined
}

const faults = ['full', 'failed', 'unreachable'] as const
