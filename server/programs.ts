import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Programs that run in their own process or thread, relative to this directory. `scripts/freshServer.mjs` bundles each
 * next to `main.js`.
 */
const sources = {
  backup: 'backup/main.ts',
  channel: 'drivers/runner/program.ts',
  embeddedProcess: 'database/engines/embeddedProcess.ts',
  painter: 'services/thumbnails/paint.ts',
  scripts: 'scripts/runner/program.ts',
  simulator: 'simulator/main.ts',
  worker: 'workerPool/worker.ts',
} as const

/** A file to run and the node arguments that it needs. */
export interface Program {
  readonly path: string
  readonly execArgv: readonly string[]
}

/**
 * Returns the bundled program if this process runs from the same build, because it starts several times faster;
 * otherwise its source with tsx.
 */
export function findProgram(name: keyof typeof sources): Program {
  const build = dirname(process.argv[1] ?? '')
  const built = join(build, `${name}.js`)
  const isBuilt = dirname(build) === join(import.meta.dirname, 'dist') && existsSync(built)
  return isBuilt
    ? { path: built, execArgv: ['--enable-source-maps'] }
    : { path: join(import.meta.dirname, sources[name]), execArgv: ['--import', 'tsx'] }
}
