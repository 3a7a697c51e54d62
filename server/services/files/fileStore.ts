import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectoryDurably, renameDurably } from '../../durable.ts'

const partEnd = '.part'

/**
 * Where files lie: one folder, each under its id. A file is written beside, made durable and renamed into its place, so that under
 * an id there is the whole of it or nothing.
 */
export async function openFileStore(dataDir: string) {
  const directory = join(dataDir, 'files')
  await makeDirectoryDurably(directory)
  const place = (id: string): string => join(directory, id)

  return {
    /** Takes in what comes until it is more than `most`: then undefined. In both cases, and when it breaks off, only the part file was written. */
    async takeIn(content: AsyncIterable<Uint8Array>, most: number): Promise<{ readonly part: string; readonly bytes: Buffer } | undefined> {
      const part = place(`${randomUUID()}${partEnd}`)
      const file = await open(part, 'wx', 0o600)
      try {
        let count = 0
        for await (const chunk of content) {
          count += chunk.length
          if (count > most) return await letGo(file, part)
          await file.writeFile(chunk)
        }
      } catch (cause) {
        await letGo(file, part)
        throw cause
      }
      await file.close()
      return { part, bytes: await readFile(part) }
    },

    drop: (part: string): Promise<void> => rm(part, { force: true }),

    /** Puts a part in its place for good, with other content where it was cleaned. */
    async keep(part: string, id: string, content: Buffer | undefined): Promise<void> {
      const file = await open(part, content ? 'w' : 'r+', 0o600)
      try {
        if (content) await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await renameDurably(part, place(id))
    },

    remove: (id: string): Promise<void> => rm(place(id), { force: true }),

    /** The bytes of a file; undefined where it is gone. */
    async read(id: string): Promise<FileHandle | undefined> {
      try {
        return await open(place(id), 'r')
      } catch (cause) {
        if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
        throw cause
      }
    },

    /** What lies here and was not touched since `before`, in milliseconds since 1970. */
    async idsBefore(before: number): Promise<string[]> {
      const names = await readdir(directory)
      const old = await Promise.all(names.map(async (name) => ((await stat(place(name)).catch(() => undefined))?.mtimeMs ?? Infinity) < before))
      return names.filter((_name, index) => old[index])
    },
  }
}

export type FileStore = Awaited<ReturnType<typeof openFileStore>>

async function letGo(file: FileHandle, part: string): Promise<undefined> {
  await file.close()
  await rm(part, { force: true })
}
