import { tmpdir } from 'node:os'
import { chooseAccount, findClosedDirectory } from '../../../server/database/postgres/account.ts'
import { findPackage } from '../../../server/database/postgres/program.ts'

/**
 * Returns true if servers of this checkout can run PostgreSQL. Under root, PostgreSQL runs as another account that must
 * have access to the package.
 */
export async function canRunPostgres(): Promise<boolean> {
  const native = findPackage()
  if (native === undefined) return false
  const account = await chooseAccount(tmpdir())
  return account === undefined || (await findClosedDirectory(native, account)) === undefined
}
