import { isObject } from '../values/plainJson.ts'
import { withComponents, withOverrides } from './rawInstances.ts'

/**
 * Device state numbers of lamps before version 4 (not activated, disabled, offline, online), mapped to the platform's
 * numbers.
 */
const numbers: ReadonlyMap<unknown, number> = new Map([
  [0, 1],
  [1, 2],
  [2, 4],
  [3, 3],
])

type Json = Readonly<Record<string, unknown>>

/**
 * Converts the device states of lamps to the platform's numbers: in components, symbols and overrides, as property
 * values and in bindings. A directly bound tag gets an equivalent state mapping. Expressions, ranges and scaled values
 * cannot be converted and remain unchanged.
 */
export function withDeviceStates(drawing: Json): Json {
  return withComponents(drawing, (one, { symbols }) =>
    withOverrides(lamp(one), symbols, (override, member) =>
      isDeviceState(member) ? migrateOverride(override) : override,
    ),
  )
}

/** No other type ever had this property. */
const isDeviceState = (one: unknown): one is Json & { readonly props: Json } =>
  isObject(one) && isObject(one['props']) && one['props']['stateType'] === 'device'

function lamp(one: unknown): unknown {
  return isDeviceState(one)
    ? withBindings({ ...one, props: { ...one.props, value: numbers.get(one.props['value'] ?? 0) ?? -1 } })
    : one
}

function migrateOverride(override: Json): Json {
  const { props } = override
  // Null resets the property to the type's default, which was 0.
  const value = isObject(props) ? (props['value'] === null ? 0 : props['value']) : undefined
  return withBindings(
    isObject(props) && typeof value === 'number'
      ? { ...override, props: { ...props, value: numbers.get(value) ?? -1 } }
      : override,
  )
}

function withBindings(one: Json): Json {
  const { bindings } = one
  if (!Array.isArray(bindings)) return one
  return {
    ...one,
    bindings: bindings.map((binding: unknown) =>
      isObject(binding) && binding['prop'] === 'value' ? { ...binding, via: renumberStates(binding['via']) } : binding,
    ),
  }
}

function renumberStates(via: unknown): unknown {
  if (!isObject(via)) return via
  if (via['kind'] === 'value' && (via['scale'] ?? 1) === 1 && (via['offset'] ?? 0) === 0) {
    return {
      kind: 'states',
      states: [...numbers].map(([old, value]) => ({ min: old, max: old, value })),
      otherwise: -1,
    }
  }
  const number = (value: unknown): unknown => numbers.get(value) ?? value
  if (via['kind'] === 'states' && Array.isArray(via['states'])) {
    return {
      ...via,
      states: via['states'].map((state: unknown) =>
        isObject(state) ? { ...state, value: number(state['value']) } : state,
      ),
      ...('otherwise' in via && { otherwise: number(via['otherwise']) }),
    }
  }
  return via
}
