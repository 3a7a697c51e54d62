import { checkExpression } from '@mimic/engine/bindings'
import type { Field } from '@mimic/engine/schema'

type Problem = ReturnType<typeof checkExpression>[number]

interface ShownFault {
  readonly problem: Problem
  /** The expression works, but a part of it has no effect. */
  readonly isIdle: boolean
}

/**
 * Returns the problem of an expression to display: errors before parts without effect. `null` if there is none or the
 * expression is empty.
 */
export function findShownFault(source: string, field: Field): ShownFault | null {
  const problems = source.trim() ? checkExpression(source, field) : []
  const broken = problems.find((problem) => !isIdle(problem))
  const [first] = problems
  return broken ? { problem: broken, isIdle: false } : first ? { problem: first, isIdle: true } : null
}

const isIdle = ({ code }: Problem): boolean => code === 'expression.idle'
