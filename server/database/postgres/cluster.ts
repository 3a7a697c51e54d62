import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { renameDurably, writeDurably } from '../../durable.ts'
import type { Account } from './account.ts'
import { chooseAccount, findClosedDirectory, giveTo, isOpenToUs, letPass } from './account.ts'
import type { PostgresProgram } from './program.ts'
import { findPackage, packageName, preparePackage } from './program.ts'

/** A PostgreSQL database directory with the programs and the account that it runs with. */
export interface Cluster {
  readonly directory: string
  readonly program: PostgresProgram
  readonly account: Account | undefined
  /** Of a database that listens on a loopback port; a Unix socket needs none, because only its owner can reach it. */
  readonly password: string | undefined
}

export const clusterName = 'postgres'
/** Links to shared libraries of the package, made anew where they are missing. */
export const linksName = 'postgres.lib'
const passwordName = 'postgres.password'
/** An unfinished cluster: initdb writes there, and the finished one is renamed. */
const draftName = 'postgres.making'
/** The major version whose files these programs read; another one needs a backup and a restore. */
export const majorVersion = '18'

/** Why PostgreSQL cannot run here. */
export class CannotRun extends Error {}

/** The files are of another major version. */
export class OtherVersion extends Error {}

export const hasCluster = (dataDir: string): boolean => existsSync(join(dataDir, clusterName))

/** Lets the account that PostgreSQL runs under pass through a data directory to a folder in it. */
export async function letAccountPass(dataDir: string): Promise<void> {
  const account = await chooseAccount(dataDir)
  if (account) await letPass(dataDir, account)
}

/** Opens the cluster of a data directory, which is made if there is none. Throws `CannotRun` where this machine or account cannot run it. */
export async function openCluster(dataDir: string): Promise<Cluster & { readonly isNew: boolean }> {
  const native = findPackage()
  if (native === undefined) throw new CannotRun(`the package ${packageName} is not installed`)
  const account = await chooseAccount(dataDir)
  if (account) {
    await letPass(dataDir, account)
    const closed = await findClosedDirectory(native, account) ?? await findClosedDirectory(dataDir, account)
    if (closed !== undefined) throw new CannotRun(`PostgreSQL does not run as root, and the account ${account.name} cannot enter ${closed}`)
  }
  const program = await preparePackage(native, join(dataDir, linksName))
  if (account && existsSync(join(dataDir, linksName))) await chmod(join(dataDir, linksName), 0o755)
  const directory = join(dataDir, clusterName)
  const isNew = !existsSync(directory)
  if (isNew) await makeCluster(dataDir, program, account)
  if (account && (await stat(directory)).uid !== account.uid) await giveTo(directory, account)
  if (!isOpenToUs(directory)) throw new CannotRun(`this process cannot read ${directory}`)
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version !== '' && version !== majorVersion) {
    throw new OtherVersion(`${directory} was written by PostgreSQL ${version}, and this Mimic brings ${majorVersion}: back it up with the Mimic that wrote it, and restore that backup with this one`)
  }
  const password = process.platform === 'win32' ? (await readFile(join(dataDir, passwordName), 'utf8')).trim() : undefined
  return { directory, program, account, password, isNew }
}

/** Removes what an interrupted first start left. */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) if (name.startsWith(draftName)) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** Removes a cluster that this start made and that has not run yet. */
export const discardCluster = (dataDir: string): Promise<void> => rm(join(dataDir, clusterName), { recursive: true, force: true })

/** Makes an empty cluster beside its place and renames it, so that a half-made one is never opened. */
async function makeCluster(dataDir: string, program: PostgresProgram, account: Account | undefined): Promise<void> {
  const draft = join(dataDir, draftName)
  await mkdir(draft, { mode: 0o700 })
  if (account) await giveTo(draft, account)
  if (!isOpenToUs(draft)) {
    await rm(draft, { recursive: true, force: true })
    throw new CannotRun('this process is root and may not use files of other accounts')
  }
  try {
    await promisify(execFile)(program.initdb, [
      '-D', draft, '-U', 'postgres', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums',
      ...await authentication(dataDir),
    ], { cwd: draft, env: { ...program.env }, ...(account ? { uid: account.uid, gid: account.gid } : {}), windowsHide: true })
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    throw new CannotRun(`PostgreSQL could not make a database: ${firstLine(cause)}`, { cause })
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
  const printed = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim().split('\n').at(-1) : undefined
  return printed || (cause instanceof Error ? cause.message : String(cause))
}
