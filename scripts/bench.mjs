import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// The bench is TypeScript: this only starts it under tsx and hands its options and its exit code on. `--server` is the other one.
const isServer = process.argv.includes('--server')
const run = fileURLToPath(new URL(isServer ? '../bench/server/run.ts' : '../bench/run.ts', import.meta.url))
const child = spawn(process.execPath, ['--import', 'tsx', run, ...process.argv.slice(2)], { stdio: 'inherit' })
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1)
})
