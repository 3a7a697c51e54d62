import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeDurably } from '../../durable.ts'
import { isPageWhole, pageBytes } from './pages.ts'

/** A problem of a database directory, with a message for the operator. */
export class Damage extends Error {}

/** Folders with data, without the write-ahead log and files that each start creates again. */
const dataFolders = ['base', 'global', 'pg_xact', 'pg_multixact'] as const
const requiredFolders = [...dataFolders, 'pg_wal'] as const
const controlFile = 'global/pg_control'
const controlBytes = 8_192
const logSegment = /^[0-9A-F]{24}$/
const pagesInFile = 131_072
/** Maximum number of bytes to read: configuration tables are small, the history is large. */
const readBytes = 64 * 1024 * 1024
/** Number of times a page is read again, because a running database may be writing it. */
const rereads = 5
const rereadMs = 20

/** Throws `Damage` if a database directory lacks required files. */
export function inspectLayout(directory: string): void {
  if (!existsSync(join(directory, 'PG_VERSION'))) throw new Damage('the file PG_VERSION is missing')
  for (const name of requiredFolders)
    if (!existsSync(join(directory, name))) throw new Damage(`the folder ${name} is missing`)
  const control = join(directory, controlFile)
  if (!existsSync(control)) throw new Damage(`the file ${controlFile} is missing`)
  if (statSync(control).size < controlBytes)
    throw new Damage(`the file ${controlFile} has ${statSync(control).size} bytes instead of ${controlBytes}`)
  if (!readdirSync(join(directory, 'pg_wal')).some((name) => logSegment.test(name)))
    throw new Damage('the write-ahead log (pg_wal) is missing')
}

/**
 * Records the sizes of all files of a cleanly closed database, so that the next start detects truncated or missing
 * files.
 */
export async function recordSizes(directory: string, note: string): Promise<void> {
  const lines = [...readSizes(directory)].map(([path, size]) => `${size} ${path}`)
  await writeDurably(note, `${[controlHash(directory), ...lines, lines.length].join('\n')}\n`)
}

/**
 * Compares the files with the sizes recorded at the last clean close. Does nothing without a record, or if the database
 * has run since: a start writes pg_control first, so its hash no longer matches the record. Throws `Damage` on a
 * difference.
 */
export function compareSizes(directory: string, note: string): void {
  const [hash, ...lines] = existsSync(note) ? readFileSync(note, 'utf8').trim().split('\n') : []
  const count = Number(lines.pop())
  if (hash !== controlHash(directory) || count !== lines.length) return
  const sizes = readSizes(directory)
  for (const line of lines) {
    const [, recordedSize = '', path = ''] = /^(\d+) (.+)$/.exec(line) ?? []
    const size = sizes.get(path)
    if (size === undefined) throw new Damage(`the file ${path} is missing`)
    if (size !== Number(recordedSize)) throw new Damage(`the file ${path} has ${size} bytes instead of ${recordedSize}`)
  }
}

/**
 * Verifies the checksums of table and index pages, smallest files first, up to `readBytes`. Throws `Damage` for an
 * invalid page. `paths` are the file paths of the catalogue, relative to `directory`, after crash recovery. Files
 * outside the catalogue, free space maps and an unfinished page at the end of a file may be incomplete after a crash
 * and are ignored.
 */
export async function inspectPages(directory: string, paths: readonly string[]): Promise<void> {
  const files = paths.flatMap((path) => listSegments(directory, path)).toSorted((a, b) => a.size - b.size)
  let left = readBytes
  for (const file of files) {
    left -= file.size
    if (left < 0) return
    await inspectFile(directory, file)
  }
}

interface Segment {
  readonly path: string
  readonly size: number
  /** Number of the first page of the segment within the table. */
  readonly first: number
}

/** Lists the segments of a table; PostgreSQL splits large tables into several files. */
function listSegments(directory: string, path: string): Segment[] {
  const segments: Segment[] = []
  for (let number = 0; ; number++) {
    const segment = number === 0 ? path : `${path}.${number}`
    const size = statSync(join(directory, segment), { throwIfNoEntry: false })?.size
    if (size === undefined) {
      if (number === 0) throw new Damage(`the file ${path} is missing`)
      return segments
    }
    segments.push({ path: segment, size, first: number * pagesInFile })
  }
}

async function inspectFile(directory: string, { path, first }: Segment): Promise<void> {
  const file = join(directory, path)
  const bytes = readFileSync(file)
  const words = new Int32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % pageBytes)),
  )
  const inPage = pageBytes / 4
  for (let page = 0; page < words.length / inPage; page++) {
    if (isPageWhole(words.subarray(page * inPage, (page + 1) * inPage), first + page)) continue
    await retry(
      () => isPageWhole(readPage(file, page), first + page),
      `wrong checksum in page ${page} of the file ${path}`,
    )
  }
}

function readPage(file: string, page: number): Int32Array {
  const words = new Int32Array(pageBytes / 4)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, words, 0, pageBytes, page * pageBytes)
  } finally {
    closeSync(handle)
  }
  return words
}

async function retry(isWhole: () => boolean, problem: string): Promise<void> {
  for (let reread = 0; reread < rereads; reread++) {
    if (isWhole()) return
    await pause(rereadMs)
  }
  throw new Damage(problem)
}

/** Sizes of all data files by path. */
function readSizes(directory: string): Map<string, number> {
  const sizes = new Map<string, number>()
  const walk = (path: string): void => {
    for (const entry of readdirSync(join(directory, path), { withFileTypes: true })) {
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) walk(inner)
      else if (entry.isFile()) sizes.set(inner, statSync(join(directory, inner), { throwIfNoEntry: false })?.size ?? 0)
    }
  }
  for (const folder of dataFolders) walk(folder)
  return sizes
}

const controlHash = (directory: string): string =>
  createHash('sha256')
    .update(readFileSync(join(directory, controlFile)))
    .digest('hex')
