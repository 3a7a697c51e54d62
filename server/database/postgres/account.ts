import { accessSync, constants } from 'node:fs'
import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Operating system account of PostgreSQL. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

const unprivileged = 'nobody'
const others = { enter: 0o001, ofGroup: 0o010, ofOwner: 0o100 } as const

/**
 * Selects the account for PostgreSQL, which refuses to run as root. A server running as root uses the owner of the data
 * directory or, if that is root, `nobody`. Returns undefined if the server's own account can be used.
 */
export async function chooseAccount(dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = await stat(dataDir)
  if (uid !== 0) return { uid, gid, name: String(uid) }
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((each) => each.startsWith(`${unprivileged}:`))
  const [, , userId, groupId] = line?.split(':') ?? []
  if (userId === undefined || groupId === undefined)
    throw new Error(`PostgreSQL cannot run as root, and this system has no account ${unprivileged}`)
  return { uid: Number(userId) >>> 0, gid: Number(groupId) >>> 0, name: unprivileged }
}

/** Returns the first directory on a path that the account cannot enter, according to owner, group and mode. */
export async function findClosedDirectory(path: string, { uid, gid }: Account): Promise<string | undefined> {
  const directories: string[] = []
  for (let each = resolve(path); ; each = dirname(each)) {
    directories.unshift(each)
    if (dirname(each) === each) break
  }
  for (const directory of directories) {
    const stats = await stat(directory)
    const bit = stats.uid === uid ? others.ofOwner : stats.gid === gid ? others.ofGroup : others.enter
    if ((stats.mode & bit) === 0) return directory
  }
  return undefined
}

/** Allows the account to pass through a directory of root, without permission to list or change it. */
export async function allowTraversal(directory: string, { uid }: Account): Promise<void> {
  const stats = await stat(directory)
  if (stats.uid !== uid && (stats.mode & others.enter) === 0)
    await chmod(directory, (stats.mode & 0o7777) | others.enter)
}

/** Changes the owner of a directory and its contents to the account, for example after root copied or restored it. */
export async function changeOwner(directory: string, { uid, gid }: Account): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await changeOwner(path, { uid, gid, name: '' })
    else await lchown(path, uid, gid)
  }
  await chown(directory, uid, gid)
}

/**
 * Returns whether this process can read and write a directory. Root without its usual capabilities cannot use files of
 * other accounts.
 */
export function isAccessible(directory: string): boolean {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
