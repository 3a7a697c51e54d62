import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
interface Stream {
  readonly nfd?: number
}
interface NodeStreams {
  fsync?: (stream: Stream) => number
}

/**
 * Stores PGlite files in a directory with a working fsync; the fsync of `NodeFS` does nothing. Applies to files and
 * directories, because PostgreSQL syncs a directory after it creates or renames a file.
 */
export class DurableFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addSync = (module: { readonly FS: unknown }): void => {
      getStreamOperations(module.FS).fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }
}

/** Start parameters that enable fsync: removes `-F`, which disables it. */
export const durableParams = (params: readonly string[]): string[] => [
  ...params.filter((each) => each !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on'].flatMap((each) => ['-c', each]),
]

/** Stream operations of the file system, which the types of PGlite omit. */
function getStreamOperations(fs: unknown): NodeStreams {
  const operations = ['filesystems', 'NODEFS', 'stream_ops'].reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    fs,
  )
  if (typeof operations !== 'object' || operations === null)
    throw new Error('unsupported PGlite version: its files could not be synced')
  return operations
}
