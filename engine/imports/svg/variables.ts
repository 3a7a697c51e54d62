/** Custom properties of CSS (`--warm`) and the values that name them (`var(--warm, red)`). Bounded: what names itself says nothing. */

const mostDeep = 12
const mostLong = 4000
/** Custom properties an element may have; its elements inherit them all. */
const mostMany = 300

/** The custom properties of an element: what it inherits, and over it what is declared on it. */
export function* customIn(inherited: ReadonlyMap<string, string>, declared: readonly (readonly [name: string, value: string, ...more: unknown[]])[]): Iterable<readonly [string, string]> {
  let left = mostMany
  for (const [name, value] of inherited) if (name.startsWith('--') && left-- > 0) yield [name, value]
  const own = new Map<string, string>()
  for (const [name, value] of declared) if (name.startsWith('--') && own.size < left) own.set(name, value)
  for (const [name, value] of own) {
    // What names another one is filled in here, where both are known: below, another element may say otherwise of it.
    const filled = filledIn(value, new Map([...inherited, ...own].filter(([other]) => other !== name)))
    if (filled !== undefined) yield [name, filled]
  }
}

/** A value with its variables filled in; undefined where one has neither a value nor another to fall back on. */
export function filledIn(text: string, values: ReadonlyMap<string, string>, depth = 0): string | undefined {
  let at = text.toLowerCase().indexOf('var(')
  if (at < 0) return text
  if (depth >= mostDeep || text.length > mostLong) return undefined
  const parts: string[] = []
  let from = 0
  for (; at >= 0; at = text.toLowerCase().indexOf('var(', from)) {
    const end = closing(text, at + 4)
    if (end < 0) return undefined
    const [, name = '', fallback] = /^\s*(--[\w-]+)\s*(?:,([\s\S]*))?$/.exec(text.slice(at + 4, end)) ?? []
    const named = values.get(name.toLowerCase())
    const value = (named === undefined ? undefined : filledIn(named, values, depth + 1)) ?? (fallback === undefined ? undefined : filledIn(fallback.trim(), values, depth + 1))
    if (value === undefined) return undefined
    parts.push(text.slice(from, at), value)
    from = end + 1
  }
  const whole = [...parts, text.slice(from)].join('')
  return whole.length > mostLong ? undefined : whole
}

/** Where the bracket that is open at a place closes; -1 where it does not. */
function closing(text: string, from: number): number {
  let open = 1
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '(') open++
    else if (sign === ')' && --open === 0) return at
  }
  return -1
}

/** Names of the custom properties that a text declares, and of those that it names without anything to fall back on. */
export function variablesIn(text: string): { readonly declared: readonly string[]; readonly needed: readonly string[] } {
  return {
    declared: [...text.matchAll(/(?:^|[\s;{])(--[\w-]{1,100})\s{0,8}:/g)].map(([, name = '']) => name.toLowerCase()),
    needed: [...text.matchAll(/var\(\s{0,8}(--[\w-]{1,100})\s{0,8}\)/gi)].map(([, name = '']) => name.toLowerCase()),
  }
}
