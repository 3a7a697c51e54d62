import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { afterAll, expect, it, vi } from 'vitest'

const mimicPath = fileURLToPath(new URL('../bin/mimic.mjs', import.meta.url))
const sample = fileURLToPath(new URL('../../public/samples/pump-house.json', import.meta.url))
// Each start compiles the sources, which takes seconds on two shared cores.
vi.setConfig({ testTimeout: 60_000 })
const folder = mkdtempSync(join(tmpdir(), 'mimic-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the program like a shell. */
function mimic(typed: readonly string[], input = ''): { status: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [mimicPath, ...typed], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, LC_ALL: 'en_GB.UTF-8' },
  })
  return { status, out: stdout, errors: stderr }
}

it('validates a sample, and another one from the standard input', { tags: 'full' }, () => {
  expect(mimic(['validate', sample])).toMatchObject({
    status: 0,
    out: expect.stringContaining('no problems'),
    told: '',
  })
  expect(mimic(['validate', '-'], '{"version":2}')).toMatchObject({
    status: 1,
    out: expect.stringContaining('-:1: components:'),
  })
})

it('renders a sample as PNG and as SVG', () => {
  expect(
    mimic(['render', sample, '--at', 'factory/tank-01/level=96', '--out', 'pump.png', '--scale', '0.5']),
  ).toMatchObject({ status: 0 })
  expect(PNG.sync.read(readFileSync(join(folder, 'pump.png')))).toMatchObject({ width: 800, height: 450 })
  expect(mimic(['render', sample, '--at', 'factory/tank-01/level=96']).out).toMatch(/^<svg .*96\.0%.*<\/svg>\n$/s)
})

it('compares a sample with an edited one', { tags: 'full' }, () => {
  writeFileSync(join(folder, 'edited.json'), readFileSync(sample, 'utf8').replace('Pump house 1', 'Pump house 2'))
  const { status, out } = mimic(['diff', sample, 'edited.json'])
  expect([status, out]).toEqual([1, expect.stringContaining('"Pump house 1" → "Pump house 2"')])
})

it('checks the bindings of a sample against a list of tags', { tags: 'full' }, () => {
  writeFileSync(join(folder, 'tags.txt'), 'factory/tank-01/level\n')
  expect(mimic(['bind-check', sample])).toMatchObject({ status: 0 })
  expect(mimic(['bind-check', sample, '--tags', 'tags.txt'])).toMatchObject({
    status: 1,
    out: expect.stringContaining('factory/pump-01/running is not in the list of tags'),
  })
})

it('prints the published schema', { tags: 'full' }, () => {
  expect(mimic(['schema']).out).toBe(readFileSync(new URL('../drawing.schema.json', import.meta.url), 'utf8'))
})

it('ends with 2 when it cannot be done', { tags: 'full' }, () => {
  expect(mimic(['validate', 'nowhere.json'])).toMatchObject({
    status: 2,
    out: '',
    told: expect.stringContaining('nowhere.json cannot be read'),
  })
})
