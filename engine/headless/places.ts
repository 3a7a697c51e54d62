/**
 * Returns the line (from 1) of the value at a path such as `components.3.props.text` in JSON text, or of the deepest
 * existing part of the path.
 */
export function findLineOfPath(text: string, path: string): number {
  let at = spaceEnd(text, text.startsWith('\ufeff') ? 1 : 0)
  for (const part of path === '' ? [] : path.split('.')) {
    const next = text[at] === '{' ? memberAt(text, at, part) : text[at] === '[' ? entryAt(text, at, Number(part)) : -1
    if (next < 0) break
    at = next
  }
  return getLineAt(text, at)
}

/**
 * Returns the paths of duplicate keys in JSON text, at most `most`. `JSON.parse` silently drops all but the last of
 * them.
 */
export function findDuplicateKeys(text: string, maxCount = 100): readonly string[] {
  const found: string[] = []
  const waiting = [{ at: spaceEnd(text, text.startsWith('\ufeff') ? 1 : 0), path: '' }]
  for (let next = waiting.pop(); next && found.length < maxCount; next = waiting.pop()) {
    const { at: open, path } = next
    const isObject = text[open] === '{'
    if (!isObject && text[open] !== '[') continue
    const visited = new Set<string>()
    const inside: typeof waiting = []
    let at = spaceEnd(text, open + 1)
    for (let count = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; count++) {
      let part = String(count)
      if (isObject) {
        const end = valueEnd(text, at)
        part = String(JSON.parse(text.slice(at, end)))
        if (visited.has(part)) found.push(path + part)
        visited.add(part)
        at = spaceEnd(text, spaceEnd(text, end) + 1)
      }
      inside.push({ at, path: `${path}${part}.` })
      at = skipComma(text, valueEnd(text, at))
    }
    waiting.push(...inside.toReversed())
  }
  return found.slice(0, maxCount)
}

/** Returns the line (from 1) of a character index in a text. */
export function getLineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** Index of a key's value; of duplicate keys the last one counts, as in `JSON.parse`. */
function memberAt(text: string, open: number, name: string): number {
  let found = -1
  let at = spaceEnd(text, open + 1)
  while (text[at] === '"') {
    const end = valueEnd(text, at)
    const key = text.slice(at, end)
    at = spaceEnd(text, spaceEnd(text, end) + 1)
    if (key === JSON.stringify(name)) found = at
    at = skipComma(text, valueEnd(text, at))
  }
  return found
}

function entryAt(text: string, open: number, index: number): number {
  let at = spaceEnd(text, open + 1)
  for (let count = 0; at < text.length && text[at] !== ']'; count++) {
    if (count === index) return at
    at = skipComma(text, valueEnd(text, at))
  }
  return -1
}

function skipComma(text: string, at: number): number {
  const next = spaceEnd(text, at)
  return text[next] === ',' ? spaceEnd(text, next + 1) : next
}

function valueEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = textEnd(text, at)
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
      continue
    } else if (depth === 0 && (sign === ',' || ' \t\r\n'.includes(sign ?? ''))) return at
    if (depth === 0 && sign === '"') return at + 1
  }
  return text.length
}

/** Index of the closing quote. */
function textEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

function spaceEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++
  return at
}
