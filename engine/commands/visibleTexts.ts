/** What of an expression tells its texts apart; a tag in braces, in a symbol with a parameter's braces within, is passed over whole. */
const piece = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\{(?:[^{}]|\{[^{}]*\})*\}|[A-Za-z_][A-Za-z0-9_]*|[=!<>]=|&&|\|\||[<>(),?:]/gs
const comparing: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
/** They bind less than what compares: beyond them another comparison begins. */
const dividing: ReadonlySet<string> = new Set(['&&', '||', '?', ':', ',', '(', ')'])

/** Arguments that a function looks at and does not answer with; all others may be its answer. */
const askedOnly: ReadonlyMap<string, (index: number, count: number) => boolean> = new Map([
  ['if', (index: number) => index === 0],
  ['mapBands', (index: number) => index === 0],
  ['mapStates', (index: number, count: number) => index === 0 || (index % 2 === 1 && index !== count - 1)],
])

/** Of each quoted text of an expression, in their order: whether it may be what is shown, and is not only what something is compared with. */
export function visibleTexts(source: string): boolean[] {
  const pieces = source.match(piece) ?? []
  return pieces.flatMap((text, at) => (isQuoted(text) ? [isShown(pieces, at)] : []))
}

const isQuoted = (text: string): boolean => text.startsWith('"') || text.startsWith("'")

/** Goes from the brackets around a text to those around them: what is compared as a whole is compared in all its parts. */
function isShown(pieces: readonly string[], at: number): boolean {
  let [first, last] = [at, at]
  for (;;) {
    if (isCompared(pieces, first, -1) || isCompared(pieces, last, 1)) return false
    const before = commas(pieces, first, -1)
    if (before.end < 0) return true
    const after = commas(pieces, last, 1)
    if (askedOnly.get(pieces[before.end - 1] ?? '')?.(before.count, before.count + after.count + 1)) return false
    ;[first, last] = [before.end, after.end]
  }
}

/** Whether a comparison is met from there on one side, brackets passed over. */
function isCompared(pieces: readonly string[], from: number, step: 1 | -1): boolean {
  for (let at = from + step; at >= 0 && at < pieces.length; at = beyond(pieces, at, step) + step) {
    const text = pieces[at] ?? ''
    if (comparing.has(text)) return true
    if (dividing.has(text) && text !== opening(step)) return false
  }
  return false
}

/** The bracket that closes what the pieces from there are in, on one side, and how many commas lie before it. */
function commas(pieces: readonly string[], from: number, step: 1 | -1): { readonly end: number; readonly count: number } {
  let count = 0
  let at = from + step
  for (; at >= 0 && at < pieces.length; at = beyond(pieces, at, step) + step) {
    if (pieces[at] === closing(step)) break
    if (pieces[at] === ',') count++
  }
  return { end: at, count }
}

/** The other end of a bracket that opens there; of anything else its own place. */
function beyond(pieces: readonly string[], at: number, step: 1 | -1): number {
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
