import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeDirectory } from '../../support/directories.ts'

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** A project that installs the packed engine with only the dependencies of its manifest. */
let project = ''
let engine = ''

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'mimic-packaging-'))
  engine = join(project, 'node_modules/@mimic/engine')
  await run(process.execPath, [join(root, 'scripts/buildEngine.mjs')], { cwd: root })
  const { stdout } = await run(process.execPath, [join(root, 'scripts/packEngine.mjs'), project], { cwd: root })
  mkdirSync(engine, { recursive: true })
  await run('tar', ['-xzf', stdout.trim(), '-C', engine, '--strip-components=1'])
  for (const name of [...Object.keys(manifest().dependencies), ...Object.keys(manifest().optionalDependencies)])
    link(name)
  writeFileSync(join(project, 'package.json'), '{ "name": "somebody", "private": true, "type": "module" }')
})
afterAll(async () => {
  await removeDirectory(project)
})

const manifest = (): {
  exports: Record<string, { types: string; default: string } | string>
  bin: Record<string, string>
  dependencies: object
  optionalDependencies: object
} => JSON.parse(readFileSync(join(engine, 'package.json'), 'utf8'))

/** Links the installed packages, so that the test needs no registry. */
function link(name: string): void {
  const place = join(project, 'node_modules', name)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), place, 'junction')
}

it('holds every door with its types, and no source', () => {
  for (const [door, target] of Object.entries(manifest().exports)) {
    for (const file of typeof target === 'string' ? [target] : Object.values(target))
      expect([door, file, existsSync(join(engine, file))]).toEqual([door, file, true])
  }
  for (const file of Object.values(manifest().bin)) expect(existsSync(join(engine, file))).toBe(true)
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([])
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']))
})

it('reads a drawing with every type there is and draws it as SVG, in Node, installed by itself', async () => {
  writeFileSync(
    join(project, 'main.js'),
    `
    import { catalog } from '@mimic/engine/catalog'
    import { makeComponent, newDrawing, ranksBetween, readDrawing, writeDrawing } from '@mimic/engine/document'
    import { renderSvg } from '@mimic/engine/paint'
    const ranks = ranksBetween(null, null, catalog.list.length)
    const components = catalog.list.map((type, i) => makeComponent({ type: type.type, name: type.words.zh, ...type.size, rank: ranks[i] }))
    const read = readDrawing(writeDrawing({ ...newDrawing('all'), components }), catalog)
    if (read.problems) throw new Error(JSON.stringify(read.problems))
    console.log(renderSvg(read.value.drawing, catalog))
  `,
  )
  const { stdout } = await run(process.execPath, ['main.js'], { cwd: project, maxBuffer: 64 * 1024 * 1024 })
  expect(stdout.trim()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>$/)
  expect(stdout.length).toBeGreaterThan(5000)
})

it('provides type declarations for a compiler', { tags: 'full' }, async () => {
  writeFileSync(
    join(project, 'main.ts'),
    `
    import { catalog, createStage, createTree, newDrawing, renderSvg, type Component, type Stage } from '@mimic/engine'
    import { makeComponent } from '@mimic/engine/document'
    const one: Component = makeComponent({ type: 'tank', name: 'a' })
    export const svg: string = renderSvg({ ...newDrawing('x'), components: [one] }, catalog)
    export const made: [typeof createStage, typeof createTree, Stage | undefined] = [createStage, createTree, undefined]
    // @ts-expect-error a number is no name
    makeComponent({ type: 'tank', name: 5 })
  `,
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const common = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom,dom.iterable',
    '--ignoreConfig',
  ]
  for (const how of [
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    const { stdout } = await run(process.execPath, [tsc, ...common, ...how, 'main.ts'], { cwd: project }).catch(
      (error: unknown) => ({ stdout: getOutput(error) }),
    )
    expect(stdout).toBe('')
  }
})

it('loads charts, streams, scenes and the headless canvas only when a drawing asks for them', () => {
  const reached = new Set<string>()
  const late = new Set<string>()
  const walk = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, named = ''] of text.matchAll(/^(?:import|export)\b[^'"]*['"]([^'"]+)['"]/gm)) {
      if (named.startsWith('.')) walk(resolve(dirname(file), named))
      else reached.add(named)
    }
    for (const [, named = ''] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)) late.add(named)
  }
  walk(join(engine, 'dist/index.js'))
  expect([...reached].filter((name) => /^(?:echarts|mpegts|three|@napi-rs|node:)/.test(name))).toEqual([])
  expect(late.size).toBeGreaterThan(0)
})

const getOutput = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : String(error)
