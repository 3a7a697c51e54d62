import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/database/index.ts'
import { createLog } from '../../server/log.ts'
import { watchLoop } from '../../tests/support/server/loopBlocks.ts'
import type { StartedServer } from '../../tests/support/server/server.ts'
import { startServer } from '../../tests/support/server/server.ts'
import { createClient } from './client.ts'
import { fill, signIn } from './fill.ts'
import { measureImport } from './imports.ts'
import { measureLists } from './lists.ts'
import { measureMixed } from './mixed.ts'
import { measureStarts } from './starts.ts'
import { measureWaits } from './waits.ts'
import type { Figure } from './report.ts'
import { judged, lines } from './report.ts'

/*
 * Server benchmark with the embedded database and a million devices: lists, mixed requests, delays caused by other
 * requests, an import; separately the start times.
 */
const { values: options } = parseArgs({
  options: {
    server: { type: 'boolean' },
    only: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '25' },
    poles: { type: 'string', default: '50000' },
    /** Seconds at 500 requests per second. */
    span: { type: 'string', default: '30' },
    /** Data directory that is filled once and reused. */
    keep: { type: 'string' },
  },
})
const [rows, runs, poles, spanS] = [
  Number(options.rows),
  Number(options.runs),
  Number(options.poles),
  Number(options.span),
]
const log = (line: string): void => void process.stderr.write(`${line}\n`)
const isSelected = (part: string): boolean => options.only === undefined || options.only === part
const maxStarts = 3
const loop = watchLoop()
const resultsFile = resolve(import.meta.dirname, '../results/server.json')

const dataDir = options.keep === undefined ? await mkdtemp(join(tmpdir(), 'mimic-bench-')) : resolve(options.keep)
await mkdir(dataDir, { recursive: true })
try {
  // Start times need no filled database.
  await report(
    options.only === 'starts'
      ? { starts: await measureStarts(Math.min(runs, maxStarts), log) }
      : await measure(await prepare()),
  )
} finally {
  await loop.close()
  if (options.keep === undefined) await rm(dataDir, { recursive: true, force: true })
}
// Pipes of killed servers may remain open.
process.exit()

/**
 * The first start creates the tables and demo projects; the rows are added while the server is stopped. Returns the
 * tokens of the accounts.
 */
async function prepare(): Promise<string[]> {
  const note = join(dataDir, 'bench.json')
  const isFilled = existsSync(note)
  if (!isFilled) await (await started()).kill('SIGTERM')
  const database = await openDatabase({ dataDir, log: createLog('warn') })
  try {
    if (!isFilled) await fill(database.db, rows, log)
    await writeFile(note, JSON.stringify({ rows }))
    return await signIn(database.db)
  } finally {
    await database.close()
  }
}

function started(): Promise<StartedServer> {
  return startServer({
    passwordCost: 'real',
    dataDir,
    args: ['--no-simulator'],
    env: { MIMIC_LOG: 'error', ...loop.env },
  })
}

type Part = 'lists' | 'mixed' | 'waits' | 'import' | 'starts'

async function measure(tokens: readonly string[]): Promise<Readonly<Partial<Record<Part, readonly Figure[]>>>> {
  const server = await started()
  log(`started in ${(server.startMs / 1000).toFixed(1)} s`)
  const client = createClient(server.httpUrl, tokens)
  const one = createClient(server.httpUrl, tokens.slice(0, 1))
  try {
    return {
      ...(isSelected('lists') ? { lists: await measureLists(client, server.pid, rows, runs, log) } : {}),
      ...(isSelected('mixed') ? { mixed: await measureMixed(client, server.pid, rows, spanS, log) } : {}),
      ...(isSelected('waits') ? { waits: await measureWaits(one, server.httpUrl, loop, poles, log) } : {}),
      ...(isSelected('import') ? { import: await measureImport(one, client, server.pid, poles, log) } : {}),
    }
  } finally {
    client.close()
    one.close()
    await server.kill('SIGTERM')
  }
}

/** Stores each part with the time and machine load of its measurement, replacing earlier results of the part. */
async function report(measured: Readonly<Partial<Record<Part, readonly Figure[]>>>): Promise<void> {
  const previous = existsSync(resultsFile)
    ? (JSON.parse(await readFile(resultsFile, 'utf8')) as { parts?: Readonly<Record<string, unknown>> })
    : {}
  const at = { at: new Date().toISOString(), load: loadavg().map((load) => Math.round(load * 10) / 10), rows }
  const parts = Object.fromEntries(
    Object.entries(measured).map(([part, figures]) => [part, { ...at, figures: figures.map(judged) }]),
  )
  for (const figures of Object.values(measured)) process.stdout.write(`${lines(figures)}\n`)
  process.stdout.write(`load of the machine meanwhile: ${at.load.join(', ')}\n`)
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model, node: process.version }
  if (Object.keys(parts).length > 0)
    await writeFile(resultsFile, `${JSON.stringify({ machine, parts: { ...previous.parts, ...parts } }, null, 2)}\n`)
}
