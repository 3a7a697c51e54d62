import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a data directory keeps that is in no database: who has it can speak for this installation and open its secrets. */
export interface InstallationKeys {
  /** Signs and derives: the gateways' credential, tickets. It stays as long as the installation. */
  readonly secret: Buffer
  /** Of the box for secrets, the newest last; several only while they are being changed. */
  readonly sealing: readonly Buffer[]
}

const secretBytes = 32
const sealingLine = /^sealing ([0-9a-f]{64})$/

const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/**
 * This installation's keys, 256 random bits each, in a file only we may read, made at the first start. There is no other and no
 * default; a file that others can read is refused.
 */
export async function installationKeys(dataDir: string): Promise<InstallationKeys> {
  const file = secretFile(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) await make(file)
  return readKeys(dataDir)
}

/** The same, of a directory that must have them. */
export async function readKeys(dataDir: string): Promise<InstallationKeys> {
  const file = secretFile(dataDir)
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) throw new Error(`${file} can be read by others; make it private: chmod 600 ${file}`)
  const [first = '', ...rest] = (await readFile(file, 'utf8')).trim().split('\n')
  const secret = Buffer.from(first.trim(), 'hex')
  if (secret.length !== secretBytes) throw new Error(`${file} does not hold ${secretBytes} bytes in hexadecimal; restore it from a backup`)
  const sealing = rest.map((line) => {
    const [, text] = sealingLine.exec(line.trim()) ?? []
    if (text === undefined) throw new Error(`${file} has a line that is no key; restore it from a backup`)
    return Buffer.from(text, 'hex')
  })
  // Before its first change the secret itself seals.
  return { secret, sealing: sealing.length > 0 ? sealing : [secret] }
}

/** Puts keys in the place of those that are there, whole or not at all, and on the disk before it says so. */
export async function writeKeys(dataDir: string, { secret, sealing }: InstallationKeys): Promise<void> {
  const file = secretFile(dataDir)
  const draft = `${file}.${process.pid}.part`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile([secret.toString('hex'), ...sealing.map((key) => `sealing ${key.toString('hex')}`), ''].join('\n'))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
  if (process.platform === 'win32') return
  const directory = await open(dirname(file), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

export const newKey = (): Buffer => randomBytes(secretBytes)

async function make(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${newKey().toString('hex')}\n`)
    await handle.close()
  } catch (cause) {
    if (!existsSync(file)) throw cause // else another start was faster
  }
  await chmod(file, 0o600)
}
