import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import puppeteer from 'puppeteer'
import type { Browser, Page } from 'puppeteer'
import { build, preview } from 'vite'
import { passes, percentile } from './passes.ts'
import type { Pass, Row, Sizes } from './passes.ts'
import { table } from './report.ts'

const bench = fileURLToPath(new URL('.', import.meta.url))
const resultsFile = join(bench, 'results', 'latest.json')

/** A measurement of the slowest engine at the largest size takes minutes with software rendering. */
const protocolTimeout = 600_000
const shared = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
]
const softwareGl = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
const realGpu = ['--enable-gpu', '--ignore-gpu-blocklist', '--use-angle=default']

/** A cross-origin isolated page has a clock resolution of 5 µs instead of 100. */
const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    gpu: { type: 'boolean', default: false },
    only: { type: 'string' },
    engines: { type: 'string' },
    pictures: { type: 'string' },
    n: { type: 'string', default: '10000' },
    u: { type: 'string', default: '1000' },
    large: { type: 'string', default: '100000' },
    moved: { type: 'string', default: '1000' },
  },
})
const sizes: Sizes = {
  n: Number(options.n),
  u: Number(options.u),
  large: Number(options.large),
  moved: Number(options.moved),
}
const log = (line: string) => void process.stderr.write(`${line}\n`)

await main()

async function main(): Promise<void> {
  const chosen = passes.filter((pass) => !options.only || pass.measures.includes(options.only))
  if (chosen.length === 0) {
    log(`there is no measure ${options.only}; there are ${passes.flatMap((pass) => pass.measures).join(', ')}`)
    process.exitCode = 2
    return
  }
  const served = await serve()
  const rows: Row[] = []
  try {
    if (options.pictures) await takePictures(served.url, options.pictures)
    for (const pass of chosen) rows.push(...(await measure(served.url, pass)))
  } finally {
    await served.close()
  }
  await report(rows)
}

function isSelected(engine: string): boolean {
  return !options.engines || options.engines.split(',').includes(engine)
}

/**
 * Returns the rows of a pass, each the median of its rounds. Engines alternate within a round, so that a temporarily
 * slow machine affects all of them. A failing engine reports its error and has no row.
 */
async function measure(url: string, pass: Pass): Promise<Row[]> {
  const measured: Row[] = []
  const failed = new Set<string>()
  for (let round = 0; round < pass.rounds; round++) {
    for (const engine of pass.engines) {
      if (!isSelected(engine) || failed.has(engine)) continue
      try {
        measured.push(...(await onFreshPage(url, (page) => pass.visit(page, engine, sizes))))
      } catch (error) {
        failed.add(engine)
        log(
          `${engine} failed at ${pass.measures.join(', ')}: ${error instanceof Error ? error.message : String(error)}`,
        )
        process.exitCode = 1
      }
    }
  }
  const rows = medians(measured.filter((row) => !failed.has(row.engine)))
  for (const row of rows) log(`${row.measure} ${row.engine} ${row.value} ${row.unit}`)
  return rows
}

function medians(measured: readonly Row[]): Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of measured) {
    const key = `${row.measure} ${row.engine}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first
      ? [
          {
            ...first,
            value: percentile(
              group.map((row) => row.value),
              0.5,
            ),
          },
        ]
      : []
  })
}

/** Starts a browser per visit, so that no engine inherits heap, compiled code or GPU memory of another. */
async function onFreshPage<T>(url: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launch()
  try {
    const page = await browser.newPage()
    await page.setViewport({ width: 1600, height: 900 })
    page.on('pageerror', (error) => log(`page: ${String(error)}`))
    await page.goto(url)
    await page.waitForFunction('globalThis.bench')
    return await work(page)
  } finally {
    await browser.close()
  }
}

function launch(): Promise<Browser> {
  const args = [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...shared,
    ...(options.gpu ? realGpu : softwareGl),
  ]
  return puppeteer.launch({ headless: true, protocolTimeout, args })
}

/** Builds the pages like a release and serves them on a free port. */
async function serve(): Promise<{ url: string; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'mimic-bench-'))
  const shape = { configFile: false, logLevel: 'error', root: join(bench, 'browser') } as const
  await build({
    ...shape,
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: [join(bench, 'browser', 'page.html')] },
    },
  })
  const server = await preview({
    ...shape,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers: isolated },
  })
  const address = server.httpServer.address()
  if (!address || typeof address === 'string') throw new Error('the bench page is not served')
  return {
    url: `http://127.0.0.1:${address.port}/page.html`,
    async close() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

/** Writes a PNG of 1,000 components per engine. All pictures must match. */
async function takePictures(url: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const engine of passes[0]?.engines ?? []) {
    if (!isSelected(engine)) continue
    await onFreshPage(url, async (page) => {
      await page.evaluate(
        `(async () => { await bench.load('${engine}'); bench.prepare(${sizes.u}); await bench.open('run'); await bench.goLive(${sizes.u}) })()`,
      )
      await page.screenshot({ path: join(folder, `${engine}.png`) })
    })
  }
}

async function report(rows: readonly Row[]): Promise<void> {
  const previous = rows.filter(
    (row) => !options.only || row.measure === options.only || row.measure.startsWith(`${options.only}-`),
  )
  if (options.json) {
    process.stdout.write(`${JSON.stringify(previous, null, 2)}\n`)
    return
  }
  process.stdout.write(`${table(rows)}\n`)
  if (options.only || options.engines) return
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    node: process.version,
    gl: options.gpu ? 'gpu' : 'software',
  }
  await mkdir(join(bench, 'results'), { recursive: true })
  await writeFile(resultsFile, `${JSON.stringify({ at: new Date().toISOString(), machine, sizes, rows }, null, 2)}\n`)
}
