import { problemLimit } from './limits.ts'
import type { Problem } from '../../schema/index.ts'

/** Collects problems of an input up to a maximum number. */
export class ProblemList {
  readonly list: Problem[] = []

  add(path: string, code: string, message: string): undefined {
    if (!this.isFull) this.list.push({ path, code, message })
    return undefined
  }

  addAll(problems: readonly Problem[]): undefined {
    for (const problem of problems) this.add(problem.path, problem.code, problem.message)
    return undefined
  }

  get isFull(): boolean {
    return this.list.length >= problemLimit
  }
}
