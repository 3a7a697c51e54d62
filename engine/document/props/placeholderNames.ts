import type { ParamKinds } from './placeholder.ts'

/** Returns start (inclusive) and end (exclusive) of placeholders of known parameters in a text or tag. */
export function placeholdersIn(source: string, kinds: ParamKinds): (readonly [start: number, end: number])[] {
  if (kinds.size === 0 || !source.includes('{')) return []
  return [...source.matchAll(inText)]
    .filter(([, name = '']) => kinds.has(name))
    .map(({ 0: whole, index }) => [index, index + whole.length] as const)
}

/** Renames placeholders in a text or tag, all at once, so that two names can be swapped. */
export function renameInText(source: string, names: ReadonlyMap<string, string>): string {
  return source.includes('{')
    ? source.replace(inText, (whole, name: string) => toPlaceholder(names.get(name), whole))
    : source
}

/** Like `renamedText`, for expressions: placeholders in quotes are not renamed. */
export function renameInExpression(source: string, names: ReadonlyMap<string, string>): string {
  return source.replace(inExpression, (whole, name: string | undefined) =>
    name === undefined ? whole : toPlaceholder(names.get(name), whole),
  )
}

const inText = /\{([A-Za-z][A-Za-z0-9_]{0,31})\}/g
const inExpression = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\{\s*([A-Za-z][A-Za-z0-9_]{0,31})\s*\}/gs

function toPlaceholder(name: string | undefined, otherwise: string): string {
  return name === undefined ? otherwise : `{${name}}`
}
