import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { RunningServer } from './server.ts'

export interface Ran {
  readonly code: number | null
  readonly text: string
}

/** Runs a server command (`backup`, `restore`, `verify-audit`) on a data directory. */
export function runCommand(
  args: readonly string[],
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = spawn(process.execPath, ['scripts/serverCommand.mjs', ...args], {
    cwd: resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, MIMIC_DATA: dataDir, ...env },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ code, text }))
  })
}

/** Returns the environment for a command to reach a server's external database. */
export const databaseEnv = ({ database }: RunningServer): Readonly<Record<string, string>> =>
  database.connectionString === undefined ? {} : { DATABASE_URL: database.connectionString }
