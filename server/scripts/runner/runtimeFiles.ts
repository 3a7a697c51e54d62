import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = join(import.meta.dirname, '../runtime')

/** The runtime of scripts, by file name. It runs inside the engine only. */
export function readRuntimeFiles(): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(directory)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  )
}
