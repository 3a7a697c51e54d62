import { describe, expect, it } from 'vitest'
import table from '../../../tests/support/groovy/table.json' with { type: 'json' }
import { runGroovy } from '../../../tests/support/groovy/runGroovy.ts'
import { compileGroovy } from './compile.ts'

const problemIn = (source: string) => compileGroovy(source).problems?.[0]

describe('Groovy subset', () => {
  it('prints and returns the same as Groovy 4, for every row of the table', async () => {
    const rows = table.map(([source = '', expected = '']) => [source, expected] as const)
    const results = await runGroovy(rows.map(([source]) => source))
    // A script that Groovy stops at run time may be refused before it runs.
    const differences = rows.flatMap(([source, expected], index) => {
      const result = results[index] ?? ''
      return result === expected || (expected.includes('throws') && result.startsWith('problem'))
        ? []
        : [{ source, expected, result }]
    })
    expect(differences).toEqual([])
    expect(rows.length).toBeGreaterThan(1000)
  })

  it.each([
    ['class A { }', 1, 1, 'Classes'],
    ['def x = 1\ninterface B { }', 2, 1, 'Interfaces'],
    ['enum C { X }', 1, 1, 'Enums'],
    ['@Field x = 1', 1, 1, 'Annotations'],
    ['def f = this.&g', 1, 13, '.&'],
    ['def f = String::valueOf', 1, 15, '::'],
    ['int[] a = new int[3]', 1, 11, 'Arrays'],
    ['try (x) { } catch (e) { }', 1, 5, 'try with resources'],
    ['outer: while (true) { }', 1, 1, 'Labels'],
    ['def x = switch (1) { case 1 -> 2 }', 1, 9, 'switch as a value'],
    ['switch (1) { case 1 -> 2 }', 1, 21, 'switch with ->'],
    ['float x = 1', 1, 1, 'The type float'],
    ['char c = 1', 1, 1, 'The type char'],
    ['Date d = null', 1, 1, 'The type Date'],
    ['new File("x")', 1, 5, 'The type File'],
    ['def x = 1.5f', 1, 9, 'Numbers with f'],
    ['f(a: 1)', 1, 3, 'Named arguments'],
    ['"${-> 1}"', 1, 4, 'Closures inside text'],
    ['def x = $/a/$', 1, 9, 'Dollar-slashy'],
    ['"ls".execute()', 1, 6, 'no method execute'],
    ['Eval.me("1")', 1, 1, 'The name Eval is unknown'],
    ['System.exit(1)', 1, 8, 'no System.exit'],
    ['"a".charAt(0)', 1, 5, 'no method charAt'],
    ['msgContext.getPayloat()', 1, 12, 'Did you mean getPayload?'],
    ['msgContex.getPayload()', 1, 1, 'Did you mean msgContext?'],
    ['def x = 1\nx = y', 2, 5, 'The name y is unknown'],
    ['def x = 1\ndef x = 2', 2, 5, 'already declared'],
    ['def x = 1\ndef f() { x }\nf()', 2, 11, 'A method cannot read the variable x'],
    ['def f(a) { a }\nf()', 2, 1, 'needs 1 arguments'],
    ['[1].each { break }', 1, 12, 'break is possible only inside a loop'],
    ['def x = (1 + 2', 1, 15, 'Expected: )'],
    ['def x = "abc', 1, 9, 'not closed'],
    ['def x = 1 2', 1, 11, 'Expected: a new line or ;'],
    ['if (true) { 1', 1, 14, 'Expected: }'],
    ['x = 9999999999999999999L', 1, 5, 'too large'],
    ['import java.io.File', 1, 8, 'The import of java.io.File is refused'],
    ['\n\nimport groovy.json.*', 3, 8, 'The import of groovy.json.* is refused'],
    ['import static java.lang.Math.max', 1, 15, 'The import of java.lang.Math.max is refused'],
  ])('rejects %j with its position and an alternative', (source, line, column, words) => {
    const problem = problemIn(source)
    expect(problem).toMatchObject({ line, column })
    expect(problem?.words.en).toContain(words)
    expect(problem?.words.zh).toMatch(/\p{Script=Han}/u)
  })

  it('accepts the four imports used at the start of every script', () => {
    expect(
      compileGroovy(
        'import cn.hutool.json.JSONObject;\nimport cn.hutool.json.JSONArray\nimport cn.hutool.json.JSONUtil;\nimport cn.hutool.core.util.NumberUtil;\nreturn 1',
      ).problems,
    ).toBeUndefined()
  })

  it('answers a text of any kind, however deep, with code or a problem', () => {
    const sources = [
      '('.repeat(5_000),
      '['.repeat(5_000),
      '{'.repeat(5_000),
      `${'-'.repeat(5_000)}1`,
      `1${'+1'.repeat(30_000)}`,
      `x${'.a'.repeat(30_000)}`,
      '"${'.repeat(2_000),
      'if (1) '.repeat(5_000),
      '/*',
      "'''",
      '\\',
      '\u0000',
      '"$',
      '${',
      '}',
      ')',
    ]
    for (const source of sources) expect(compileGroovy(source)).toBeDefined()
  })

  it('keeps the source line of every generated line', () => {
    const { code, lines } = compileGroovy('def a = 1\n\ndef b = [\n  1,\n  a.toString(),\n]\nreturn b') as {
      code: string
      lines: readonly number[]
    }
    const generated = code.split('\n')
    expect(generated).toHaveLength(lines.length)
    expect(lines[generated.findIndex((line) => line.includes('toString'))]).toBe(5)
    expect(lines[generated.findIndex((line) => line.includes('return (v_b)'))]).toBe(7)
  })
})
