import { describe, expect, it } from 'vitest'
import { mutants } from '../mutants/list.ts'
import { type Mutant, findOccurrences } from '../mutants/mutant.ts'
import type { Source } from './sources.ts'
import { listFiles, listed } from './sources.ts'

/** Minimum number of mutants, so that none is removed unnoticed. */
const minMutants = 30

describe('the mutants of `npm run test:mutants` fit the sources', () => {
  it('holds for each of them', () => {
    const named = new Set(mutants.flatMap(({ file, tests }) => [file, ...tests]))
    expect(
      listed(
        findings(
          mutants,
          listFiles((path) => named.has(path)),
        ),
      ),
    ).toBe('')
    expect(mutants.length).toBeGreaterThanOrEqual(minMutants)
  })

  const sources: readonly Source[] = [
    { path: 'a.ts', text: 'if (isStale) return\nconst x = 1\nconst y = x\n' },
    { path: 'a.test.ts', text: "it('is stale')" },
  ]
  const sound: Mutant = {
    name: 'a',
    file: 'a.ts',
    from: 'if (isStale) return',
    to: '',
    tests: ['a.test.ts'],
    only: 'is stale',
  }

  it('lets a sound one be', () => expect(findings([sound], sources)).toEqual([]))

  it('finds an original that is formatted differently', () => {
    expect(findings([{ ...sound, from: 'if (\n  isStale,\n) return' }], sources)).toEqual([])
  })

  it.each<[string, Partial<Mutant>]>([
    ['whose original is gone', { from: 'if (isOld) return' }],
    ['whose original occurs twice', { from: 'const ' }],
    ['whose file is gone', { file: 'b.ts' }],
    ['whose test file is gone', { tests: ['b.test.ts'] }],
    ['that no test kills', { tests: [] }],
    ['whose test was renamed', { only: 'is old' }],
    ['that changes nothing', { to: sound.from }],
  ])('finds one %s', (_name, wrong) => {
    expect(findings([{ ...sound, ...wrong }], sources)).not.toEqual([])
  })

  it('finds a name that comes twice', () => expect(findings([sound, sound], sources)).toHaveLength(1))
})

function findings(list: readonly Mutant[], sources: readonly Source[]): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  return list.flatMap(({ name, file, from, to, tests, only }, index) => {
    const count = findOccurrences(texts.get(file) ?? '', from).length
    const missing = tests.filter((test) => !texts.has(test))
    return [
      ...(count === 1
        ? []
        : [`${file} has the original ${count} times: adapt it in tests/mutants/, so that it breaks the same rule.`]),
      ...(from === to ? ['it changes nothing.'] : []),
      ...(tests.length > 0 ? [] : ['it names no test file that must fail.']),
      ...missing.map((test) => `${test} is not there: name the test file that holds to this rule now.`),
      ...(only === undefined || missing.length > 0 || tests.some((test) => texts.get(test)?.includes(only))
        ? []
        : [`no test is called "${only}" any more: name the one that holds to this rule now.`]),
      ...(list.findIndex((other) => other.name === name) < index ? ['its name comes twice.'] : []),
    ].map((fault) => `${name}: ${fault}`)
  })
}
