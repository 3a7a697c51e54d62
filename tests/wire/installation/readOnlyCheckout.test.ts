import { execFile, spawn } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, readdirSync, symlinkSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { removeDirectory } from '../../support/directories.ts'

const root = resolve(import.meta.dirname, '../../..')
const parts = [
  'server',
  'contract',
  'engine',
  'public',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
/** Drops the capability to write everywhere, like a container with a read-only file system. */
const capabilities = '-dac_override,-dac_read_search'
const [program, ...before] =
  process.getuid?.() === 0
    ? ['setpriv', `--bounding-set=${capabilities}`, `--inh-caps=${capabilities}`, process.execPath]
    : [process.execPath]
const readyMs = 180_000

let directory = ''
let checkout = ''

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mimic-read-only-'))
  checkout = join(directory, 'checkout')
  for (const part of parts)
    cpSync(join(root, part), join(checkout, part), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist', 'docs'].includes(basename(path)),
    })
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  close(checkout, false)
})
afterAll(async () => {
  close(checkout, true)
  await removeDirectory(directory)
})

function close(path: string, isOpen: boolean): void {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return
  chmodSync(path, found.isDirectory() ? (isOpen ? 0o755 : 0o555) : isOpen ? 0o644 : 0o444)
  if (found.isDirectory()) for (const name of readdirSync(path)) close(join(path, name), isOpen)
}

it.skipIf(process.platform === 'win32')(
  'a read-only checkout starts from its sources without bundling, and reports the reason',
  { tags: 'full', timeout: 2 * readyMs },
  async () => {
    const { stdout, stderr } = await promisify(execFile)(
      program,
      [...before, join(checkout, 'scripts/freshServer.mjs')],
      { cwd: checkout },
    )
    const entry = z.array(z.string()).parse(JSON.parse(stdout))
    expect(entry.at(-1)).toBe('server/main.ts')
    expect(stderr).toMatch(/^The server runs from its sources, which starts more slowly: Error: (?:EACCES|EROFS)/)
    // A bundle that cannot be stored would cost its build time at each start.
    expect(readdirSync(join(checkout, 'server'))).not.toContain('dist')

    const server = spawn(program, [...before, ...entry, '--no-demo', '--no-simulator'], {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        MIMIC_DATA: join(directory, 'data'),
        MIMIC_HTTP_PORT: '0',
        MIMIC_MQTT_PORT: '0',
        MIMIC_MQTT_TCP_PORT: '0',
        MIMIC_ADMIN_PASSWORD: 'correct horse battery 7',
      },
    })
    const ended = new Promise<number | null>((done) => server.once('exit', (code) => done(code)))
    try {
      let output = ''
      const ready = new Promise<string>((done, fail) => {
        const late = setTimeout(() => fail(new Error(`it was not ready in ${readyMs} ms:\n${output}`)), readyMs)
        const read = (chunk: Buffer): void => {
          output += chunk.toString()
          const [, url] = /^MIMIC READY http=(\S+)/m.exec(output) ?? []
          if (url === undefined) return
          clearTimeout(late)
          done(url)
        }
        server.stdout.on('data', read)
        server.stderr.on('data', read)
        server.once('exit', (code) => fail(new Error(`it ended with ${code}:\n${output}`)))
      })
      expect((await fetch(`${await ready}/healthz`)).status).toBe(200)
    } finally {
      server.kill('SIGTERM')
      expect(await ended).toBe(0)
    }
  },
)
