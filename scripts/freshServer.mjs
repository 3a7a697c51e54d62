// The server and its programs in a few files instead of a thousand: they start several times faster. Built where that is missing or older than its
// sources, beside the ones before; run by itself it prints, as JSON, the arguments for node. Without what builds it, the sources run.
import { createHash, randomBytes } from 'node:crypto'
import { constants, existsSync, readdirSync, statSync } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname ?? '.', '..')
const sources = ['server', 'contract', 'engine', 'package-lock.json', 'node_modules/.package-lock.json', 'scripts/freshServer.mjs']
const built = join(root, 'server/dist')
/** What is started by itself, by its name in the build; `server/programs.ts` knows the same names. */
const entries = { main: 'server/main.ts', backup: 'server/backup/main.ts', embeddedProcess: 'server/database/embeddedProcess.ts', painter: 'server/services/thumbnails/paint.ts', scripts: 'server/scripts/runner/program.ts', simulator: 'server/simulator/main.ts', worker: 'server/workerPool/worker.ts' }
/** Of other people's code, what comes in many small files of today's modules; the rest is found where it is installed. */
const taken = [/^@mimic\//, 'zod', 'kysely', 'jose']
/** Nobody is still starting one that was last started so long ago. */
const oldMs = 24 * 3_600_000

/** The arguments with which node becomes the server, or the commands beside it, run in the repository's root. @param {'main' | 'backup'} [entry] @returns {Promise<string[]>} */
export async function serverArguments(entry = 'main') {
  try {
    const directory = join(built, markOf(sources))
    if (!existsSync(directory)) await build(directory)
    await keep(directory)
    return ['--enable-source-maps', join(directory, `${entry}.js`)]
  } catch (cause) {
    if (!isWithoutBuilder(cause)) process.stderr.write(`The server runs from its sources, which starts more slowly: ${String(cause)}\n`)
    return ['--import', 'tsx', entries[entry]]
  }
}

const isWithoutBuilder = (cause) => cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND'

/** Or each start would bundle all of it and throw it away. */
async function mustBeWritable() {
  await mkdir(built, { recursive: true })
  await access(built, constants.W_OK)
}

/** Made beside and renamed into place: several may come here at once. @param {string} directory */
async function build(directory) {
  const builder = createRequire(import.meta.url).resolve('vite')
  await mustBeWritable()
  const vite = await import(pathToFileURL(builder).href)
  const draft = `${directory}-${randomBytes(4).toString('hex')}`
  const environment = process.env.NODE_ENV
  try {
    await vite.build({
      configFile: false, root, publicDir: false, logLevel: 'error', plugins: [keepPlaces],
      ssr: { noExternal: taken },
      build: { ssr: true, rollupOptions: { input: entries }, outDir: draft, target: 'node20', minify: false, sourcemap: true, reportCompressedSize: false },
    })
    await rename(draft, directory)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(directory)) throw cause
  } finally {
    // It says that this is production, which whoever is started from here would take over.
    if (environment === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = environment
  }
}

/** Takes note that a build is in use, and takes away those that are not any more; the server starts whether that succeeds or not. @param {string} directory */
async function keep(directory) {
  const now = new Date()
  try {
    await utimes(directory, now, now)
    for (const name of await readdir(built)) {
      const path = join(built, name)
      if (path !== directory) await removeOld(path, now.getTime())
    }
  } catch { /* Of a read-only file system, or gone meanwhile with another start's tidying. */ }
}

/** @param {string} path @param {number} nowMs */
async function removeOld(path, nowMs) {
  const { mtimeMs } = await stat(path)
  if (nowMs - mtimeMs > oldMs) await rm(path, { recursive: true, force: true })
}

/** What lies beside a source is looked for there, and children are started from there. */
const keepPlaces = {
  name: 'keep-places',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.dirname' },
    handler: (code, id) => ({ code: code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))), map: null }),
  },
}

/** Another for sources that are not the same, by their names, sizes and times. @param {string[]} paths @returns {string} */
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
  return readdirSync(join(root, path), { withFileTypes: true }).filter(isSource).map(({ name }) => `${path}/${name}`).toSorted()
}

const isSource = (entry) => (entry.isDirectory() ? !['node_modules', 'dist', 'docs'].includes(entry.name) : /\.(ts|json)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) process.stdout.write(JSON.stringify(await serverArguments()))
