import type { ParseArgsConfig } from 'node:util'
import { localize } from './language.ts'
import type { Filling, Language } from './language.ts'
import type { Words } from '../schema/index.ts'

/** Environment of a command: file access, output and error streams, and language. */
export interface CliEnvironment {
  readonly language: Language
  /** Whether the output is a terminal. */
  readonly isTerminal: boolean
  /** Returns the text of a file; `-` is standard input. Throws `CliError` if it cannot be read. */
  readText(file: string): string
  /** Returns the bytes of a file, or undefined if it does not exist. */
  readBytes(file: string): Uint8Array | undefined
  write(file: string, data: string | Uint8Array): void
  out(data: string | Uint8Array): void
  /** Writes a message line, separate from the result (standard error). */
  writeMessage(line: string): void
}

/** A call of a command: its environment with the parsed arguments. `files` are the positional arguments. */
export interface Call extends CliEnvironment {
  /** Writes a line of the result; control characters from file content are escaped. */
  line(text: string): void
  readonly files: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
}

/**
 * A command. `run` returns the exit status: 0 nothing found, 1 something found. It throws `CliError` if it cannot be
 * carried out (status 2).
 */
export interface Command {
  readonly words: Words
  /** Usage line, starting with the command's name. */
  readonly usage: string
  /** Further help lines for `--help`. */
  readonly details: Words
  readonly options: NonNullable<ParseArgsConfig['options']>
  run(call: Call): number | Promise<number>
}

/** A command cannot be carried out. Has messages in both languages. */
export class CliError extends Error {
  readonly words: Words
  readonly filling: Filling

  constructor(words: Words, filling: Filling = {}) {
    super(localize(words, 'en', filling))
    this.words = words
    this.filling = filling
  }
}

/** Returns the text of an option, or undefined if the option is missing or has no text. */
export function textOption({ options }: Call, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns true if a flag option is set. */
export function isSet({ options }: Call, name: string): boolean {
  return options[name] === true
}

/** Returns the texts of an option that may be repeated; empty if the option is missing. */
export function textsOption({ options }: Call, name: string): readonly string[] {
  const value = options[name]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/**
 * Makes text from a file safe for one line of a terminal or log: escapes line breaks, control characters and
 * bidirectional controls.
 */
export function oneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** Formats JSON output with a trailing newline. */
export function writeJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`
}
