import { quality } from '@mimic/engine/bindings'
import { formulaValue, formulaVariables } from '../../../../contract/entity/formula.ts'
import type { ValueReason } from '../../../../contract/routes.ts'
import type { AggregateResult } from './aggregate.ts'

/** Result of a formula; `value` is null if it has none. */
export interface Result {
  readonly value: number | null
  readonly quality: 0 | 1 | 2
  readonly reason: ValueReason | null
  /** Identifiers the reason refers to. */
  readonly about: readonly string[]
}

/**
 * Evaluates a formula. The quality is that of the worst input; the value is null if an input is unknown or the
 * arithmetic has no result, never 0. `inputs` contains null for a name that is not a variable of the scene.
 */
export function computeResult(formula: string, inputs: ReadonlyMap<string, AggregateResult | null>): Result {
  const names = formulaVariables(formula)
  const filterNames = (matches: (input: AggregateResult | null) => boolean): string[] =>
    names.filter((name) => matches(inputs.get(name) ?? null))
  const bad = (reason: ValueReason, about: readonly string[] = []): Result => ({
    value: null,
    quality: quality.bad,
    reason,
    about,
  })
  const missing = filterNames((input) => input === null)
  if (missing.length > 0) return bad('reference', missing)
  const absent = filterNames((input) => input?.value === null)
  if (absent.length > 0) return bad('absent', absent)
  const value = formulaValue(formula, Object.fromEntries(names.map((name) => [name, inputs.get(name)?.value ?? NaN])))
  if (value === null) return bad('arithmetic')
  for (const [reason, matches] of doubtReasons) {
    const about = filterNames(matches)
    if (about.length > 0) return { value, quality: quality.uncertain, reason, about }
  }
  return { value, quality: quality.good, reason: null, about: [] }
}

const doubtReasons: readonly (readonly [ValueReason, (input: AggregateResult | null) => boolean])[] = [
  ['stale', (input) => input?.isStale === true],
  ['partial', (input) => input?.isPartial === true],
  ['doubtful', (input) => input?.isDoubtful === true],
]
