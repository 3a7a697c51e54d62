import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../../../server/database/engines/embedded.ts'
import type { EngineKind } from '../../../server/database/engines/engine.ts'
import { linksName } from '../../../server/database/postgres/cluster.ts'
import { packageName } from '../../../server/database/postgres/program.ts'
import { createLog } from '../../../server/log.ts'
import { engineKind } from '../../../server/options.ts'
import { removeDirectory } from '../directories.ts'

/**
 * Copies an initialized, empty database into a data directory, which takes a tenth of the time to create one. Tables
 * and accounts are created by the server under test.
 */
export async function copyTemplate(
  root: string,
  dataDir: string,
  engine: EngineKind | undefined = usualEngine,
): Promise<void> {
  copyData(await emptyTemplate(root, engine), dataDir)
}

/** Excludes links to shared libraries, which the server creates. */
function copyData(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== linksName })
}

/** The engine of this test run, if not the server's default. */
const usualEngine = engineKind(process.env['MIMIC_EMBEDDED_DATABASE'])

/**
 * Copies the result of a first start with the usual options: tables, demo projects, tags and drawings, administrator.
 * Each server generates its own keys. `startOn` starts and stops a server.
 */
export async function copySeeded(
  root: string,
  entry: readonly string[],
  dataDir: string,
  passwordCost: string,
  startOn: (dataDir: string) => Promise<void>,
): Promise<void> {
  const seeded = join(root, 'tests/.output/template', `seeded-${computeHash(root, entry, passwordCost)}`)
  if (!existsSync(seeded)) {
    await createTemplate(seeded, async (draft) => {
      await copyTemplate(root, draft)
      await startOn(draft)
      await waitForEnd(draft)
      await rm(join(draft, 'secret'))
    })
    removeOld(dirname(seeded), seeded)
  }
  const now = new Date()
  utimesSync(seeded, now, now)
  copyData(seeded, dataDir)
  writeFileSync(join(dataDir, 'secret'), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
}

/** On a busy machine the database process ends later than its server; its files must not be copied before. */
async function waitForEnd(dataDir: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (existsSync(join(dataDir, 'postgres/postmaster.pid')) && Date.now() < deadline) await pause(50)
}

/**
 * Returns a key of everything that influences a first start: the server's build, its samples, the password cost and the
 * hour. An older template has an outdated demo and overdue jobs.
 */
function computeHash(root: string, entry: readonly string[], passwordCost: string): string {
  const samples = join(root, 'public/samples')
  const hash = createHash('sha256').update(
    `${basename(dirname(entry.at(-1) ?? ''))} ${new Date().toISOString().slice(0, 13)} ${passwordCost} ${usualEngine ?? ''}\n`,
  )
  for (const name of readdirSync(samples, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const { size, mtimeMs } = statSync(join(samples, name))
    hash.update(`${name} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Templates last used before this age are no longer being copied. */
const oldMs = 24 * 3_600_000

/** Removes templates of other sources and hours, except recent ones, which another run may still copy. */
function removeOld(directory: string, current: string): void {
  for (const path of readdirSync(directory)
    .filter((name) => name.startsWith('seeded-'))
    .map((name) => join(directory, name))) {
    const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (path !== current && Date.now() - usedAt > oldMs) rmSync(path, { recursive: true, force: true })
  }
}

/** Created by the server's own code, per version of an engine. */
async function emptyTemplate(root: string, engine: EngineKind | undefined): Promise<string> {
  const versions = ['@electric-sql/pglite', packageName].map((name) => {
    const file = join(root, 'node_modules', name, 'package.json')
    return existsSync(file) ? /"version": "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  })
  const template = join(root, 'tests/.output/template', `empty-${engine ?? 'usual'}-${versions.join('-')}`)
  if (existsSync(template)) return template
  await createTemplate(template, async (draft) => {
    await (await startEmbedded(draft, createLog('warn'), { engine })).close()
  })
  return template
}

/** Creates in a temporary directory and renames it, because several test processes may do so at once. */
async function createTemplate(template: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${template}-${randomBytes(4).toString('hex')}`
  await mkdir(dirname(template), { recursive: true })
  // Under root the database runs under another account, which must have access to its directory.
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
