import { main } from '../cli.ts'
import { CliError } from '../command.ts'
import { words } from '../words.ts'
import type { Language } from '../language.ts'

export interface RunResult {
  readonly status: number
  readonly out: string
  readonly bytes: Uint8Array
  readonly messages: readonly string[]
  readonly written: ReadonlyMap<string, string | Uint8Array>
}

/** Runs a command with in-memory files. Content that is not a string is written as JSON. */
export async function run(
  files: Readonly<Record<string, unknown>>,
  typed: readonly string[],
  language: Language = 'en',
): Promise<RunResult> {
  const messages: string[] = []
  const parts: Uint8Array[] = []
  const written = new Map<string, string | Uint8Array>()
  const status = await main(typed, {
    language,
    isTerminal: false,
    readText(file) {
      const content = files[file]
      if (content === undefined) throw new CliError(words.unreadable, { file, cause: 'ENOENT' })
      return typeof content === 'string' ? content : JSON.stringify(content)
    },
    readBytes: (file) => {
      const content = files[file.replaceAll('\\', '/')]
      return content instanceof Uint8Array ? content : undefined
    },
    write: (file, data) => void written.set(file, data),
    out: (data) => void parts.push(typeof data === 'string' ? new TextEncoder().encode(data) : data),
    writeMessage: (line) => void messages.push(line),
  })
  const bytes = Buffer.concat(parts)
  return { status, out: bytes.toString('utf8'), bytes, messages, written }
}

/** Creates a drawing file from components, with default position and size. */
export function drawingFile(
  components: readonly Readonly<Record<string, unknown>>[],
  rest: Readonly<Record<string, unknown>> = {},
): unknown {
  return {
    version: 2,
    name: 'Pump house',
    ...rest,
    components: components.map((component) => ({ type: 'rect', x: 10, y: 20, width: 100, height: 50, ...component })),
  }
}
