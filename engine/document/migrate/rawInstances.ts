import { isObject } from '../values/plainJson.ts'

type Json = Readonly<Record<string, unknown>>

/** Applies `change` to all components of an unvalidated drawing, including those of symbols. */
export function withComponents(
  drawing: Json,
  change: (one: unknown, place: { readonly symbols: readonly Json[]; readonly isInSymbol: boolean }) => unknown,
): Json {
  const symbols = toList(drawing['symbols']).filter(isObject)
  const changed = (components: readonly unknown[], isInSymbol: boolean) =>
    components.map((one) => change(one, { symbols, isInSymbol }))
  return {
    ...drawing,
    ...(Array.isArray(drawing['components']) && { components: changed(drawing['components'], false) }),
    ...(Array.isArray(drawing['symbols']) && {
      symbols: drawing['symbols'].map((symbol: unknown) =>
        isObject(symbol) && Array.isArray(symbol['components'])
          ? { ...symbol, components: changed(symbol['components'], true) }
          : symbol,
      ),
    }),
  }
}

/** Applies `change` to the overrides of an instance. Overrides without a member remain unchanged. */
export function withOverrides(
  one: unknown,
  symbols: readonly Json[],
  change: (override: Json, member: Json) => Json,
): unknown {
  if (!isObject(one) || !isObject(one['link']) || !isObject(one['link']['overrides'])) return one
  const { symbol, overrides } = one['link']
  const entries = Object.entries(overrides).map(([memberPath, override]) => {
    const member = isObject(override) ? findMember(memberPath, symbol, symbols) : undefined
    return [memberPath, isObject(override) && isObject(member) ? change(override, member) : override] as const
  })
  return { ...one, link: { ...one['link'], overrides: Object.fromEntries(entries) } }
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the component at an override path, through nested symbols. */
function findMember(memberPath: string, symbol: unknown, symbols: readonly Json[]): unknown {
  let within = symbol
  let member: unknown
  for (const id of memberPath.split('/')) {
    member = toList(symbols.find((one) => one['id'] === within)?.['components']).find(
      (one) => isObject(one) && one['id'] === id,
    )
    within = isObject(member) && isObject(member['link']) ? member['link']['symbol'] : undefined
  }
  return member
}
