import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../../server/database/engines/embedded.ts'
import { type Database, openDatabase } from '../../../server/database/index.ts'
import { canRunPostgres } from '../../support/external/embeddedPostgres.ts'
import { createLog } from '../../../server/log.ts'
import { runCommand } from '../../support/server/command.ts'
import { count } from '../../support/counts.ts'
import { removeDirectory } from '../../support/directories.ts'
import { copyTemplate } from '../../support/server/template.ts'

const kills = count({ daily: 2, full: 30 })
const noServer = { DATABASE_URL: '' }
const rows = 300
const log = createLog('silent')
let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-convert-'))
  await copyTemplate(resolve(import.meta.dirname, '../../..'), dataDir, 'pglite')
})
afterAll(() => removeDirectory(dataDir))

/** Rows of three kinds: plain ones, texts in various scripts, and one in the audit log's hash chain. */
async function fill({ db }: Database): Promise<void> {
  await sql`insert into setting (key, value) select 'kept ' || n, '街道 "quoted" \\N ' || n from generate_series(1, ${rows}) n`.execute(
    db,
  )
  await sql`insert into audit (at, who, role, address, object, action, content, request) select now(), 'admin', 'super', '', 'drawing/' || n, 'create', '{}', '' from generate_series(1, ${rows}) n`.execute(
    db,
  )
}

/** Returns all rows of these tables as text. */
async function contents({ db }: Database): Promise<unknown> {
  const { rows: found } = await sql<{ all: string }>`
    select md5(string_agg(line, ',' order by line)) as all from (select s::text as line from setting s union all select a::text from audit a union all select c::text from audit_chain c) as lines`.execute(
    db,
  )
  return found
}

/** Starts the command and kills it with its children except PostgreSQL, which has a separate session. */
async function interrupt(afterMs: number): Promise<void> {
  const child = spawn(process.execPath, ['scripts/serverCommand.mjs', 'convert-database'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...noServer, MIMIC_DATA: dataDir },
  })
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
  })
  await Promise.race([ended, pause(afterMs)])
  if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  await ended
}

describe.skipIf(!(await canRunPostgres()) || process.platform === 'win32')('npm run convert-database', () => {
  it(
    "is named where data are PGlite's, is refused while they are in use, and loses nothing however often it is interrupted",
    { tags: 'full', timeout: 20 * 60_000 },
    async () => {
      const embedded = await startEmbedded(dataDir, log)
      expect([embedded.engine, embedded.note]).toEqual(['pglite', expect.stringContaining('npm run convert-database')])
      const old = await openDatabase({ dataDir, log, embedded: Promise.resolve(embedded) })
      await fill(old)
      const before = await contents(old)
      expect(await runCommand(['convert-database'], dataDir, noServer)).toMatchObject({
        code: 1,
        text: expect.stringContaining('stop it first'),
      })
      await old.close()

      for (let kill = 0; kill < kills && existsSync(join(dataDir, 'database')); kill++) {
        await interrupt(2_000 + 15_000 * Math.random())
        // Either complete or absent.
        expect(existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'database'))).toBe(true)
      }
      expect(await runCommand(['convert-database'], dataDir, noServer)).toMatchObject({
        code: 0,
        text: expect.stringMatching(/(?:now|already) PostgreSQL/),
      })
      expect(readdirSync(dataDir).filter((name) => /^(?:converting|database$)/.test(name))).toEqual([])
      expect(readdirSync(dataDir).filter((name) => name.startsWith('database.converted-'))).toHaveLength(1)

      const next = await openDatabase({ dataDir, log })
      expect(next.engine).toBe('PostgreSQL')
      expect(await contents(next)).toEqual(before)
      await next.close()
      expect((await runCommand(['convert-database'], dataDir, noServer)).text).toContain('already')
    },
  )
})
