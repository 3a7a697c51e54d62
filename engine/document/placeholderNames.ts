import type { ParamKinds } from './placeholder.ts'

/** Where the placeholders of known parameters stand in a text or tag: first character and the one after the last. */
export function placeholdersIn(source: string, kinds: ParamKinds): (readonly [start: number, end: number])[] {
  if (kinds.size === 0 || !source.includes('{')) return []
  return [...source.matchAll(inText)].filter(([, name = '']) => kinds.has(name)).map(({ 0: whole, index }) => [index, index + whole.length] as const)
}

/** A text or tag whose placeholders go by other names; all at once, so that two can change places. */
export function renamedText(source: string, names: ReadonlyMap<string, string>): string {
  return source.includes('{') ? source.replace(inText, (whole, name: string) => braced(names.get(name), whole)) : source
}

/** As `renamedText` of an expression, where nothing within quotes is a placeholder. */
export function renamedExpression(source: string, names: ReadonlyMap<string, string>): string {
  return source.replace(inExpression, (whole, name: string | undefined) => (name === undefined ? whole : braced(names.get(name), whole)))
}

const inText = /\{([A-Za-z][A-Za-z0-9_]{0,31})\}/g
const inExpression = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\{\s*([A-Za-z][A-Za-z0-9_]{0,31})\s*\}/gs

function braced(name: string | undefined, otherwise: string): string {
  return name === undefined ? otherwise : `{${name}}`
}
