// Builds console and server if they are missing or older than their sources, then starts the server.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import './freshConsole.mjs'
import { serverArguments } from './freshServer.mjs'

const root = resolve(import.meta.dirname ?? '.', '..')
const server = spawn(process.execPath, [...(await serverArguments()), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && server.kill(signal)) // Ctrl-C reaches the server directly.
server.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
