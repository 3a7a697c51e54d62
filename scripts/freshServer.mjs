// Bundles the server and its programs into a few files, which start several times faster. Builds if the bundle is
// missing or outdated and keeps earlier builds. Run directly, it prints the arguments for node as JSON. Without the
// build tools the sources run.
import { createHash, randomBytes } from 'node:crypto'
import { constants, existsSync, readdirSync, statSync } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname ?? '.', '..')
const sources = [
  'server',
  'contract',
  'engine',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'scripts/freshServer.mjs',
]
const built = join(root, 'server/dist')
/** Programs that are started separately, by their name in the build. `server/programs.ts` uses the same names. */
const entries = {
  main: 'server/main.ts',
  backup: 'server/backup/main.ts',
  channel: 'server/drivers/runner/program.ts',
  embeddedProcess: 'server/database/engines/embeddedProcess.ts',
  painter: 'server/services/thumbnails/paint.ts',
  scripts: 'server/scripts/runner/program.ts',
  simulator: 'server/simulator/main.ts',
  worker: 'server/workerPool/worker.ts',
}
/** Dependencies to bundle: ES modules in many small files. Other packages are loaded from node_modules. */
const taken = [/^@mimic\//, 'zod', 'kysely', 'jose']
/** Many messages in work at a time outlive a small young generation, and are then collected several times. */
const youngGeneration = '--max-semi-space-size=32'
/** A build last started before this age is no longer in use. */
const oldMs = 24 * 3_600_000

/**
 * Returns the arguments for node to start the server or a command in the repository's root.
 * @param {'main' | 'backup'} [entry]
 * @returns {Promise<string[]>}
 */
export async function serverArguments(entry = 'main') {
  try {
    const directory = join(built, markOf(sources))
    if (!existsSync(directory)) await build(directory)
    await keep(directory)
    return ['--enable-source-maps', youngGeneration, join(directory, `${entry}.js`)]
  } catch (cause) {
    if (!isWithoutBuilder(cause))
      process.stderr.write(`The server runs from its sources, which starts more slowly: ${String(cause)}\n`)
    return ['--import', 'tsx', entries[entry]]
  }
}

const isWithoutBuilder = (cause) => cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND'

/** Fails if the directory is read-only, because otherwise each start would build a bundle and discard it. */
async function mustBeWritable() {
  await mkdir(built, { recursive: true })
  await access(built, constants.W_OK)
}

/**
 * Builds in a temporary directory and renames it, because several processes may build at the same time.
 * @param {string} directory
 */
async function build(directory) {
  const builder = createRequire(import.meta.url).resolve('vite')
  await mustBeWritable()
  const vite = await import(pathToFileURL(builder).href)
  const draft = `${directory}-${randomBytes(4).toString('hex')}`
  const environment = process.env.NODE_ENV
  try {
    await vite.build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'error',
      plugins: [keepPlaces],
      ssr: { noExternal: taken },
      build: {
        ssr: true,
        rollupOptions: { input: entries },
        outDir: draft,
        target: 'node20',
        minify: false,
        sourcemap: true,
        reportCompressedSize: false,
      },
    })
    await rename(draft, directory)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(directory)) throw cause
  } finally {
    // Vite sets NODE_ENV to production, which child processes would inherit.
    if (environment === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = environment
  }
}

/**
 * Marks a build as used and removes old builds. Errors do not prevent the start.
 * @param {string} directory
 */
async function keep(directory) {
  const now = new Date()
  try {
    await utimes(directory, now, now)
    for (const name of await readdir(built)) {
      const path = join(built, name)
      if (path !== directory) await removeOld(path, now.getTime())
    }
  } catch {
    /* Read-only file system, or removed by a concurrent start. */
  }
}

/** @param {string} path @param {number} nowMs */
async function removeOld(path, nowMs) {
  const { mtimeMs } = await stat(path)
  if (nowMs - mtimeMs > oldMs) await rm(path, { recursive: true, force: true })
}

/**
 * Keeps the source directory of each module: files beside a source are located there, and child processes start there.
 */
const keepPlaces = {
  name: 'keep-places',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.dirname' },
    handler: (code, id) => ({ code: code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))), map: null }),
  },
}

/**
 * Returns a hash of the sources' names, sizes and times.
 * @param {string[]} paths
 * @returns {string}
 */
function markOf(paths) {
  const hash = createHash('sha256').update(`${process.version} ${root}\n`)
  const take = (path) => {
    const found = statSync(join(root, path))
    if (found.isDirectory()) return entriesOf(path).forEach(take)
    hash.update(`${path} ${found.size} ${found.mtimeMs}\n`)
  }
  for (const path of paths.filter((each) => existsSync(join(root, each)))) take(path)
  return hash.digest('hex').slice(0, 16)
}

/** @param {string} path */
function entriesOf(path) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(isSource)
    .map(({ name }) => `${path}/${name}`)
    .toSorted()
}

const isSource = (entry) =>
  entry.isDirectory()
    ? !['node_modules', 'dist', 'docs'].includes(entry.name)
    : /\.(ts|json)$/.test(entry.name) && !entry.name.endsWith('.test.ts')

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename)
  process.stdout.write(JSON.stringify(await serverArguments()))
