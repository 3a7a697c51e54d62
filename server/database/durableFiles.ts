import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
interface Stream { readonly nfd?: number }
interface NodeStreams { fsync?: (stream: Stream) => number }

/**
 * PGlite's files in a directory of the machine, with an fsync that forces them to the disk: the one of `NodeFS` does nothing. Files
 * and directories are synced alike; PostgreSQL itself syncs the directory after it creates or renames a file.
 */
export class DurableFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addSync = (module: { readonly FS: unknown }): void => {
      streamsOf(module.FS).fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun ?? [], addSync] } }
  }
}

/** Arguments of the engine with which it syncs: it is started without `-F`, which switches that off. */
export const durableParams = (params: readonly string[]): string[] =>
  [...params.filter((each) => each !== '-F'), ...['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on'].flatMap((each) => ['-c', each])]

/** The operations on open files, which the types of PGlite leave out. */
function streamsOf(fs: unknown): NodeStreams {
  const found = ['filesystems', 'NODEFS', 'stream_ops'].reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), fs)
  if (typeof found !== 'object' || found === null) throw new Error('this version of PGlite keeps its files in another way: they could not be synced')
  return found
}
