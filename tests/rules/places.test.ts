import { describe, expect, it } from 'vitest'
import { listFiles, getLine, listed } from './sources.ts'
import type { Source } from './sources.ts'

const binary = /\.(?:png|jpe?g|webp|gif|ico|woff2?|mp4|flv|glb|xlsx)$/
/** The only registry allowed in a lock file, because it is npm's default. */
const publicRegistry = 'https://registry.npmjs.org/'

const rules: readonly { readonly pattern: RegExp; readonly remedy: string }[] = [
  {
    pattern: /(?:^|[\s"'`(=:])\/(?:work|root|home|Users)\/[\w.-]+/gm,
    remedy: 'this is a path of one machine: build it from import.meta.url, the working directory or os.tmpdir().',
  },
  {
    pattern: /\b[A-Z]:\\Users\\\w+/g,
    remedy: 'this is a path of one machine: build it from import.meta.url, the working directory or os.tmpdir().',
  },
  {
    pattern: /https?:\/\/[^\s"'`]*(?:registry|artifactory|nexus|verdaccio|npm\.|-proxy|mirror)[^\s"'`]*/g,
    remedy:
      "this is a package registry: leave its address to npm's own configuration (lock file: npm install --omit-lockfile-registry-resolved).",
  },
]

describe('no file names a place of one machine', () => {
  it('holds in every file', () => {
    expect(listed(findings(listFiles((path) => !binary.test(path) && path !== 'tests/rules/places.test.ts')))).toBe('')
  })

  it.each([
    ['const at = "/home/ann/project"'],
    ['cd /root/mimic && npm ci'],
    ['"resolved": "https://npm.example.org/pixi.js/-/pixi.js-8.0.0.tgz"'],
    ['"resolved": "http://10.0.0.1:4873/registry/zod.tgz"'],
    ['const at = "C:\\Users\\ann"'],
  ])('sees %s', (text) => {
    expect(findings([{ path: 'a.ts', text }])).toHaveLength(1)
  })

  it.each([
    ['"resolved": "https://registry.npmjs.org/zod/-/zod-4.0.0.tgz"'],
    ['<Route path="/homepage" />'],
    ["known: '/usr/bin/chromium'"],
  ])('lets %s be', (text) => {
    expect(findings([{ path: 'a.ts', text }])).toEqual([])
  })
})

function findings(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    rules.flatMap(({ pattern, remedy }) => {
      const hits = [...text.matchAll(pattern)].filter(([hit]) => !hit.startsWith(publicRegistry))
      const [first] = hits
      return first
        ? [
            `${path}:${getLine(text, first.index)} has ${first[0].trim()}${hits.length > 1 ? ` and ${hits.length - 1} more` : ''}: ${remedy}`,
          ]
        : []
    }),
  )
}
