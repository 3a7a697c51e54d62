import { describe, expect, it } from 'vitest'
import * as errors from '../../contract/errors.ts'
import { catalog } from '../../engine/components/catalog.ts'
import { plantTags } from '../../server/simulator/plant.ts'
import { listFiles, listed } from './sources.ts'
import type { Source } from './sources.ts'

const folders = { en: 'console/locales/en-us/', zh: 'console/locales/zh-cn/' } as const
const chinese = /\p{Script=Han}/u
const placeholder = /\{\{\s*([\w.]+)[^}]*\}\}/g
/** Languages differ in plural forms, so only the key's presence in some form is checked. */
const pluralForm = /_(?:zero|one|two|few|many|other)$/
/** Names and technical symbols that Chinese engineers write in Latin letters. */
const sameInChinese = new Set([
  'Mimic',
  'English',
  'MQTT',
  'WebGL',
  'JSON',
  'CSV',
  'PNG',
  'SVG',
  'HTTP',
  'URL',
  'ID',
  'IP',
  'Ctrl',
  'Shift',
  'Alt',
  'Esc',
  'Enter',
  'Delete',
  'x',
  'y',
  'X',
  'Y',
  'W',
  'H',
  'px',
  'ms',
  's',
  'Hz',
  'kW',
  'V',
  'A',
  'C',
  'on',
  'off',
])

describe('words in both languages', () => {
  it('are complete on the screens', () => {
    expect(
      listed(
        localeFindings(listFiles((path) => path.startsWith('console/locales/') && /(?<!language)\.json$/.test(path))),
      ),
    ).toBe('')
  })

  it('have straight quotation marks in English: among Chinese letters curly ones are as wide as a letter', () => {
    const curled = listFiles((path) => path.startsWith(folders.en) && path.endsWith('.json')).flatMap(
      ({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, index) =>
            /[“”‘’]/.test(line) ? [`${path}:${index + 1} has a curly quotation mark: write " or ' instead.`] : [],
          ),
    )
    expect(listed(curled)).toBe('')
  })

  it('have unique keys: of two entries with one key, the first would be lost', () => {
    expect(
      listed(
        listFiles((path) => path.startsWith('console/locales/') && /(?<!language)\.json$/.test(path)).flatMap(
          twiceFindings,
        ),
      ),
    ).toBe('')
    expect(
      twiceFindings({ path: 'a.json', text: '{"a": {"b": "x", "c": "{\\"b\\": 1}"}, "b": "y", "a": {"b": "z"}}' }),
    ).toEqual(['a.json says "a" twice in one place: give one of them another name.'])
  })

  it('are complete in every declaration', () => {
    expect(
      listed([
        ...pairFindings(errors, 'contract/errors.ts'),
        ...pairFindings(catalog.list, 'engine/components'),
        ...pairFindings(plantTags({ tags: 2000 }), 'server/simulator/plant.ts'),
      ]),
    ).toBe('')
  })

  it.each([
    ['{"save": "Save"}', '{}', 'save'],
    ['{"save": "Save"}', '{"save": ""}', 'save'],
    ['{"save": "Save"}', '{"save": "Save"}', 'save'],
    ['{"found": "{{count}} found"}', '{"found": "找到了"}', 'count'],
    ['{"row": {"add": "Add"}}', '{"row": {"add": "添加", "cut": "剪切"}}', 'row.cut'],
  ])('finds the missing translation of %s in %s', (en, zh, named) => {
    const found = localeFindings([
      { path: `${folders.en}a.json`, text: en },
      { path: `${folders.zh}a.json`, text: zh },
    ])
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(named)
  })

  it('sees a screen without its other language', () => {
    expect(localeFindings([{ path: `${folders.en}a.json`, text: '{"save": "Save"}' }])).toHaveLength(1)
  })

  it('finds a pair without a Chinese text', () => {
    expect(
      pairFindings({ list: [{ words: { en: 'Level', zh: 'Level' } }, { words: { en: '', zh: '液位' } }] }, 'x'),
    ).toHaveLength(2)
  })

  it('lets plurals differ', () => {
    const sources = [
      { path: `${folders.en}a.json`, text: '{"n_one": "{{count}} tag", "n_other": "{{count}} tags"}' },
      { path: `${folders.zh}a.json`, text: '{"n_other": "{{count}} 个点"}' },
    ]
    expect(localeFindings(sources)).toEqual([])
  })
})

/** Finds duplicate keys, which JSON.parse accepts silently. */
function twiceFindings({ path, text }: Source): string[] {
  const open: Set<string>[] = []
  return [...text.matchAll(/[{}]|"((?:[^"\\]|\\.)*)"(\s*:)?/g)].flatMap(([token, name, colon]) => {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    const within = open.at(-1)
    if (name === undefined || colon === undefined || within === undefined) return []
    if (within.has(name)) return [`${path} says "${name}" twice in one place: give one of them another name.`]
    within.add(name)
    return []
  })
}

function localeFindings(sources: readonly Source[]): string[] {
  const names = new Set(sources.map(({ path }) => path.split('/').pop() ?? ''))
  return [...names].flatMap((name) => {
    const en = readTexts(sources, folders.en + name)
    const zh = readTexts(sources, folders.zh + name)
    if (!en || !zh)
      return [`${(en ? folders.zh : folders.en) + name} is missing: every screen has its words in both languages.`]
    return [...new Set([...en.keys(), ...zh.keys()])].flatMap((key) => {
      const problem = findProblem(en.get(key), zh.get(key))
      return problem ? [`${name}: "${key}" ${problem}`] : []
    })
  })
}

function findProblem(en: string | undefined, zh: string | undefined): string | undefined {
  if (!en) return `has no English: add it to ${folders.en}`
  if (!zh) return `has no Chinese: add it to ${folders.zh}`
  if (!isChinese(zh)) return `is not Chinese in ${folders.zh}: translate “${zh}”`
  const [english, translated] = [getPlaceholders(en), getPlaceholders(zh)]
  return english === translated
    ? undefined
    : `fills in ${english || 'nothing'} in English and ${translated || 'nothing'} in Chinese: use the same placeholders`
}

/** Returns true if the text is Chinese, or has only numbers, symbols and names. */
function isChinese(text: string): boolean {
  const words = text.replace(placeholder, '').match(/\p{L}+/gu) ?? []
  return chinese.test(text) || words.every((word) => sameInChinese.has(word))
}

const getPlaceholders = (text: string): string =>
  [...new Set([...text.matchAll(placeholder)].map((match) => match[1]))].sort().join(', ')

/** Dotted keys, with plural forms merged. */
function readTexts(sources: readonly Source[], path: string): Map<string, string> | undefined {
  const source = sources.find((candidate) => candidate.path === path)
  if (!source) return undefined
  const words = new Map<string, string>()
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') words.set(key.replace(pluralForm, ''), value.trim())
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, key ? `${key}.${name}` : name)
  }
  walk(JSON.parse(source.text), '')
  return words
}

/** Checks every `{ en, zh }` object within a declaration. */
function pairFindings(value: unknown, at: string, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  const inner = Object.entries(value).flatMap(([name, part]) => pairFindings(part, `${at}.${name}`, seen))
  if (!('en' in value) || !('zh' in value)) return inner
  const { en, zh } = value
  if (typeof en !== 'string' || typeof zh !== 'string') return inner
  const problem = findProblem(en.trim(), zh.trim())
  return problem
    ? [
        ...inner,
        `${at} (“${en}”) ${problem.replace(/ ?(?:add it to|in) console\/\S+/, '')}: mend the pair beside the thing it names.`,
      ]
    : inner
}
