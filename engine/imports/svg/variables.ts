/**
 * CSS custom properties (`--warm`) and references to them (`var(--warm, red)`). Limits apply; a self-reference is
 * undefined.
 */

const maxDepth = 12
const maxLength = 4000
/** Maximum number of custom properties per element; descendants inherit all of them. */
const maxCount = 300

/** Custom properties of an element: inherited ones, overridden by its own. */
export function* customIn(
  inherited: ReadonlyMap<string, string>,
  declared: readonly (readonly [name: string, value: string, ...more: unknown[]])[],
): Iterable<readonly [string, string]> {
  let left = maxCount
  for (const [name, value] of inherited) if (name.startsWith('--') && left-- > 0) yield [name, value]
  const own = new Map<string, string>()
  for (const [name, value] of declared) if (name.startsWith('--') && own.size < left) own.set(name, value)
  for (const [name, value] of own) {
    // Resolve references here, because descendants may redefine the referenced property.
    const filled = substituteVariables(value, new Map([...inherited, ...own].filter(([other]) => other !== name)))
    if (filled !== undefined) yield [name, filled]
  }
}

/** Replaces `var()` references. Undefined if one has neither a value nor a fallback. */
export function substituteVariables(text: string, values: ReadonlyMap<string, string>, depth = 0): string | undefined {
  let at = text.toLowerCase().indexOf('var(')
  if (at < 0) return text
  if (depth >= maxDepth || text.length > maxLength) return undefined
  const parts: string[] = []
  let from = 0
  for (; at >= 0; at = text.toLowerCase().indexOf('var(', from)) {
    const end = closing(text, at + 4)
    if (end < 0) return undefined
    const [, name = '', fallback] = /^\s*(--[\w-]+)\s*(?:,([\s\S]*))?$/.exec(text.slice(at + 4, end)) ?? []
    const named = values.get(name.toLowerCase())
    const value =
      (named === undefined ? undefined : substituteVariables(named, values, depth + 1)) ??
      (fallback === undefined ? undefined : substituteVariables(fallback.trim(), values, depth + 1))
    if (value === undefined) return undefined
    parts.push(text.slice(from, at), value)
    from = end + 1
  }
  const whole = [...parts, text.slice(from)].join('')
  return whole.length > maxLength ? undefined : whole
}

/** Index of the matching closing bracket, or -1. */
function closing(text: string, from: number): number {
  let open = 1
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '(') open++
    else if (sign === ')' && --open === 0) return at
  }
  return -1
}

/** Custom properties declared in a text, and those referenced without a fallback. */
export function variablesIn(text: string): {
  readonly declared: readonly string[]
  readonly needed: readonly string[]
} {
  return {
    declared: [...text.matchAll(/(?:^|[\s;{])(--[\w-]{1,100})\s{0,8}:/g)].map(([, name = '']) => name.toLowerCase()),
    needed: [...text.matchAll(/var\(\s{0,8}(--[\w-]{1,100})\s{0,8}\)/gi)].map(([, name = '']) => name.toLowerCase()),
  }
}
