import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../../server/database/engines/embedded.ts'
import type { EngineKind } from '../../../server/database/engines/engine.ts'
import { openDatabase } from '../../../server/database/index.ts'
import { canRunPostgres } from '../../support/external/embeddedPostgres.ts'
import { createLog } from '../../../server/log.ts'
import { sqlIn } from '../../support/server/api.ts'
import { count } from '../../support/counts.ts'
import { removeDirectory } from '../../support/directories.ts'
import { startServer } from '../../support/server/server.ts'
import { copyTemplate } from '../../support/server/template.ts'

const log = createLog('silent')
const engines: readonly (readonly [EngineKind, string])[] = [
  ...((await canRunPostgres()) ? [['postgresql', 'postgres'] as const] : []),
  ['pglite', 'database'],
]
let top = ''

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'mimic-damage-'))
  await chmod(top, 0o755)
})
afterAll(() => removeDirectory(top))

describe.each(engines)(
  'a damaged database of %s is refused with the problem and the way back, and left as it is',
  (engine, folder) => {
    let whole = ''
    /** File of a configuration table, relative to the database folder. */
    let table = ''

    beforeAll(async () => {
      whole = mkdirSync(join(top, `${engine}-whole`), { recursive: true }) ?? ''
      await copyTemplate(resolve(import.meta.dirname, '../../..'), whole, engine)
      const embedded = await startEmbedded(whole, log)
      const database = await openDatabase({ dataDir: whole, log, embedded: Promise.resolve(embedded) })
      const { rows } = await database.direct.query<{ path: string }>({
        text: `insert into setting (key, value) select 'k' || n, 'v' from generate_series(1, 300) n returning pg_relation_filepath('setting') as path`,
      })
      table = rows[0]?.path ?? ''
      await database.close()
      mkdirSync(join(whole, 'backups'))
      writeFileSync(join(whole, 'backups/nightly.tar.gz'), '')
    })

    const cases: readonly (readonly [string, (at: (path: string) => string) => void, RegExp])[] = [
      [
        'no log',
        (at) => {
          for (const name of readdirSync(at('pg_wal'))) rmSync(join(at('pg_wal'), name), { recursive: true })
        },
        /the write-ahead log \(pg_wal\) is missing/,
      ],
      ['no folder of the log', (at) => rmSync(at('pg_wal'), { recursive: true }), /the folder pg_wal is missing/],
      ['an empty pg_control', (at) => truncateSync(at('global/pg_control'), 0), /pg_control has 0 bytes/],
      [
        'flipped bytes in a page',
        (at) => flip(at(table), 4_000),
        /wrong checksum in page 0 of the file|invalid page in block 0/,
      ],
      ['a table cut to 4 KB', (at) => truncateSync(at(table), 4_096), /has 4096 bytes instead of/],
      ['a table cut to whole pages', (at) => truncateSync(at(table), 8_192), /has 8192 bytes instead of/],
      ['a table that is missing', (at) => rmSync(at(table)), /is missing/],
      [
        'flipped bytes in pg_control',
        (at) => flip(at('global/pg_control'), 40),
        engine === 'postgresql' ? /incorrect checksum in control file/ : /./,
      ],
    ]
    // The daily run damages one file before the engine starts, where both engines are alike, and a page of PostgreSQL.
    const daily = engine === 'pglite' ? ['no log'] : ['an empty pg_control', 'flipped bytes in a page']
    it.each(cases.filter(([name]) => count({ daily: 0, full: 1 }) === 1 || daily.includes(name)))(
      '%s',
      async (name, harm, problem) => {
        const dataDir = join(top, `${engine}-${name.replaceAll(/\W/g, '-')}`)
        cpSync(whole, dataDir, { recursive: true, filter: (path) => basename(path) !== 'postgres.lib' })
        harm((path) => join(dataDir, folder, path))
        const before = listing(dataDir)
        for (let start = 0; start < 2; start++) {
          const failure = await openDatabase({ dataDir, log }).then(async (database) => {
            await database.close()
            return 'it started'
          }, String)
          expect(failure).toMatch(problem)
          expect(failure).toContain(`npm run restore -- --from ${join(dataDir, 'backups/nightly.tar.gz')} --force`)
        }
        // PostgreSQL must run to check its pages, which changes its own files.
        if (name !== 'flipped bytes in a page') expect(listing(dataDir)).toEqual(before)
        await removeDirectory(dataDir)
      },
    )

    it('flipped bytes in a page, also after a crash', { tags: 'full' }, async () => {
      const dataDir = join(top, `${engine}-crashed`)
      cpSync(whole, dataDir, {
        recursive: true,
        filter: (path) => basename(path) !== 'postgres.lib' && !path.endsWith('.files'),
      })
      flip(join(dataDir, folder, table), 4_000)
      await expect(openDatabase({ dataDir, log })).rejects.toThrow(/wrong checksum in page|invalid page in block 0/)
      await removeDirectory(dataDir)
    })
  },
)

it('a lost secret is not replaced without a word while the database holds data', { tags: 'full' }, async () => {
  const dataDir = join(top, 'secret')
  mkdirSync(dataDir)
  const server = await startServer({ dataDir, isEmbedded: true })
  await server.kill('SIGTERM')
  rmSync(join(dataDir, 'secret'))
  const fail = (env: Readonly<Record<string, string>>) =>
    startServer({ dataDir, isEmbedded: true, env }).then(() => 'it started', String)
  const failure = await fail({})
  expect(await fail({ MIMIC_LANGUAGE: 'zh-cn' })).toMatch(
    /Mimic 未能启动：缺少文件 \S+secret，但数据库中已有数据[^¦]*$/,
  )
  expect(failure).not.toContain('¦')
  expect(failure).toMatch(/secret is missing, but the database contains data[^]*npm run restore[^]*MIMIC_NEW_SECRET=1/)
  expect(existsSync(join(dataDir, 'secret'))).toBe(false)
  const again = await startServer({ dataDir, isEmbedded: true, env: { MIMIC_NEW_SECRET: '1' } })
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(await sqlIn(again, 'select 1 as one')).toEqual([{ one: 1 }])
  await again.kill('SIGTERM')
})

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  for (let each = at; each < at + 8; each++) bytes[each] = (bytes[each] ?? 0) ^ 0xff
  writeFileSync(file, bytes)
}

/** Names and sizes of all files in a data directory except those recreated at startup. */
const listing = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('postgres.lib') && path !== 'lock')
    .map(
      (path) => `${path} ${statSync(join(directory, path)).isFile() ? statSync(join(directory, path)).size : 'folder'}`,
    )
    .toSorted()
