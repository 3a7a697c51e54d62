import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectoryDurably, renameDurably } from '../../durable.ts'

const partEnd = '.part'

/**
 * Stores files in one directory under their ids. A file is written to a temporary file, synced and renamed, so it is
 * complete or absent.
 */
export async function openFileStore(dataDir: string) {
  const directory = join(dataDir, 'files')
  await makeDirectoryDurably(directory)
  const toPath = (id: string): string => join(directory, id)

  return {
    /** Writes an upload to a temporary file. Returns undefined if it exceeds `most` bytes. */
    async receive(
      content: AsyncIterable<Uint8Array>,
      maxBytes: number,
    ): Promise<{ readonly part: string; readonly bytes: Buffer } | undefined> {
      const part = toPath(`${randomUUID()}${partEnd}`)
      const file = await open(part, 'wx', 0o600)
      try {
        let count = 0
        for await (const chunk of content) {
          count += chunk.length
          if (count > maxBytes) return await discard(file, part)
          await file.writeFile(chunk)
        }
      } catch (cause) {
        await discard(file, part)
        throw cause
      }
      await file.close()
      return { part, bytes: await readFile(part) }
    },

    discardPart: (part: string): Promise<void> => rm(part, { force: true }),

    /** Moves a temporary file to its final place, with `content` replacing the bytes if given. */
    async commit(part: string, id: string, content: Buffer | undefined): Promise<void> {
      const file = await open(part, content ? 'w' : 'r+', 0o600)
      try {
        if (content) await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await renameDurably(part, toPath(id))
    },

    remove: (id: string): Promise<void> => rm(toPath(id), { force: true }),

    /** Opens a file; undefined if it does not exist. */
    async read(id: string): Promise<FileHandle | undefined> {
      try {
        return await open(toPath(id), 'r')
      } catch (cause) {
        if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
        throw cause
      }
    },

    /** Names of files not modified since `before` (milliseconds since 1970). */
    async idsBefore(before: number): Promise<string[]> {
      const names = await readdir(directory)
      const old = await Promise.all(
        names.map(async (name) => ((await stat(toPath(name)).catch(() => undefined))?.mtimeMs ?? Infinity) < before),
      )
      return names.filter((_name, index) => old[index])
    },
  }
}

export type FileStore = Awaited<ReturnType<typeof openFileStore>>

async function discard(file: FileHandle, part: string): Promise<undefined> {
  await file.close()
  await rm(part, { force: true })
}
