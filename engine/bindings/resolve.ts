import type { Via } from '../document/model/component.ts'
import type { Field, FieldValue, Problem } from '../schema/index.ts'
import { checkExpression, compileExpression } from './expression.ts'
import type { Coerced } from './coerce.ts'
import { coerce, invalid } from './coerce.ts'
import type { ReadTag, ReadQuality } from './functions.ts'
import { mapRange } from './functions.ts'
import type { Operand } from './operand.ts'

/**
 * Converts a tag's value to a property's value. Returns `undefined` if the property keeps the drawing's own value (no
 * state matched), and `invalid` if the value does not fit the property.
 */
export type Resolver = (
  value: number,
  text: string | undefined,
  read: ReadTag,
  readQuality?: ReadQuality,
) => Coerced | undefined

/** A prepared resolver with the tags it reads and the problems of its expression. Created by `planResolver`. */
export interface ResolverPlan {
  readonly resolve: Resolver
  /** Tags of the expression, by slot. */
  readonly tags: readonly string[]
  /**
   * Whether the expression uses a quality function. The result's quality is then the worst of the tags reported to
   * `sense` as used.
   */
  readonly usesQuality: boolean
  readonly problems: readonly Problem[]
}

const noTags: readonly string[] = []

/**
 * Prepares a resolver for a property. An expression that does not compile gives `problems` and a resolver that returns
 * `invalid`.
 */
export function planResolver(via: Via, field: Field): ResolverPlan {
  switch (via.kind) {
    case 'value':
      return ready(resolveValue(via, field))
    case 'range':
      return ready((value) => coerce(field, Number.isNaN(value) ? undefined : mapRange(value, ...via.from, ...via.to)))
    case 'states':
      return ready(resolveStates(via, field))
    case 'expression':
      return planExpression(via.source, field)
  }
}

/** Resolves a single value, for previews and tests. For repeated use keep the result of `planResolver`. */
export function resolve(
  via: Via,
  field: Field,
  value: number,
  text: string | undefined,
  readTag: (tag: string) => Operand,
): FieldValue | undefined {
  const plan = planResolver(via, field)
  const result = plan.resolve(value, text, (slot) => readTag(plan.tags[slot] ?? ''))
  return result === invalid ? undefined : result
}

const ready = (resolver: Resolver): ResolverPlan => ({
  resolve: resolver,
  tags: noTags,
  usesQuality: false,
  problems: [],
})

function resolveValue(via: Via & { readonly kind: 'value' }, field: Field): Resolver {
  const { scale = 1, offset = 0 } = via
  return (value, text) => {
    if (text !== undefined) return coerce(field, text)
    return coerce(field, Number.isNaN(value) ? undefined : value * scale + offset, via)
  }
}

/** State values are converted in advance, so a match costs two comparisons per state. */
function resolveStates(via: Via & { readonly kind: 'states' }, field: Field): Resolver {
  const states = via.states.map(({ min, max, value }): { min: number; max: number; result: Coerced } => ({
    min,
    max,
    result: coerceState(field, value),
  }))
  const otherwise = via.otherwise === undefined ? undefined : coerceState(field, via.otherwise)
  return (value) => {
    if (Number.isNaN(value)) return invalid
    for (const state of states) if (value >= state.min && value <= state.max) return state.result
    return otherwise
  }
}

function planExpression(source: string, field: Field): ResolverPlan {
  const expression = compileExpression(source)
  if (expression.problems)
    return { resolve: () => invalid, tags: noTags, usesQuality: false, problems: expression.problems }
  const { evaluate, tags, usesQuality } = expression
  return {
    resolve: (value, text, read, readQuality) =>
      coerce(field, evaluate(text ?? (Number.isNaN(value) ? undefined : value), read, readQuality)),
    tags,
    usesQuality: usesQuality,
    problems: checkExpression(source, field).filter(({ code }) => code !== 'expression.idle'),
  }
}

/** Converts the author's value of a state; points have no operand form and are invalid. */
function coerceState(field: Field, value: FieldValue): Coerced {
  return typeof value === 'object' ? invalid : coerce(field, value)
}
