import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { startEmbedded } from '../../server/database/embedded.ts'
import type { EngineKind } from '../../server/database/engine.ts'
import { linksName } from '../../server/database/postgres/cluster.ts'
import { packageName } from '../../server/database/postgres/program.ts'
import { createLog } from '../../server/log.ts'
import { engineKind } from '../../server/options.ts'
import { removeDirectory } from './directories.ts'

/**
 * Puts a database that is made but empty into a data directory. Making one takes seconds and copying it a
 * tenth of one; tests start many servers. What is in it (tables, accounts) is still made by the server under test.
 */
export async function copyTemplate(root: string, dataDir: string, engine: EngineKind | undefined = usualEngine): Promise<void> {
  copyData(await emptyTemplate(root, engine), dataDir)
}

/** All but the links to shared libraries, which the server makes itself. */
function copyData(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== linksName })
}

/** The engine that the tests of this run use, where it is not the server's own choice. */
const usualEngine = engineKind(process.env['MIMIC_EMBEDDED_DATABASE'])

/**
 * Puts into a data directory what a first start with the usual options left there: tables, the demo's projects, tags and
 * drawings, the administrator. The keys are not among it: each server makes its own. `startOn` starts a server and ends it again.
 */
export async function copySeeded(root: string, entry: readonly string[], dataDir: string, passwordCost: string, startOn: (dataDir: string) => Promise<void>): Promise<void> {
  const seeded = join(root, 'tests/.output/template', `seeded-${markOf(root, entry, passwordCost)}`)
  if (!existsSync(seeded)) {
    await made(seeded, async (draft) => {
      await copyTemplate(root, draft)
      await startOn(draft)
      await rm(join(draft, 'secret'))
    })
    removeOld(dirname(seeded), seeded)
  }
  const now = new Date()
  utimesSync(seeded, now, now)
  copyData(seeded, dataDir)
  writeFileSync(join(dataDir, 'secret'), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
}

/**
 * Of the server as it is built, of what it puts in place, of the cost of its password hashes and of the hour: with another of any, a first start leaves something else. One of an
 * hour ago has yesterday's demo, or jobs that are overdue and that a server begins by making up for.
 */
function markOf(root: string, entry: readonly string[], passwordCost: string): string {
  const samples = join(root, 'public/samples')
  const hash = createHash('sha256').update(`${basename(dirname(entry.at(-1) ?? ''))} ${new Date().toISOString().slice(0, 13)} ${passwordCost} ${usualEngine ?? ''}\n`)
  for (const name of readdirSync(samples, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const { size, mtimeMs } = statSync(join(samples, name))
    hash.update(`${name} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Nobody still copies one that was last taken so long ago. */
const oldMs = 24 * 3_600_000

/** Those of other sources and hours; a run beside this one may still copy one of them. */
function removeOld(directory: string, kept: string): void {
  for (const path of readdirSync(directory).filter((name) => name.startsWith('seeded-')).map((name) => join(directory, name))) {
    const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (path !== kept && Date.now() - usedAt > oldMs) rmSync(path, { recursive: true, force: true })
  }
}

/** Made by the server's own code, and again when an engine has another version. */
async function emptyTemplate(root: string, engine: EngineKind | undefined): Promise<string> {
  const versions = ['@electric-sql/pglite', packageName].map((name) => {
    const file = join(root, 'node_modules', name, 'package.json')
    return existsSync(file) ? /"version": "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  })
  const template = join(root, 'tests/.output/template', `empty-${engine ?? 'usual'}-${versions.join('-')}`)
  if (existsSync(template)) return template
  await made(template, async (draft) => {
    await (await startEmbedded(draft, createLog('warn'), { engine })).close()
  })
  return template
}

/** Made beside and renamed into place: several test processes may come here at once. */
async function made(template: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${template}-${randomBytes(4).toString('hex')}`
  await mkdir(dirname(template), { recursive: true })
  // As root, the database runs under another account, which must reach its directory.
  for (const directory of [dirname(template), dirname(dirname(template))]) await chmod(directory, 0o755)
  await mkdir(draft, { mode: 0o700 })
  try {
    await fill(draft)
    await rename(draft, template)
  } catch (cause) {
    await removeDirectory(draft)
    if (!existsSync(template)) throw cause
  }
}
