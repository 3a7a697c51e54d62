import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const root = resolve(import.meta.dirname, '../..')
const kinds = ['wire', 'journeys', 'pictures'] as const
const names = z.array(z.string())

/** The scripts are plain JavaScript and need no compilation. */
const load = (path: string): Promise<unknown> => import(pathToFileURL(resolve(root, path)).href)
const { map, smoke } = z
  .object({
    map: z.array(
      z.object({ path: z.string(), wire: names.optional(), journeys: names.optional(), pictures: names.optional() }),
    ),
    smoke: names,
  })
  .parse(await load('scripts/testing/affected.mjs'))
const { steps } = z
  .object({ steps: z.array(z.object({ files: names.optional(), dailyFiles: names.optional() })) })
  .parse(await load('scripts/testing/steps.mjs'))

/** Returns true if a path or path prefix exists. */
function isPresent(path: string): boolean {
  const [, folder = '', beginning = ''] = /^(.*\/)([^/]*)$/.exec(path) ?? []
  return (
    existsSync(resolve(root, folder)) && readdirSync(resolve(root, folder)).some((name) => name.startsWith(beginning))
  )
}
const testFile = (kind: string, name: string): string => `tests/${kind}/${name}.test.ts`

describe('the map from changed files to affected tests (scripts/testing/affected.mjs)', () => {
  it('names only folders and test files that exist: rename them there too', () => {
    const missing = [
      ...map.map(({ path }) => path).filter((path) => !isPresent(path)),
      ...map
        .flatMap((entry) => kinds.flatMap((kind) => (entry[kind] ?? []).map((name) => testFile(kind, name))))
        .filter((path) => !isPresent(path)),
      ...smoke.map((name) => testFile('journeys', name)).filter((path) => !isPresent(path)),
      ...steps
        .flatMap(({ files, dailyFiles }) => [...(files ?? []), ...(dailyFiles ?? [])])
        .filter((path) => !isPresent(path)),
    ]
    expect(missing).toEqual([])
  })

  it('detects a name that no longer exists', () => {
    expect([
      isPresent('server/no-such-room/'),
      isPresent('tests/wire/noSuchFile.test.ts'),
      isPresent('server/services/drawings'),
    ]).toEqual([false, false, true])
  })
})
