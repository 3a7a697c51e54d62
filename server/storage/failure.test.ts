import { expect, test } from 'vitest'
import { errors, ApiError } from '../../contract/errors.ts'
import { findStorageFault, toStorageError } from './failure.ts'

const failure = (code: string, message = 'failed', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })

test.each([
  [
    'PostgreSQL without space',
    failure('53100', 'could not extend file "base/5/16384": No space left on device'),
    'full',
  ],
  [
    'a WAL file without space',
    failure('XX000', 'could not write to file "pg_wal/xlogtemp.42": No space left on device'),
    'full',
  ],
  ['a file without space', failure('ENOSPC', 'ENOSPC: no space left on device, write'), 'full'],
  ['a quota', failure('EDQUOT'), 'full'],
  ['an I/O error of PostgreSQL', failure('58030', 'could not write block 3'), 'failed'],
  ['an I/O error of a file', failure('EIO'), 'failed'],
  ['a missing permission', failure('EACCES', 'EACCES: permission denied, open'), 'failed'],
  ['a read-only file system', failure('EROFS'), 'failed'],
  ['a read-only database server', failure('25006', 'cannot execute INSERT in a read-only transaction'), 'failed'],
  ['a database account without rights', failure('42501', 'permission denied for table drawing'), 'failed'],
  ['a database that shuts down', failure('57P01'), 'unreachable'],
  ['a closed port', failure('ECONNREFUSED'), 'unreachable'],
  ['a missing socket', failure('ENOENT', 'connect ENOENT', { syscall: 'connect' }), 'unreachable'],
  ['a broken connection', new Error('Connection terminated unexpectedly'), 'unreachable'],
  ['the cause of another error', new Error('the row was not written', { cause: failure('53100') }), 'full'],
] as const)('%s is a fault of the storage', (_name, cause, fault) => {
  expect(findStorageFault(cause)).toBe(fault)
})

test.each([
  ['a duplicate key', failure('23505', 'duplicate key value violates unique constraint')],
  ['a serialization failure', failure('40001')],
  ['a missing file', failure('ENOENT', 'ENOENT: no such file', { syscall: 'open' })],
  ['an error of the program', new TypeError('x is undefined')],
  ['a refusal of a service', new ApiError('entity.taken')],
  ['a text', 'No space left on device'],
] as const)('%s is no fault of the storage', (_name, cause) => {
  expect(findStorageFault(cause)).toBeUndefined()
})

test('each storage fault has its own status, code and message', () => {
  const answers = (['53100', 'EIO', '57P01'] as const).map(
    (code) => toStorageError(failure(code))?.error ?? 'server.failed',
  )
  expect(answers.map((error) => [error, errors[error].status, errors[error].code])).toEqual([
    ['storage.full', 507, 507],
    ['storage.failed', 503, 503],
    ['storage.unreachable', 503, 503],
  ])
  expect(new Set(answers.flatMap((error) => Object.values(errors[error].words))).size).toBe(6)
})

test('a refusal for lack of space is recognised where it is thrown again', () => {
  expect(findStorageFault(new ApiError('storage.full'))).toBe('full')
})
