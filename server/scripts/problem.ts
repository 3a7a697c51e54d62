/** A text in both languages of the product. */
export interface Words {
  readonly en: string
  readonly zh: string
}

/** A finding in a script. Lines and columns start at 1. */
export interface Problem {
  readonly line: number
  readonly column: number
  /** Number of characters to underline. */
  readonly length: number
  /** What is wrong, and what to write instead where there is such a thing. */
  readonly words: Words
}

/** A position in the source text of a script. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Thrown by the lexer, the parser and the checks. It never leaves this room: `compileGroovy` returns its problem. */
export class ScriptProblem extends Error {
  readonly problem: Problem

  constructor(at: Position, length: number, words: Words) {
    super(words.en)
    this.problem = { line: at.line, column: at.column, length: Math.max(1, length), words }
  }
}
