import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { renameDurably, writeDurably } from '../../durable.ts'
import type { Account } from './account.ts'
import { chooseAccount, findClosedDirectory, changeOwner, isAccessible, allowTraversal } from './account.ts'
import type { PostgresProgram } from './program.ts'
import { findPackage, packageName, preparePackage } from './program.ts'

/** A PostgreSQL data directory with its programs and account. */
export interface Cluster {
  readonly directory: string
  readonly program: PostgresProgram
  readonly account: Account | undefined
  /** Password for a loopback port. A Unix socket needs none, because only its owner can reach it. */
  readonly password: string | undefined
}

export const clusterName = 'postgres'
/** Directory of links to shared libraries of the package; recreated if missing. */
export const linksName = 'postgres.lib'
const passwordName = 'postgres.password'
/** Directory in which initdb creates a cluster before it is renamed. */
const draftName = 'postgres.making'
/** Major version of the data files. Files of another version require a backup and a restore. */
export const majorVersion = '18'

/** PostgreSQL cannot run on this machine or under this account. */
export class CannotRun extends Error {}

/** The data files belong to another major version. */
export class OtherVersion extends Error {}

export const hasCluster = (dataDir: string): boolean => existsSync(join(dataDir, clusterName))

/** Allows PostgreSQL's account to pass through a data directory to a folder in it. */
export async function allowAccountTraversal(dataDir: string): Promise<void> {
  const account = await chooseAccount(dataDir)
  if (account) await allowTraversal(dataDir, account)
}

/**
 * Opens the cluster of a data directory, or creates one. Throws `CannotRun` if this machine or account cannot run it,
 * `OtherVersion` if another major version wrote it.
 */
export async function openCluster(dataDir: string): Promise<Cluster & { readonly isNew: boolean }> {
  const native = findPackage()
  if (native === undefined) throw new CannotRun(`the package ${packageName} is not installed`)
  const account = await chooseAccount(dataDir)
  if (account) {
    await allowTraversal(dataDir, account)
    const closed = (await findClosedDirectory(native, account)) ?? (await findClosedDirectory(dataDir, account))
    if (closed !== undefined)
      throw new CannotRun(`PostgreSQL cannot run as root, and the account ${account.name} has no access to ${closed}`)
  }
  const program = await preparePackage(native, join(dataDir, linksName))
  if (account && existsSync(join(dataDir, linksName))) await chmod(join(dataDir, linksName), 0o755)
  const directory = join(dataDir, clusterName)
  const isNew = !existsSync(directory)
  if (isNew) await makeCluster(dataDir, program, account)
  if (account && (await stat(directory)).uid !== account.uid) await changeOwner(directory, account)
  if (!isAccessible(directory)) throw new CannotRun(`this process cannot read ${directory}`)
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version !== '' && version !== majorVersion) {
    throw new OtherVersion(
      `${directory} was created by PostgreSQL ${version}, but this version of Mimic contains ${majorVersion}: create a backup with the previous version of Mimic and restore it with this one`,
    )
  }
  const password =
    process.platform === 'win32' ? (await readFile(join(dataDir, passwordName), 'utf8')).trim() : undefined
  return { directory, program, account, password, isNew }
}

/** Removes the remains of an interrupted first start. */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(draftName)) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** Removes a cluster that this start created and that has not run yet. */
export const discardCluster = (dataDir: string): Promise<void> =>
  rm(join(dataDir, clusterName), { recursive: true, force: true })

/** Creates an empty cluster in a draft directory and renames it, so that an incomplete one is never opened. */
async function makeCluster(dataDir: string, program: PostgresProgram, account: Account | undefined): Promise<void> {
  const draft = join(dataDir, draftName)
  await mkdir(draft, { mode: 0o700 })
  if (account) await changeOwner(draft, account)
  if (!isAccessible(draft)) {
    await rm(draft, { recursive: true, force: true })
    throw new CannotRun('this process runs as root but cannot access files of other accounts')
  }
  try {
    await promisify(execFile)(
      program.initdb,
      [
        '-D',
        draft,
        '-U',
        'postgres',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--data-checksums',
        ...(await authentication(dataDir)),
      ],
      {
        cwd: draft,
        env: { ...program.env },
        ...(account ? { uid: account.uid, gid: account.gid } : {}),
        windowsHide: true,
      },
    )
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    throw new CannotRun(`PostgreSQL could not create a database: ${firstLine(cause)}`, { cause })
  }
  await renameDurably(draft, join(dataDir, clusterName))
}

async function authentication(dataDir: string): Promise<string[]> {
  if (process.platform !== 'win32') return ['--auth=trust']
  const { randomBytes } = await import('node:crypto')
  const file = join(dataDir, passwordName)
  await writeDurably(file, `${randomBytes(24).toString('base64url')}\n`)
  return ['--auth=scram-sha-256', `--pwfile=${file}`]
}

function firstLine(cause: unknown): string {
  const printed =
    cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim().split('\n').at(-1) : undefined
  return printed || (cause instanceof Error ? cause.message : String(cause))
}
