import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { encodeLocalized } from '../../../contract/localizedText.ts'
import { writeDurably } from '../../durable.ts'

/** Keys stored in the data directory, outside the database. They grant access to gateways and to stored secrets. */
export interface InstallationKeys {
  /** Signs and derives the gateway credential and tickets. Never changes. */
  readonly secret: Buffer
  /** Keys for sealed secrets, newest last. Several exist only during key rotation. */
  readonly sealing: readonly Buffer[]
}

const secretBytes = 32
const sealingLine = /^sealing ([0-9a-f]{64})$/

const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/**
 * Returns the keys of this installation: 256 random bits each, in a file readable only by its owner, created at the
 * first start. Throws if others can read the file. A lost file is recreated only if `mayMake` confirms that no stored
 * secret depends on it.
 */
export async function installationKeys(dataDir: string, canCreate: () => Promise<boolean>): Promise<InstallationKeys> {
  const file = secretFile(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) {
    if (!(await canCreate())) throw new Error(formatLostKeyError(file))
    await createSecretFile(file)
  }
  return readKeys(dataDir)
}

const formatLostKeyError = (file: string): string =>
  encodeLocalized({
    en:
      `${file} is missing, but the database contains data. The file is required to decrypt stored secrets (cameras, mail servers, two-step sign-in) and for gateways to sign in. ` +
      'Put the file back, or restore a backup that contains it: npm run restore -- --from <newest backup>.tar.gz --force. ' +
      'If it is lost, start once with MIMIC_NEW_SECRET=1 to create a new one; then enter the stored secrets again',
    zh:
      `缺少文件 ${file}，但数据库中已有数据。解密已保存的密码（摄像头、邮件服务器、两步验证）和网关登录都需要该文件。` +
      '请放回该文件，或恢复包含它的备份：npm run restore -- --from <最新备份>.tar.gz --force。' +
      '如果文件已丢失，请用 MIMIC_NEW_SECRET=1 启动一次以生成新文件，然后重新填写各项密码',
  })

/** Reads existing keys. Throws if the file is missing or readable by others. */
export async function readKeys(dataDir: string): Promise<InstallationKeys> {
  const file = secretFile(dataDir)
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0)
    throw new Error(`${file} is readable by others; run: chmod 600 ${file}`)
  const [first = '', ...rest] = (await readFile(file, 'utf8')).trim().split('\n')
  const secret = Buffer.from(first.trim(), 'hex')
  if (secret.length !== secretBytes)
    throw new Error(`${file} must contain ${secretBytes} bytes in hexadecimal; restore it from a backup`)
  const sealing = rest.map((line) => {
    const [, text] = sealingLine.exec(line.trim()) ?? []
    if (text === undefined) throw new Error(`${file} contains an invalid line; restore it from a backup`)
    return Buffer.from(text, 'hex')
  })
  // Until the first rotation, the secret is also the sealing key.
  return { secret, sealing: sealing.length > 0 ? sealing : [secret] }
}

/** Replaces the keys atomically and syncs them to disk. */
export const writeKeys = (dataDir: string, { secret, sealing }: InstallationKeys): Promise<void> =>
  writeDurably(
    secretFile(dataDir),
    [secret.toString('hex'), ...sealing.map((key) => `sealing ${key.toString('hex')}`), ''].join('\n'),
  )

export const newKey = (): Buffer => randomBytes(secretBytes)

async function createSecretFile(file: string): Promise<void> {
  try {
    await writeDurably(file, `${newKey().toString('hex')}\n`, { isNew: true })
  } catch (cause) {
    if (!existsSync(file)) throw cause // Another process created the file first.
  }
}
