import { isObject } from './plainJson.ts'
import { withComponents, withOverrides } from './rawInstances.ts'

type Json = Readonly<Record<string, unknown>>

/** The types whose limits were 0 and 100 before version 7 where a file said nothing of them. */
const plainTypes: ReadonlySet<unknown> = new Set(['progress', 'chart-water'])
const before = { lowLimit: 0, highLimit: 100 } as const

/**
 * A drawing in which bars on a scale of their own say the limits that they had without saying them: they may be wished for, and
 * an alarm that is seen too often is mended sooner than one that is never seen again. In symbols every bar says them, for an
 * instance or a parameter may give it another scale; an instance that goes back to what a type says by itself says them too.
 */
export function migrateLimitTexts(drawing: Json): Json {
  return withComponents(drawing, (one, { symbols, isInSymbol }) => withOverrides(said(one, isInSymbol), symbols, (override, member) => (plainTypes.has(member['type']) ? overridden(override) : override)))
}

function said(one: unknown, mayBeScaled: boolean): unknown {
  if (!isObject(one) || !plainTypes.has(one['type']) || !(mayBeScaled || hasScale(one))) return one
  const { props = {} } = one
  return isObject(props) ? { ...one, props: { ...before, ...props } } : one
}

function overridden(override: Json): Json {
  const { props } = override
  if (!isObject(props)) return override
  const limits = Object.entries(before).filter(([name]) => props[name] === null)
  return limits.length > 0 ? { ...override, props: { ...props, ...Object.fromEntries(limits) } } : override
}

/** Whether it has another scale than 0 to 100, or a tag may give it one. */
function hasScale({ props, bindings }: Json): boolean {
  const isOfScale = (name: unknown): boolean => name === 'min' || name === 'max'
  return (isObject(props) && Object.keys(props).some(isOfScale)) || (Array.isArray(bindings) && bindings.some((binding) => isObject(binding) && isOfScale(binding['prop'])))
}
