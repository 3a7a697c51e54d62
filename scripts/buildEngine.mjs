import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Builds engine/dist: a JavaScript module and a type declaration for each source module.

const root = fileURLToPath(new URL('..', import.meta.url))
const engine = join(root, 'engine')
const dist = join(engine, 'dist')

run('vite', 'bin/vite.js', 'build')
run('typescript', 'bin/tsc', '-p', 'tsconfig.build.json')
for (const file of readdirSync(dist, { recursive: true })) if (file.endsWith('.d.ts')) nameModules(join(dist, file))

function run(name, script, ...args) {
  execFileSync(process.execPath, [join(root, 'node_modules', name, script), ...args], { cwd: engine, stdio: 'inherit' })
}

/** The compiler leaves `./x.ts` in declarations, but the installed package contains only `x.js` and `x.d.ts`. */
function nameModules(file) {
  const text = readFileSync(file, 'utf8')
  const named = text.replace(/((?:from|import\()\s*['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2')
  if (/['"]\.{1,2}\/[^'"]+\.ts['"]/.test(named))
    throw new Error(`${file.slice(dirname(dist).length)} names a module in a way that is not known here`)
  if (named !== text) writeFileSync(file, named)
}
