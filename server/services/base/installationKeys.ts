import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../../durable.ts'

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
 * default; a file that others can read is refused. `mayMake`: whether nothing depends on earlier keys. A lost file is
 * not replaced without a word, because nothing opens the stored secrets then.
 */
export async function installationKeys(dataDir: string, mayMake: () => Promise<boolean>): Promise<InstallationKeys> {
  const file = secretFile(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) {
    if (!await mayMake()) throw new Error(lostText(file))
    await make(file)
  }
  return readKeys(dataDir)
}

const lostText = (file: string): string =>
  `${file} is missing, and the database holds data: only it opens the stored passwords of cameras, mail servers and second steps, and gateways sign in by it. `
  + 'Put the file back, or restore a backup that holds it: npm run restore -- --from <newest backup>.tar.gz --force. '
  + 'Where it is lost for good, start once with MIMIC_NEW_SECRET=1: a new one is made, and those secrets must be entered anew'

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

/** Puts keys in the place of those that are there, whole or not at all, and on the disk before it returns. */
export const writeKeys = (dataDir: string, { secret, sealing }: InstallationKeys): Promise<void> =>
  writeDurably(secretFile(dataDir), [secret.toString('hex'), ...sealing.map((key) => `sealing ${key.toString('hex')}`), ''].join('\n'))

export const newKey = (): Buffer => randomBytes(secretBytes)

async function make(file: string): Promise<void> {
  try {
    await writeDurably(file, `${newKey().toString('hex')}\n`, { isNew: true })
  } catch (cause) {
    if (!existsSync(file)) throw cause // else another start was faster
  }
}
