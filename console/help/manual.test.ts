import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { manualPages } from '../app/pages/manualPages.ts'
import { loadGuide } from './manual.ts'
import { headingId, renderMarkdown } from './markdown.ts'

const languages = ['en', 'zh'] as const
const guides = manualPages.flatMap((page) => languages.map((language) => ({ ...page, language })))

it.each(guides)('$file opens in $language under the title of its page', async ({ file, language, words }) => {
  expect(await loadGuide(file, language)).toContain(`>${words[language]}</h1>`)
})

it.each(guides)(
  '$file in $language shows only bundled pictures and links only to help pages, its own headings and other sites',
  async ({ file, language }) => {
    const html = await loadGuide(file, language)
    const targets = [...html.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, url = '']) => url)
    const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
    const paths = new Set(manualPages.map(({ path }) => path))
    const broken = targets.filter((url) => {
      if (url.startsWith('#')) return !ids.has(decodeURIComponent(url.slice(1)))
      return !(/^https?:/.test(url) || paths.has(url) || /\/docs\/images\/(?:en|zh)\/[\w-]+\.webp/.test(url))
    })
    expect(broken).toEqual([])
  },
)

it.each(manualPages)('$file has the same sections, pictures, code and settings in both languages', async ({ file }) => {
  const [en = '', zh = ''] = await Promise.all(languages.map((language) => loadGuide(file, language)))
  const countOf = (html: string, tag: string): number => html.split(`<${tag}`).length
  for (const tag of ['h2', 'h3', 'img', 'pre', 'table', 'tr', 'li'])
    expect([tag, countOf(zh, tag)]).toEqual([tag, countOf(en, tag)])
  const fixed = (html: string): readonly string[] =>
    [...new Set(html.match(/\b(?:npm run [a-z:-]+|[A-Z]+_[A-Z_]+)\b/g))].sort()
  expect(fixed(zh)).toEqual(fixed(en))
})

it('lists every guide of the documentation', () => {
  const files = languages.map((language) =>
    readdirSync(new URL(`../../docs/${language}/`, import.meta.url))
      .filter((name) => name !== 'README.md')
      .sort(),
  )
  const listed = manualPages.map(({ file }) => `${file}.md`).sort()
  expect(files).toEqual([listed, listed])
})

it('escapes HTML and rejects script URLs in Markdown', () => {
  const html = renderMarkdown('<img src=x onerror=alert(1)> [a](javascript:alert(1))', (url) => url)
  expect(html).not.toMatch(/<img|href/)
})

it('makes anchors of headings in both languages', () => {
  expect([headingId('Single sign-on'), headingId('单点登录')]).toEqual(['single-sign-on', '单点登录'])
})
