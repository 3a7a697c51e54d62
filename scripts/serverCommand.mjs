// Runs one of the commands beside the server (`backup`, `restore`, `verify-audit`, …): built as the server is, because it starts several
// times faster; from the sources without what builds it.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { serverArguments } from './freshServer.mjs'

const root = resolve(import.meta.dirname ?? '.', '..')
const command = spawn(process.execPath, [...await serverArguments('backup'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
command.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
