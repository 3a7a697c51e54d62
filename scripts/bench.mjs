import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Starts the TypeScript benchmark under tsx and passes options and exit code through. `--server` selects the server
// benchmark.
const isServer = process.argv.includes('--server')
const run = fileURLToPath(new URL(isServer ? '../bench/server/run.ts' : '../bench/run.ts', import.meta.url))
const child = spawn(process.execPath, ['--import', 'tsx', run, ...process.argv.slice(2)], { stdio: 'inherit' })
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1)
})
