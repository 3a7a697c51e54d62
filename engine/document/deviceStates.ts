import { isObject } from './plainJson.ts'

/** Lamps' own numbers of a device's states before version 4 (not activated, disabled, offline, online), by the platform's. */
const numbers: ReadonlyMap<unknown, number> = new Map([[0, 1], [1, 2], [2, 4], [3, 3]])

type Json = Readonly<Record<string, unknown>>

/**
 * A drawing whose lamps that show a device have its states by the platform's numbers: in lamps, in those of symbols and in what
 * an instance has differently, as they stand and as bindings give them. A tag bound as it is goes through states that say the same.
 * What an expression, a range or a scale makes of a tag cannot be told and stays as it is.
 */
export function withDeviceStates(drawing: Json): Json {
  const symbols = listOf(drawing['symbols']).filter(isObject)
  const component = (one: unknown): unknown => instance(lamp(one), symbols)
  return {
    ...drawing,
    ...(Array.isArray(drawing['components']) && { components: drawing['components'].map(component) }),
    ...(Array.isArray(drawing['symbols']) && {
      symbols: drawing['symbols'].map((symbol: unknown) => (isObject(symbol) && Array.isArray(symbol['components']) ? { ...symbol, components: symbol['components'].map(component) } : symbol)),
    }),
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** No other type ever had that property. */
const isOfDevice = (one: unknown): one is Json & { readonly props: Json } => isObject(one) && isObject(one['props']) && one['props']['stateType'] === 'device'

function lamp(one: unknown): unknown {
  return isOfDevice(one) ? withBindings({ ...one, props: { ...one.props, value: numbers.get(one.props['value'] ?? 0) ?? -1 } }) : one
}

function instance(one: unknown, symbols: readonly Json[]): unknown {
  if (!isObject(one) || !isObject(one['link']) || !isObject(one['link']['overrides'])) return one
  const { symbol, overrides } = one['link']
  const entries = Object.entries(overrides).map(([way, override]) => {
    if (!isObject(override) || !isOfDevice(memberAt(way, symbol, symbols))) return [way, override] as const
    const { props } = override
    const given = isObject(props) && typeof props['value'] === 'number' ? { ...override, props: { ...props, value: numbers.get(props['value']) ?? -1 } } : override
    return [way, withBindings(given)] as const
  })
  return { ...one, link: { ...one['link'], overrides: Object.fromEntries(entries) } }
}

/** The component that an override is of, through symbols within symbols. */
function memberAt(way: string, symbol: unknown, symbols: readonly Json[]): unknown {
  let within = symbol
  let member: unknown
  for (const id of way.split('/')) {
    member = listOf(symbols.find((one) => one['id'] === within)?.['components']).find((one) => isObject(one) && one['id'] === id)
    within = isObject(member) && isObject(member['link']) ? member['link']['symbol'] : undefined
  }
  return member
}

function withBindings(one: Json): Json {
  const { bindings } = one
  if (!Array.isArray(bindings)) return one
  return { ...one, bindings: bindings.map((binding: unknown) => (isObject(binding) && binding['prop'] === 'value' ? { ...binding, via: renumbered(binding['via']) } : binding)) }
}

function renumbered(via: unknown): unknown {
  if (!isObject(via)) return via
  if (via['kind'] === 'value' && via['scale'] === undefined && via['offset'] === undefined) {
    return { kind: 'states', states: [...numbers].map(([old, value]) => ({ min: old, max: old, value })), otherwise: -1 }
  }
  const number = (value: unknown): unknown => numbers.get(value) ?? value
  if (via['kind'] === 'states' && Array.isArray(via['states'])) {
    return {
      ...via,
      states: via['states'].map((state: unknown) => (isObject(state) ? { ...state, value: number(state['value']) } : state)),
      ...('otherwise' in via && { otherwise: number(via['otherwise']) }),
    }
  }
  return via
}
