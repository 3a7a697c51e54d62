import type { ParseArgsConfig } from 'node:util'
import { say } from './language.ts'
import type { Filling, Language } from './language.ts'
import type { Words } from '../schema/index.ts'

/** What a command works in: files, the two outputs, and the language of its reader. */
export interface CliEnvironment {
  readonly language: Language
  /** Whether what `out` writes is seen by a person at once. */
  readonly isTerminal: boolean
  /** The text of a file; `-` is the standard input. */
  readText(file: string): string
  /** The bytes of a file; undefined when there is none. */
  readBytes(file: string): Uint8Array | undefined
  write(file: string, data: string | Uint8Array): void
  out(data: string | Uint8Array): void
  /** A line for the person, apart from the result. */
  tell(line: string): void
}

export interface Call extends CliEnvironment {
  /** A line of the result, whatever it quotes from a file. */
  line(text: string): void
  readonly files: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
}

/** One command. Its answer is the exit status: 0 nothing found, 1 something found. What cannot be done throws `Trouble`: 2. */
export interface Command {
  readonly words: Words
  /** How it is called, its name first. */
  readonly usage: string
  /** More of it, a line each, for `--help`. */
  readonly details: Words
  readonly options: NonNullable<ParseArgsConfig['options']>
  run(call: Call): number | Promise<number>
}

/** What keeps a command from being carried out, in both languages. */
export class CliError extends Error {
  readonly words: Words
  readonly filling: Filling

  constructor(words: Words, filling: Filling = {}) {
    super(say(words, 'en', filling))
    this.words = words
    this.filling = filling
  }
}

export function textOption({ options }: Call, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export function isSet({ options }: Call, name: string): boolean {
  return options[name] === true
}

export function textsOption({ options }: Call, name: string): readonly string[] {
  const value = options[name]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** What a file says, on one line of a terminal or a log: signs that would begin a line of their own, move or turn what stands there are written out. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}

/** JSON for programs, with an end of line. */
export function writeJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`
}
