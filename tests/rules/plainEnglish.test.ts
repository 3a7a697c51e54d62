import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { codeOnly, isScript, isTest, listed, listFiles } from './sources.ts'
import type { Source } from './sources.ts'

/**
 * Maximum occurrences per 10,000 words. The limits are about those of the documentation of Fastify and may only be
 * lowered: these words usually replace the name of a thing or a precise verb.
 */
const limits: Readonly<Record<string, number>> = {
  what: 8,
  who: 8,
  'nobody, somebody, everybody': 1,
  tell: 2,
  say: 1.5,
  ask: 1.5,
  mean: 2.5,
  stand: 1,
  know: 2,
  go: 1.5,
  come: 3,
  hear: 1,
}
const forms: Readonly<Record<string, RegExp>> = {
  what: /\bwhat\b/gi,
  who: /\bwho(?:m|ever)?\b/gi,
  'nobody, somebody, everybody': /\b(?:no|some|every)body\b/gi,
  tell: /\b(?:tells?|told|telling)\b/gi,
  say: /\b(?:says?|said|saying)\b/gi,
  ask: /\bask(?:s|ed|ing)?\b/gi,
  mean: /\b(?:means?|meant)\b/gi,
  stand: /\b(?:stands?|stood)\b/gi,
  know: /\b(?:knows?|knew)\b/gi,
  go: /\b(?:goes|gone|went)\b/gi,
  come: /\b(?:comes?|came)\b/gi,
  hear: /\bhears?\b|\bheard\b/gi,
}

/**
 * Words that are no names: a property or variable is named by its content (`requests`, `message`, `stored`). The rest
 * are names of interfaces (`what` of linkage results, `who` of events, `kept` of imports and drafts, `look` of symbols)
 * and of files that are still to be renamed. The limit may only be lowered.
 */
const vagueNames =
  /\b(?:told|tell|asked|asking|asker|asks?|news|said|says?|saying|looks?|looked|kept|hears?|heard|com(?:e|es|ing)|came|go(?:ne|es|ing)|stands?|standing|meant|ways?|what|who|nobody|somebody|spoken|wishes|had)\b/g
const maxVagueNames = 500

/** Returns the vague names in code, by file. */
const findVagueNames = (text: string): readonly string[] => codeOnly(text, true).match(vagueNames) ?? []

/** Returns the words whose share in the text exceeds its limit. */
function overused(text: string): string[] {
  const count = text.split(/\s+/).length
  return Object.entries(forms).flatMap(([word, form]) => {
    const share = ((text.match(form) ?? []).length / count) * 10_000
    return share > (limits[word] ?? 0) ? [`${word}: ${share.toFixed(1)} per 10,000 words, at most ${limits[word]}`] : []
  })
}

const readComments = ({ path, text }: Source): string =>
  parseSync(path, text)
    .comments.map(({ value }) => value)
    .join('\n')
/** Prose of a Markdown document, without code. */
const readProse = ({ text }: Source): string => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`|^ {4}.*$/gm, '')
const readTexts = ({ text }: Source): string =>
  [...text.matchAll(/": "((?:\\.|[^"\\])*)"/g)].map(([, value = '']) => value.replaceAll(/\{\{.*?\}\}/g, '')).join('\n')

/** English texts of a help page: strings of several words without Chinese. */
const readHelp = ({ text }: Source): string =>
  [...text.matchAll(/'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"/g)]
    .map(([, single, double]) => single ?? double ?? '')
    .filter((words) => words.includes(' ') && !/\p{Script=Han}/u.test(words))
    .join('\n')

describe('plain English', () => {
  const scripts = listFiles(isScript)

  it.each([
    ['comments', () => scripts.filter(({ path }) => path.endsWith('.ts') || path.endsWith('.tsx')).map(readComments)],
    ['documents', () => listFiles((path) => path.endsWith('.md') && !path.startsWith('docs/zh/')).map(readProse)],
    [
      'English texts of the console',
      () => listFiles((path) => path.startsWith('console/locales/en-us/')).map(readTexts),
    ],
    ['English help pages', () => listFiles((path) => path.startsWith('console/help/pages/')).map(readHelp)],
  ] as const)('%s name the thing and use precise verbs', (_, read) => {
    expect(listed(overused(read().join('\n')))).toBe('')
  })

  it('finds an overused word', () => {
    expect(overused(`${'word '.repeat(999)}what`)).toEqual(['what: 10.0 per 10,000 words, at most 8'])
  })

  it('properties and variables are named by their content', () => {
    const found = scripts
      .map(({ path, text }) => ({ path, names: findVagueNames(text) }))
      .filter(({ path, names }) => names.length > 0 && path !== 'tests/rules/plainEnglish.test.ts')
    const count = found.reduce((sum, { names }) => sum + names.length, 0)
    const isOver = count > maxVagueNames
    expect(
      isOver
        ? `${count} vague names, at most ${maxVagueNames}:\n${listed(found.map(({ path, names }) => `${path}: ${[...new Set(names)].join(', ')}`))}`
        : '',
    ).toBe('')
  })

  it('finds a vague name in code, not in comments and texts', () => {
    expect(findVagueNames("const asked = 'asked' // asked")).toEqual(['asked'])
  })

  it('exported names are nouns or a verb and an object: no name ends in Of or starts with most or least', () => {
    const declared = /^export (?:default )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
    const names = scripts
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, text }) => [...text.matchAll(declared)].map(([, name = '']) => ({ path, name })))
    const wrong = names.filter(
      ({ name }) => /[a-z]Of$/.test(name) || /^(?:most|least|longest|shortest|fewest)[A-Z]/.test(name),
    )
    expect(names.length).toBeGreaterThan(3000)
    expect(listed(wrong.map(({ path, name }) => `${path} exports ${name}`))).toBe('')
  })
})
