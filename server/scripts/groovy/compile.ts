import { type Problem, ScriptProblem } from '../problem.ts'
import { generate } from './generate/generate.ts'
import { layOut } from './layOut.ts'
import { parseGroovy } from './parser.ts'

/** A script that the runner can load, or the problems that keep it from running. */
export type Compiled =
  | { readonly code: string; readonly lines: readonly number[]; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] }

/** Translates a Groovy script of the built-in subset to JavaScript. Never throws: whatever is wrong is a problem. */
export function compileGroovy(source: string): Compiled {
  try {
    return layOut(generate(parseGroovy(source)))
  } catch (cause) {
    if (cause instanceof ScriptProblem) return { problems: [cause.problem] }
    // The stack is exhausted only by chains of thousands of operators.
    if (cause instanceof RangeError)
      return {
        problems: [
          { line: 1, column: 1, length: 1, words: { en: 'The script is nested too deeply.', zh: '脚本嵌套过深。' } },
        ],
      }
    throw cause
  }
}
