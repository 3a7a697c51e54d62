import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { main } from './cli.ts'
import type { CliEnvironment } from './command.ts'
import { CliError } from './command.ts'
import { parseLanguage } from './language.ts'
import { decodeText } from '../schema/index.ts'
import { words } from './words.ts'

/** Runs the command line of this process and sets its exit status. */
export async function runProcess(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), createEnvironment(process.env))
}

const standardInput = 0

function createEnvironment(env: NodeJS.ProcessEnv): CliEnvironment {
  return {
    language: parseLanguage(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG']),
    isTerminal: process.stdout.isTTY,
    readText(file) {
      let bytes: Uint8Array
      try {
        bytes = readFileSync(file === '-' ? standardInput : file)
      } catch (error) {
        throw new CliError(words.unreadable, { file, cause: getErrorMessage(error) })
      }
      const decoded = decodeText(bytes)
      if (decoded.value) return decoded.value.text
      throw new CliError(words.unreadable, { file, cause: decoded.problems[0]?.message ?? '' })
    },
    readBytes: (file) => (existsSync(file) ? readFileSync(file) : undefined),
    write(file, data) {
      try {
        writeFileSync(file, data)
      } catch (error) {
        throw new CliError(words.unwritable, { file, cause: getErrorMessage(error) })
      }
    },
    out: (data) => void process.stdout.write(data),
    writeMessage: (line) => void process.stderr.write(`${line}\n`),
  }
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
