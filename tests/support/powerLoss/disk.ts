import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Unsynced operations that survive the power loss: none, or a random part. */
export type Survival = 'nothing' | 'some'

interface Change {
  readonly at: number
  readonly offset: number
  /** Undefined: sets the file size to `offset`. */
  readonly bytes: Buffer | undefined
  /** Of a size change: only grows the file. */
  readonly isExtension: boolean
}

interface File {
  readonly content: Content
  pending: Change[]
}

interface Entry {
  readonly at: number
  readonly kind: 'set' | 'remove'
  readonly file: File | undefined
  readonly path: string
  readonly from: string | undefined
}

const op = {
  create: 1,
  write: 2,
  truncate: 3,
  sync: 4,
  rename: 5,
  link: 6,
  unlink: 7,
  mkdir: 8,
  rmdir: 9,
  extend: 10,
  syncDirectory: 11,
} as const
const headBytes = 40
const sectorBytes = 512

/**
 * Models a disk at a power loss. Starts with a directory's content and applies recorded operations in order. File data
 * is durable after a sync of the file, a new name after a sync of its file or directory, a rename or removal after a
 * sync of its directory. Journaling file systems guarantee more.
 */
export class Disk {
  readonly #root: string
  readonly #byInode = new Map<bigint, File>()
  readonly #names = new Map<string, File>()
  readonly #directories: string[] = []
  #entries: Entry[] = []
  #readTo = 0

  constructor(root: string) {
    this.#root = root
    for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const full = join(root, path)
      const found = lstatSync(full, { bigint: true })
      if (found.isDirectory()) this.#directories.push(path)
      if (!found.isFile()) continue
      const file: File = { content: new Content(readFileSync(full)), pending: [] }
      this.#byInode.set(found.ino, file)
      this.#names.set(full, file)
    }
  }

  /** Applies the operations of a log up to a byte position. */
  advance(log: Buffer, to: number): void {
    while (this.#readTo + headBytes <= to) {
      const end = this.#readTo + log.readUInt32LE(this.#readTo)
      if (end > to) return
      this.#apply(log.subarray(this.#readTo, end), this.#readTo)
      this.#readTo = end
    }
  }

  /** Writes the files that survive a power loss at this position. */
  writeTo(directory: string, survival: Survival, random: () => number): void {
    for (const path of this.#directories) mkdirSync(join(directory, path), { recursive: true, mode: 0o700 })
    const names = new Map(this.#names)
    // A journal preserves the order of name changes up to some point.
    const keptCount = survival === 'nothing' ? 0 : Math.floor(random() * (this.#entries.length + 1))
    for (const entry of this.#entries.slice(0, keptCount)) apply(names, entry)
    for (const [path, file] of names) {
      const full = join(directory, relative(this.#root, path))
      mkdirSync(dirname(full), { recursive: true, mode: 0o700 })
      writeFileSync(full, survival === 'nothing' ? file.content.bytes() : chooseSurvivors(file, random), {
        mode: 0o600,
      })
    }
  }

  #apply(record: Buffer, at: number): void {
    const [kind, inode, offset, size] = [
      record.readUInt32LE(4),
      record.readBigUInt64LE(8),
      Number(record.readBigUInt64LE(16)),
      Number(record.readBigUInt64LE(24)),
    ]
    const second = headBytes + record.readUInt32LE(32)
    const rest = second + record.readUInt32LE(36)
    const [path, other] = [record.toString('utf8', headBytes, second), record.toString('utf8', second, rest)]
    switch (kind) {
      case op.create: {
        const file: File = { content: new Content(Buffer.alloc(0)), pending: [] }
        this.#byInode.set(inode, file)
        this.#entries.push({ at, kind: 'set', file, path, from: undefined })
        break
      }
      case op.write:
        this.#change(inode, { at, offset, bytes: record.subarray(rest), isExtension: false })
        break
      case op.truncate:
        this.#change(inode, { at, offset: size, bytes: undefined, isExtension: false })
        break
      case op.extend:
        this.#change(inode, { at, offset: size, bytes: undefined, isExtension: true })
        break
      case op.sync:
        this.#sync(inode, offset)
        break
      case op.syncDirectory:
        this.#syncEntries(
          offset,
          (entry) => dirname(entry.path) === path || (entry.from !== undefined && dirname(entry.from) === path),
        )
        break
      case op.rename:
      case op.link:
        this.#entries.push({
          at,
          kind: 'set',
          file: this.#byInode.get(inode),
          path: other,
          from: kind === op.rename ? path : undefined,
        })
        break
      case op.unlink:
        this.#entries.push({ at, kind: 'remove', file: undefined, path, from: undefined })
        break
      case op.mkdir:
        this.#directories.push(relative(this.#root, path))
        break
      case op.rmdir:
        break
      default:
        throw new Error(`the log has an operation ${kind}`)
    }
  }

  #change(inode: bigint, change: Change): void {
    this.#byInode.get(inode)?.pending.push(change)
  }

  #sync(inode: bigint, before: number): void {
    const file = this.#byInode.get(inode)
    if (!file) return
    for (const change of file.pending) if (change.at < before) file.content.write(change)
    file.pending = file.pending.filter((change) => change.at >= before)
    this.#syncEntries(before, (entry) => entry.file === file && entry.from === undefined)
  }

  #syncEntries(before: number, isSynced: (entry: Entry) => boolean): void {
    const left: Entry[] = []
    for (const entry of this.#entries) {
      if (entry.at < before && isSynced(entry)) apply(this.#names, entry)
      else left.push(entry)
    }
    this.#entries = left
  }
}

function apply(names: Map<string, File>, { kind, file, path, from }: Entry): void {
  if (kind === 'remove') names.delete(path)
  else if (file) names.set(path, file)
  if (from !== undefined) names.delete(from)
}

/** Each unsynced write survives completely, partly or not at all, independent of earlier ones. */
function chooseSurvivors({ content, pending }: File, random: () => number): Buffer {
  if (pending.length === 0) return content.bytes()
  const keptCount = new Content(Buffer.from(content.bytes()))
  for (const change of pending) {
    const part = random()
    if (part < 1 / 3) continue
    if (part < 2 / 3 && change.bytes) {
      const length = Math.floor((random() * change.bytes.length) / sectorBytes) * sectorBytes
      keptCount.write({ ...change, bytes: change.bytes.subarray(0, length) })
    } else keptCount.write(change)
  }
  return keptCount.bytes()
}

/** Content of a file, in a buffer that grows in advance because of thousands of small writes. */
class Content {
  #memory: Buffer
  #size: number

  constructor(memory: Buffer) {
    this.#memory = memory
    this.#size = memory.length
  }

  bytes(): Buffer {
    return this.#memory.subarray(0, this.#size)
  }

  write({ offset, bytes, isExtension }: Change): void {
    if (bytes) {
      if (bytes.length === 0) return
      this.#resize(Math.max(this.#size, offset + bytes.length))
      bytes.copy(this.#memory, offset)
    } else this.#resize(isExtension ? Math.max(this.#size, offset) : offset)
  }

  #resize(size: number): void {
    if (size > this.#memory.length) {
      const larger = Buffer.alloc(size * 2)
      this.#memory.copy(larger, 0, 0, this.#size)
      this.#memory = larger
    } else if (size > this.#size) this.#memory.fill(0, this.#size, size)
    this.#size = size
  }
}
