/**
 * Tokens of an expression that determine whether a text is displayed. A tag in braces, possibly with parameters in
 * braces, is one token.
 */
const piece =
  /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\{(?:[^{}]|\{[^{}]*\})*\}|[A-Za-z_][A-Za-z0-9_]*|[=!<>]=|&&|\|\||[<>(),?:]/gs
const comparing: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
/** Tokens with a lower precedence than comparisons; they separate comparisons. */
const dividing: ReadonlySet<string> = new Set(['&&', '||', '?', ':', ',', '(', ')'])

/** Arguments that a function only evaluates. All other arguments may be returned. */
const evaluatedArguments: ReadonlyMap<string, (index: number, count: number) => boolean> = new Map([
  ['if', (index: number) => index === 0],
  ['mapBands', (index: number) => index === 0],
  ['mapStates', (index: number, count: number) => index === 0 || (index % 2 === 1 && index !== count - 1)],
])

/**
 * Returns for each quoted text of an expression, in order, whether it may be displayed. Texts that are only compared
 * return false.
 */
export function visibleTexts(source: string): boolean[] {
  const pieces = source.match(piece) ?? []
  return pieces.flatMap((text, at) => (isQuoted(text) ? [isShown(pieces, at)] : []))
}

const isQuoted = (text: string): boolean => text.startsWith('"') || text.startsWith("'")

/** Checks the enclosing brackets from inside out: if an expression is compared, so are all its parts. */
function isShown(pieces: readonly string[], at: number): boolean {
  let [first, last] = [at, at]
  for (;;) {
    if (isCompared(pieces, first, -1) || isCompared(pieces, last, 1)) return false
    const before = commas(pieces, first, -1)
    if (before.end < 0) return true
    const after = commas(pieces, last, 1)
    if (evaluatedArguments.get(pieces[before.end - 1] ?? '')?.(before.count, before.count + after.count + 1))
      return false
    ;[first, last] = [before.end, after.end]
  }
}

/** Returns true if a comparison operator follows on one side, skipping brackets. */
function isCompared(pieces: readonly string[], from: number, step: 1 | -1): boolean {
  for (let at = from + step; at >= 0 && at < pieces.length; at = findMatchingBracket(pieces, at, step) + step) {
    const text = pieces[at] ?? ''
    if (comparing.has(text)) return true
    if (dividing.has(text) && text !== opening(step)) return false
  }
  return false
}

/** Returns the enclosing bracket on one side and the number of commas before it. */
function commas(
  pieces: readonly string[],
  from: number,
  step: 1 | -1,
): { readonly end: number; readonly count: number } {
  let count = 0
  let at = from + step
  for (; at >= 0 && at < pieces.length; at = findMatchingBracket(pieces, at, step) + step) {
    if (pieces[at] === closing(step)) break
    if (pieces[at] === ',') count++
  }
  return { end: at, count }
}

/** Returns the index of the matching bracket, or `at` for any other token. */
function findMatchingBracket(pieces: readonly string[], at: number, step: 1 | -1): number {
  let open = 0
  for (let other = at; other >= 0 && other < pieces.length; other += step) {
    if (pieces[other] === opening(step)) open++
    else if (pieces[other] === closing(step)) open--
    if (open === 0) return other
  }
  return at
}

const opening = (step: 1 | -1): string => (step === 1 ? '(' : ')')
const closing = (step: 1 | -1): string => (step === 1 ? ')' : '(')
