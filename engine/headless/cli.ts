import { parseArgs } from 'node:util'
import { oneLine, CliError } from './command.ts'
import type { Command, CliEnvironment } from './command.ts'
import { commands } from './commands.ts'
import { parseLanguage, localize } from './language.ts'
import { words } from './words.ts'

/**
 * Runs `mimic` with the given arguments and returns the exit status. Never ends the process.
 *
 * ```ts
 * const status = await main(['validate', 'pump.json'], environment)
 * ```
 */
export async function main(typed: readonly string[], surroundings: CliEnvironment): Promise<number> {
  const around: CliEnvironment = {
    ...surroundings,
    language: findLanguageOption(typed) ?? surroundings.language,
    writeMessage: (line) => surroundings.writeMessage(oneLine(line)),
  }
  const [name = '--help', ...rest] = typed
  if (['help', '--help', '-h'].includes(name)) {
    around.out(overview(around))
    return 0
  }
  try {
    const command = commands[name]
    if (!command || !Object.hasOwn(commands, name)) throw new CliError(words.unknownCommand, { name })
    return await runCommand(command, rest, around)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    around.writeMessage(`mimic: ${localize(error.words, around.language, error.filling)}`)
    return 2
  }
}

async function runCommand(command: Command, typed: readonly string[], around: CliEnvironment): Promise<number> {
  const { values, positionals } = parseArguments(command, typed)
  if (values['help'] === true) {
    around.out(
      `${localize(words.usage, around.language)}: mimic ${command.usage}\n\n${localize(command.details, around.language)}\n`,
    )
    return 0
  }
  return command.run({
    ...around,
    line: (text) => around.out(`${oneLine(text)}\n`),
    files: positionals,
    options: values,
  })
}

function parseArguments(command: Command, typed: readonly string[]) {
  try {
    return parseArgs({
      args: withNegatives(typed, command),
      allowPositionals: true,
      strict: true,
      options: { ...command.options, lang: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    // The following lines only suggest other ways to pass the option.
    throw new CliError(words.wrongOption, {
      cause: error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : '',
    })
  }
}

/** A negative number after an option is its value, not another option. */
function withNegatives(typed: readonly string[], { options }: Command): string[] {
  const args: string[] = []
  for (const word of typed) {
    const last = args.at(-1)
    if (/^-\d/.test(word) && last?.startsWith('--') && options[last.slice(2)]?.type === 'string')
      args[args.length - 1] = `${last}=${word}`
    else args.push(word)
  }
  return args
}

/** Parsed first, so that errors in the other options are reported in this language. */
function findLanguageOption(typed: readonly string[]): ReturnType<typeof parseLanguage> | undefined {
  const at = typed.findIndex((word) => word === '--lang' || word.startsWith('--lang='))
  if (at < 0) return undefined
  return parseLanguage(typed[at]?.slice('--lang='.length) || typed[at + 1])
}

function overview({ language }: CliEnvironment): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${name.padEnd(width)}  ${localize(command.words, language)}`,
  )
  return [
    `${localize(words.usage, language)}: mimic COMMAND …`,
    '',
    `${localize(words.commands, language)}:`,
    ...lines,
    '',
    localize(words.helpHint, language),
    localize(words.exits, language),
    '',
  ].join('\n')
}
