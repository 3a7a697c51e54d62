import { checkExpression } from '@mimic/engine/bindings'
import type { Field } from '@mimic/engine/schema'

type Problem = ReturnType<typeof checkExpression>[number]

interface ShownFault {
  readonly problem: Problem
  /** It runs, but a part of it never says anything. */
  readonly isIdle: boolean
}

/** What is said of an expression: the first that keeps it from running, before what is merely idle. Null: nothing, nor of none at all. */
export function shownFault(source: string, field: Field): ShownFault | null {
  const problems = source.trim() ? checkExpression(source, field) : []
  const broken = problems.find((problem) => !isIdle(problem))
  const [first] = problems
  return broken ? { problem: broken, isIdle: false } : first ? { problem: first, isIdle: true } : null
}

const isIdle = ({ code }: Problem): boolean => code === 'expression.idle'
