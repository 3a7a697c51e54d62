import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles, listed, root } from './sources.ts'
import type { Source } from './sources.ts'

describe('documentation', () => {
  it('has a README of at most 150 lines', () => {
    const [readme] = listFiles((path) => path === 'README.md')
    expect(readme?.text.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  it('describes every environment variable of the server in both languages', () => {
    const options = listFiles((path) => path === 'server/options.ts' || path === 'server/backup/main.ts')
    const pages = listFiles((path) => /^docs\/(?:en|zh)\/configure\.md$/.test(path))
    expect(pages).toHaveLength(2)
    expect(listed(undescribed(options, pages))).toBe('')
  })

  it('sees a variable that is not described', () => {
    expect(
      undescribed(
        [{ path: 'server/options.ts', text: 'env.MIMIC_NEW_THING' }],
        [{ path: 'docs/en/configure.md', text: '`MIMIC_NEW`' }],
      ),
    ).toHaveLength(1)
  })

  it('links only to files that exist', () => {
    const documents = listFiles((path) =>
      /^(?:README|CONTRIBUTING|SECURITY|docs\/(?:en|zh)\/[\w-]+|docs\/README)\.md$/.test(path),
    )
    expect(listed(brokenLinks(documents, (path) => existsSync(`${root}/${path}`)))).toBe('')
  })

  it('sees a link to a missing file', () => {
    expect(
      brokenLinks(
        [{ path: 'docs/en/draw.md', text: '![a](../images/en/a.webp) [b](draw.md#top) [c](https://example.com)' }],
        (path) => path === 'docs/en/draw.md',
      ),
    ).toEqual(['docs/en/draw.md links to ../images/en/a.webp, which does not exist.'])
  })
})

function undescribed(options: readonly Source[], pages: readonly Source[]): string[] {
  const names = new Set(
    options.flatMap(({ text }) => [...text.matchAll(/\benv\.([A-Z][A-Z_]+[A-Z])/g)].map(([, name = '']) => name)),
  )
  const ignored = new Set(['LC_ALL', 'LC_MESSAGES', 'LANG', 'NODE_ENV'])
  return pages.flatMap(({ path, text }) =>
    [...names]
      .filter((name) => !ignored.has(name) && !new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${path} does not describe ${name}: add a row, also in the other language.`),
  )
}

function brokenLinks(documents: readonly Source[], exists: (path: string) => boolean): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, url = '']) => url)
      .filter((url) => !/^[a-z]+:|^#/.test(url) && !exists(posix.join(posix.dirname(path), url.replace(/#.*/, ''))))
      .map((url) => `${path} links to ${url}, which does not exist.`),
  )
}
