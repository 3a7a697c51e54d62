import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { listFiles, listed } from './sources.ts'
import type { Source } from './sources.ts'

/** Matches a file name with or without a path, such as `broker/acl.ts`. */
const fileName = /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|css))`/g

/** Returns file names in backticks that exist neither below the document's folder nor relative to a parent folder. */
function findings(documents: readonly Source[], paths: readonly string[]): string[] {
  const all = new Set(paths)
  return documents.flatMap(({ path, text }) => {
    const folder = posix.dirname(path)
    const below = paths.filter((each) => folder === '.' || each.startsWith(`${folder}/`))
    const above = folder.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    const exists = (name: string): boolean =>
      all.has(name) ||
      above.some((each) => all.has(posix.join(each, name))) ||
      below.some((each) => each.endsWith(`/${name}`))
    return [...text.matchAll(fileName)].flatMap(([, name = '']) =>
      exists(name) ? [] : [`${path} names ${name}, which does not exist`],
    )
  })
}

const isExample = (line: string): boolean => /CONTRIBUTING\.md/.test(line)

it('finds a file that was renamed', () => {
  const documents = [{ path: 'server/README.md', text: '`acl.ts` and `grant.ts`, `../contract/access.ts`' }]
  expect(findings(documents, ['server/broker/access/acl.ts', 'contract/access.ts'])).toEqual([
    'server/README.md names grant.ts, which does not exist',
  ])
})

it('every file that a README names in backticks exists', () => {
  const paths = listFiles(() => true).map(({ path }) => path)
  const documents = listFiles((path) => path.endsWith('.md') && !path.startsWith('docs/decisions/'))
  expect(listed(findings(documents, paths).filter((line) => !isExample(line)))).toBe('')
})
