import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer'
import { build } from 'vite'

/**
 * Regenerates `corpus/meta2d-*.json` with @meta2d/core in a browser from the drawings of `meta2dPage.ts`. Run manually
 * with `npx tsx engine/imports/testing/writeCorpus.ts` after updating that package; the files are committed.
 */
const folder = join(import.meta.dirname, '../corpus')
const built = await build({
  configFile: false,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  build: {
    write: false,
    lib: { entry: join(import.meta.dirname, 'meta2dPage.ts'), formats: ['iife'], name: 'corpus' },
  },
})
const [bundle] = Array.isArray(built) ? built : [built]
const code = 'output' in bundle ? bundle.output[0].code : ''
const server = createServer((_, response) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>corpus</title>'),
)
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
const address = server.address()
const profile = await mkdtemp(join(tmpdir(), 'mimic-corpus-'))
const browser = await puppeteer.launch({
  headless: true,
  userDataDir: profile,
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
})
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
  await page.addScriptTag({ content: code })
  const texts: Readonly<Record<string, string>> = (await page.evaluate('writeAll()')) as Readonly<
    Record<string, string>
  >
  for (const [name, text] of Object.entries(texts))
    await writeFile(join(folder, `meta2d-${name}.json`), `${stabilizeIds(text)}\n`)
} finally {
  await browser.close()
  server.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}

/** Replaces random ids by sequential ones, so that files only change with the library's output. */
function stabilizeIds(text: string): string {
  const idMap = new Map<string, string>()
  const one = text.replace(/"((?:[0-9a-f]{7,8}))"/g, (whole, id: string) => {
    if (/^\d+$/.test(id)) return whole
    const name = idMap.get(id) ?? `id${idMap.size}`
    idMap.set(id, name)
    return `"${name}"`
  })
  return one.replaceAll('{"id":"', '\n{"id":"')
}
