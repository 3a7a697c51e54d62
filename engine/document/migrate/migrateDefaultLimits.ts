import { isObject } from '../values/plainJson.ts'
import { withComponents, withOverrides } from './rawInstances.ts'

type Json = Readonly<Record<string, unknown>>

/** Types whose limits defaulted to 0 and 100 before version 7. */
const plainTypes: ReadonlySet<unknown> = new Set(['progress', 'chart-water'])
const before = { lowLimit: 0, highLimit: 100 } as const

/**
 * Writes the former default limits into bars that have a custom scale, so that alarms remain: a superfluous alarm is
 * noticed, a missing one is not. In symbols all bars get explicit limits, because an instance or a parameter may change
 * the scale; so do overrides that reset them to the default.
 */
export function migrateDefaultLimits(drawing: Json): Json {
  return withComponents(drawing, (one, { symbols, isInSymbol }) =>
    withOverrides(addDefaultLimits(one, isInSymbol), symbols, (override, member) =>
      plainTypes.has(member['type']) ? migrateOverride(override) : override,
    ),
  )
}

function addDefaultLimits(one: unknown, mayBeScaled: boolean): unknown {
  if (!isObject(one) || !plainTypes.has(one['type']) || !(mayBeScaled || hasScale(one))) return one
  const { props = {} } = one
  return isObject(props) ? { ...one, props: { ...before, ...props } } : one
}

function migrateOverride(override: Json): Json {
  const { props } = override
  if (!isObject(props)) return override
  const limits = Object.entries(before).filter(([name]) => props[name] === null)
  return limits.length > 0 ? { ...override, props: { ...props, ...Object.fromEntries(limits) } } : override
}

/** Returns true if the scale differs from 0–100 or is bound to a tag. */
function hasScale({ props, bindings }: Json): boolean {
  const isOfScale = (name: unknown): boolean => name === 'min' || name === 'max'
  return (
    (isObject(props) && Object.keys(props).some(isOfScale)) ||
    (Array.isArray(bindings) && bindings.some((binding) => isObject(binding) && isOfScale(binding['prop'])))
  )
}
