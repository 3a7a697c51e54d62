import { isObject } from '../props/props.ts'

/**
 * Renames properties of components wherever they are named: in components, symbols, overrides and parameter bindings. A
 * property that already exists under its new name remains unchanged. Returns unaffected drawings unchanged.
 */
export function withRenamedProps(
  drawing: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const renamed = (props: unknown): unknown => {
    if (!isObject(props) || !Object.keys(names).some((name) => Object.hasOwn(props, name))) return props
    return Object.fromEntries(
      Object.entries(props).map(([name, value]) => {
        const next = Object.hasOwn(names, name) ? names[name] : undefined
        return [next !== undefined && !Object.hasOwn(props, next) ? next : name, value]
      }),
    )
  }
  const component = (one: unknown): unknown =>
    changeEntry(changeEntry(one, 'props', renamed), 'link', (link) =>
      changeEntry(link, 'overrides', (all) => changeEach(all, (override) => changeEntry(override, 'props', renamed))),
    )
  const components = (list: unknown): unknown => (Array.isArray(list) ? list.map(component) : list)
  const symbols = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((symbol: unknown) =>
          changeEntry(changeEntry(symbol, 'components', components), 'paramProps', (all) => changeEach(all, renamed)),
        )
      : list
  return {
    ...drawing,
    ...('components' in drawing && { components: components(drawing['components']) }),
    ...('symbols' in drawing && { symbols: symbols(drawing['symbols']) }),
  }
}

/** Returns an object with one of its own entries changed; anything else, or an unchanged entry, returns the input. */
function changeEntry(input: unknown, key: string, change: (value: unknown) => unknown): unknown {
  if (!isObject(input) || !Object.hasOwn(input, key)) return input
  const value = change(input[key])
  return value === input[key] ? input : { ...input, [key]: value }
}

function changeEach(input: unknown, change: (value: unknown) => unknown): unknown {
  if (!isObject(input)) return input
  const entries = Object.entries(input).map(([name, value]) => [name, change(value)] as const)
  return entries.every(([name, value]) => value === input[name]) ? input : Object.fromEntries(entries)
}
