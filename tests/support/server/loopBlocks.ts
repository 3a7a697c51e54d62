import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { removeDirectory } from '../directories.ts'

/**
 * Measures how long a server under test blocks its event loop, in CPU time of its main thread and therefore independent
 * of other load.
 */
export function watchLoop() {
  const directory = mkdtempSync(join(tmpdir(), 'mimic-loop-'))
  const file = join(directory, 'blocks')
  return {
    /** Environment for the server. */
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(resolve(import.meta.dirname, 'loopProbe.mjs')).href}`,
      LOOP_PROBE: file,
    } as const,
    /** Returns blocks of 20 ms or more since `at`, longest first, in milliseconds. */
    async blocksSince(at: number): Promise<readonly number[]> {
      const lines = (await readFile(file, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(' ').map(Number))
      return lines
        .filter(([time = 0]) => time >= at)
        .map(([, ms = 0]) => ms)
        .toSorted((a, b) => b - a)
    },
    close: (): Promise<void> => removeDirectory(directory),
  }
}
