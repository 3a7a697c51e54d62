import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../server/database/engines/embedded.ts'
import { openDatabase } from '../../server/database/index.ts'
import { createLog } from '../../server/log.ts'
import { measureDisk } from './disk.ts'
import { measureYear } from './year.ts'

/*
 * History benchmark: `npx tsx bench/history/run.ts [--only year|disk] [--engine postgresql|pglite] [--days 365]
 * [--url postgres://…] [--keep DIR]`. `year` opens the curve of a tag with one value per second. `disk` measures
 * the bytes of a tag and day by rate of change, and scales them to 10,000 tags and a year.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    engine: { type: 'string', default: 'postgresql' },
    days: { type: 'string', default: '365' },
    /** PostgreSQL server instead of the embedded database. */
    url: { type: 'string' },
    /** Data directory that is filled once and reused. */
    keep: { type: 'string' },
  },
})
const log = createLog('error')
const report = (line: string): void => void process.stderr.write(`${line}\n`)
const kept = options.keep
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'mimic-bench-history-')))
await mkdir(dataDir, { recursive: true })
const database = await openDatabase({
  dataDir,
  log,
  ...(options.url === undefined
    ? { embedded: startEmbedded(dataDir, log, { engine: options.engine === 'pglite' ? 'pglite' : 'postgresql' }) }
    : { databaseUrl: options.url }),
})
try {
  const figures = {
    engine: database.engine,
    ...(options.only === 'disk'
      ? {}
      : { year: await measureYear({ database, days: Number(options.days), log, report }) }),
    ...(options.only === 'year' ? {} : { disk: await measureDisk({ database, report }) }),
    load: loadavg()[0],
  }
  const text = `${JSON.stringify(figures, null, 2)}\n`
  process.stdout.write(text)
  await writeFile(join(import.meta.dirname, `../results/history-${database.engine.toLowerCase()}.json`), text)
} finally {
  await database.close()
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
}
