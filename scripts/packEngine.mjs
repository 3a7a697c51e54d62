import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Packs the built engine for installation: `node scripts/packEngine.mjs [FOLDER]` writes mimic-engine-VERSION.tgz and
// prints its path. The manifest in engine/ points to the sources; the packed one points to dist/.

const root = fileURLToPath(new URL('..', import.meta.url))
const engine = join(root, 'engine')
const target = resolve(process.argv[2] ?? '.')
const stage = mkdtempSync(join(tmpdir(), 'mimic-engine-'))
try {
  const {
    scripts: _scripts,
    publishConfig,
    ...manifest
  } = JSON.parse(readFileSync(join(engine, 'package.json'), 'utf8'))
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify(published(manifest, publishConfig.optional), null, 2)}\n`,
  )
  for (const name of manifest.files) cpSync(join(engine, name), join(stage, name), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', target], {
      cwd: stage,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }),
  )
  console.log(join(target, packed.filename))
} finally {
  rmSync(stage, { recursive: true, force: true })
}

/** Entry points into dist/ with their types. Optional dependencies may be missing. */
function published(manifest, optional) {
  const doors = Object.entries(manifest.exports).map(([door, source]) => {
    if (!source.endsWith('.ts')) return [door, source]
    const built = `./dist/${source.slice(2, -3)}`
    return [door, { types: `${built}.d.ts`, default: `${built}.js` }]
  })
  const [needed, wanted] = [{}, {}]
  for (const [name, range] of Object.entries(manifest.dependencies))
    (optional.includes(name) ? wanted : needed)[name] = range
  return {
    ...manifest,
    exports: { ...Object.fromEntries(doors), './package.json': './package.json' },
    dependencies: needed,
    optionalDependencies: wanted,
  }
}
