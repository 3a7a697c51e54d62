import { accessSync, constants } from 'node:fs'
import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The account of the operating system that PostgreSQL runs under. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

const unprivileged = 'nobody'
const others = { enter: 0o001, ofGroup: 0o010, ofOwner: 0o100 } as const

/**
 * PostgreSQL refuses to run as root. A server that runs as root starts it under the owner of the data directory or, where that is
 * root too, under `nobody`. Returns undefined where the server's own account serves.
 */
export async function chooseAccount(dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = await stat(dataDir)
  if (uid !== 0) return { uid, gid, name: String(uid) }
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((each) => each.startsWith(`${unprivileged}:`))
  const [, , userId, groupId] = line?.split(':') ?? []
  if (userId === undefined || groupId === undefined) throw new Error(`PostgreSQL does not run as root, and this system has no account ${unprivileged}`)
  return { uid: Number(userId) >>> 0, gid: Number(groupId) >>> 0, name: unprivileged }
}

/** The first directory on the way to a path that the account cannot enter, judged by owner, group and mode. */
export async function findClosedDirectory(path: string, { uid, gid }: Account): Promise<string | undefined> {
  const directories: string[] = []
  for (let each = resolve(path); ; each = dirname(each)) {
    directories.unshift(each)
    if (dirname(each) === each) break
  }
  for (const directory of directories) {
    const found = await stat(directory)
    const bit = found.uid === uid ? others.ofOwner : found.gid === gid ? others.ofGroup : others.enter
    if ((found.mode & bit) === 0) return directory
  }
  return undefined
}

/** Lets the account pass through a directory that root made for itself, without letting it list or change what is there. */
export async function letPass(directory: string, { uid }: Account): Promise<void> {
  const found = await stat(directory)
  if (found.uid !== uid && (found.mode & others.enter) === 0) await chmod(directory, (found.mode & 0o7777) | others.enter)
}

/** Gives a directory with all its contents to the account, for example after root copied or restored it. */
export async function giveTo(directory: string, { uid, gid }: Account): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await giveTo(path, { uid, gid, name: '' })
    else await lchown(path, uid, gid)
  }
  await chown(directory, uid, gid)
}

/** Whether this process may read and write there: root without its usual capabilities may not use what another account owns. */
export function isOpenToUs(directory: string): boolean {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
