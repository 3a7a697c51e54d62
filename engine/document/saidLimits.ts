import { isObject } from './plainJson.ts'

type Json = Readonly<Record<string, unknown>>

/** The types whose limits were 0 and 100 before version 7 where a file said nothing of them. */
const plainTypes: ReadonlySet<unknown> = new Set(['progress', 'chart-water'])
const before = { lowLimit: 0, highLimit: 100 } as const

/**
 * A drawing in which bars on a scale of their own say the limits that they had without saying them: they may be wished for, and
 * an alarm that is seen too often is mended sooner than one that is never seen again. In symbols every bar says them, for an
 * instance or a parameter may give it another scale.
 */
export function withSaidLimits(drawing: Json): Json {
  const said = (one: unknown, mayBeScaled: boolean): unknown => {
    if (!isObject(one) || !plainTypes.has(one['type']) || !(mayBeScaled || hasScale(one))) return one
    const { props = {} } = one
    return isObject(props) ? { ...one, props: { ...before, ...props } } : one
  }
  return {
    ...drawing,
    ...(Array.isArray(drawing['components']) && { components: drawing['components'].map((one: unknown) => said(one, false)) }),
    ...(Array.isArray(drawing['symbols']) && {
      symbols: drawing['symbols'].map((symbol: unknown) => (isObject(symbol) && Array.isArray(symbol['components']) ? { ...symbol, components: symbol['components'].map((one: unknown) => said(one, true)) } : symbol)),
    }),
  }
}

/** Whether it has another scale than 0 to 100, or a tag may give it one. */
function hasScale({ props, bindings }: Json): boolean {
  const isOfScale = (name: unknown): boolean => name === 'min' || name === 'max'
  return (isObject(props) && Object.keys(props).some(isOfScale)) || (Array.isArray(bindings) && bindings.some((binding) => isObject(binding) && isOfScale(binding['prop'])))
}
