import { tmpdir } from 'node:os'
import { chooseAccount, findClosedDirectory } from '../../server/database/postgres/account.ts'
import { findPackage } from '../../server/database/postgres/program.ts'

/** Whether a server of this checkout can run PostgreSQL: root starts it under an account that has to reach the package. */
export async function canRunPostgres(): Promise<boolean> {
  const native = findPackage()
  if (native === undefined) return false
  const account = await chooseAccount(tmpdir())
  return account === undefined || await findClosedDirectory(native, account) === undefined
}
