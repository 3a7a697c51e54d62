import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Packs the built engine as others install it: `node scripts/packEngine.mjs [FOLDER]` leaves mimic-engine-VERSION.tgz there and
// says where. The manifest in engine/ points at sources, for those who work here; the packed one points at dist/.

const root = fileURLToPath(new URL('..', import.meta.url))
const engine = join(root, 'engine')
const target = resolve(process.argv[2] ?? '.')
const stage = mkdtempSync(join(tmpdir(), 'mimic-engine-'))
try {
  const { scripts: _scripts, publishConfig, ...manifest } = JSON.parse(readFileSync(join(engine, 'package.json'), 'utf8'))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(published(manifest, publishConfig.optional), null, 2)}\n`)
  for (const name of manifest.files) cpSync(join(engine, name), join(stage, name), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', target], { cwd: stage, encoding: 'utf8', shell: process.platform === 'win32' }))
  console.log(join(target, packed.filename))
} finally {
  rmSync(stage, { recursive: true, force: true })
}

/** Doors into dist/ with their types; what is loaded only by who needs it may be missing. */
function published(manifest, optional) {
  const doors = Object.entries(manifest.exports).map(([door, source]) => {
    if (!source.endsWith('.ts')) return [door, source]
    const built = `./dist/${source.slice(2, -3)}`
    return [door, { types: `${built}.d.ts`, default: `${built}.js` }]
  })
  const [needed, wanted] = [{}, {}]
  for (const [name, range] of Object.entries(manifest.dependencies)) (optional.includes(name) ? wanted : needed)[name] = range
  return { ...manifest, exports: { ...Object.fromEntries(doors), './package.json': './package.json' }, dependencies: needed, optionalDependencies: wanted }
}
