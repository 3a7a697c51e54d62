// Builds the console if it is missing or older than its sources. Import or run it before the server starts.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname ?? '.', '..')
const sources = [
  'console',
  'contract',
  'docs',
  'engine',
  'workers',
  'public',
  'index.html',
  'package.json',
  'vite.config.ts',
]
const built = join(root, 'dist/index.html')

if (!existsSync(built) || newestOf(sources) > statSync(built).mtimeMs) {
  process.stdout.write('Building the console (once after each change, about half a minute) …\n')
  const vite = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (vite.status !== 0) process.exit(vite.status ?? 1)
}

/** @param {string[]} paths @returns {number} */
function newestOf(paths) {
  return Math.max(
    0,
    ...paths
      .map((path) => join(root, path))
      .filter(existsSync)
      .map((path) => {
        const { mtimeMs } = statSync(path)
        if (!statSync(path).isDirectory()) return mtimeMs
        return newestOf(
          readdirSync(path)
            .filter((name) => name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
            .map((name) => join(path.slice(root.length + 1), name)),
        )
      }),
  )
}
