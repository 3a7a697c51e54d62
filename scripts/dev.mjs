// Starts the server, and the console with hot reload in front of it. When one of them ends, the other is stopped.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname ?? '.', '..')
const http = `http://127.0.0.1:${process.env.MIMIC_HTTP_PORT || 8080}`
const children = [
  start(['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts', ...process.argv.slice(2)]),
  start(['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], { MIMIC_SERVER: http }),
]
let isEnding = false
for (const child of children) child.once('exit', (code) => end(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0))

/** @param {string[]} args @param {Record<string, string>} env */
function start(args, env = {}) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
}

/** @param {number} code */
function end(code) {
  if (isEnding) return
  isEnding = true
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}
