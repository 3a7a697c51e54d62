import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { guides } from '../guides.mjs'

/** Copy of docs/ and of the API documentation, made by build.mjs. */
const pages = join(import.meta.dirname, '../.pages')

const firstHeading = (path: string): string => /^# (.+)$/m.exec(readFileSync(join(pages, path), 'utf8'))?.[1] ?? path
const link = (path: string) => ({ text: firstHeading(path), link: `/${path.replace(/(?:index)?\.md$/, '')}` })
const filesIn = (folder: string): string[] =>
  existsSync(join(pages, folder))
    ? readdirSync(join(pages, folder))
        .filter((name) => name.endsWith('.md') && name !== 'index.md')
        .sort()
        .map((name) => `${folder}/${name}`)
    : []
const shared = (text: { glossary: string; decisions: string; api: string }) => [
  ...(existsSync(join(pages, 'glossary.md')) ? [{ text: text.glossary, link: '/glossary' }] : []),
  { text: text.decisions, link: '/decisions/' },
  ...(existsSync(join(pages, 'api')) ? [{ text: text.api, link: '/api/' }] : []),
]
const sidebar = (
  language: 'en' | 'zh',
  words: { guides: string; reference: string; glossary: string; decisions: string; api: string },
) => [
  { text: words.guides, items: guides.map((name) => link(`${language}/${name}.md`)) },
  { text: words.reference, items: shared(words) },
]
const english = {
  guides: 'Guides',
  reference: 'Reference',
  glossary: 'Glossary',
  decisions: 'Decisions',
  api: 'Engine API',
}
const chinese = { guides: '指南', reference: '参考', glossary: '术语表', decisions: '设计决策', api: '引擎 API' }

export default defineConfig({
  title: 'Mimic',
  description: 'Self-hosted SCADA console for the browser',
  srcDir: '.pages',
  outDir: 'dist',
  cleanUrls: false,
  // Files outside docs/, such as READMEs of folders, are not part of the site.
  ignoreDeadLinks: [
    /README/,
    /CONTRIBUTING/,
    /^(\.\.\/)+(?:engine|server|console|contract|workers|tests|bench|scripts)\//,
  ],
  markdown: {
    html: false,
    // Braces are plain text, not Vue expressions.
    config: ({ renderer, utils }) => {
      const escape = (text = ''): string => utils.escapeHtml(text).replaceAll('{', '&#123;')
      renderer.rules.text = (tokens, index) => escape(tokens[index]?.content)
      renderer.rules.code_inline = (tokens, index) => `<code>${escape(tokens[index]?.content)}</code>`
    },
  },
  locales: {
    en: { label: 'English', lang: 'en', link: '/en/', themeConfig: { i18nRouting: true } },
    zh: {
      label: '简体中文',
      lang: 'zh-CN',
      link: '/zh/',
      themeConfig: {
        i18nRouting: true,
        outline: { label: '本页内容' },
        docFooter: { prev: '上一页', next: '下一页' },
        darkModeSwitchLabel: '主题',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '回到顶部',
      },
    },
  },
  themeConfig: {
    i18nRouting: false,
    sidebar: {
      '/en/': sidebar('en', english),
      '/zh/': sidebar('zh', chinese),
      '/decisions/': [
        { text: 'Mimic', link: '/' },
        { text: english.decisions, items: filesIn('decisions').map(link) },
      ],
      '/api/': [
        { text: 'Mimic', link: '/' },
        { text: english.api, items: [{ text: english.api, link: '/api/' }] },
      ],
      '/': [
        { text: english.guides, items: guides.map((name) => link(`en/${name}.md`)) },
        { text: english.reference, items: shared(english) },
      ],
    },
    search: {
      provider: 'local',
      options: {
        locales: {
          zh: {
            translations: {
              button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
              modal: {
                noResultsText: '没有找到',
                resetButtonTitle: '清除',
                footer: { selectText: '选择', navigateText: '移动', closeText: '关闭' },
              },
            },
          },
        },
      },
    },
  },
})
