// Runs a server command (`backup`, `restore`, `verify-audit`, …) from the bundle, which starts several times faster, or
// from the sources without the build tools.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { serverArguments } from './freshServer.mjs'

const root = resolve(import.meta.dirname ?? '.', '..')
const command = spawn(process.execPath, [...(await serverArguments('backup')), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
command.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
