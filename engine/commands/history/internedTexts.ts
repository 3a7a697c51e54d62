import type { Change, Component, Diff, SymbolDefinition } from '../../document/index.ts'

/** Minimum length in characters. Shorter texts count as part of their records. */
const longFrom = 1_000
const bytesPerCharacter = 2

/**
 * Long texts (images, data) held by history steps, each counted once. An image that was moved a hundred times or used
 * in a hundred copies is one string in memory.
 */
export class InternedTexts {
  readonly #holders = new Map<string, number>()
  #bytes = 0

  /** Upper bound in bytes. Latin text takes about half. */
  get bytes(): number {
    return this.#bytes
  }

  add(diff: Diff): void {
    for (const text of textsIn(diff)) {
      const holders = this.#holders.get(text) ?? 0
      if (holders === 0) this.#bytes += text.length * bytesPerCharacter
      this.#holders.set(text, holders + 1)
    }
  }

  /** Removes the texts of a diff that was added before. */
  drop(diff: Diff): void {
    for (const text of textsIn(diff)) {
      const holders = this.#holders.get(text) ?? 0
      if (holders > 1) this.#holders.set(text, holders - 1)
      else if (this.#holders.delete(text)) this.#bytes -= text.length * bytesPerCharacter
    }
  }

  clear(): void {
    this.#holders.clear()
    this.#bytes = 0
  }
}

function* textsIn({ added, updated, removed, layer, symbols }: Diff): Generator<string> {
  for (const component of added) yield* listTexts(component)
  for (const component of removed) yield* listTexts(component)
  for (const change of updated) yield* listChangedTexts(change)
  if (layer && layer[0].backgroundImage !== layer[1].backgroundImage)
    yield* layer.map(({ backgroundImage }) => backgroundImage).filter(isLong)
  if (symbols) yield* listSymbolTexts(...symbols)
}

/** Moved components share their properties, so dragging 10,000 components scans no texts. */
function* listChangedTexts([before, after]: Change): Generator<string> {
  if (before?.props === after?.props && before?.link === after?.link) return
  if (before) yield* listTexts(before)
  if (after) yield* listTexts(after)
}

function* listTexts({ props, link }: Pick<Component, 'props' | 'link'>): Generator<string> {
  yield* longIn(props)
  if (link) yield* longIn(link)
}

function* listSymbolTexts(before: readonly SymbolDefinition[], after: readonly SymbolDefinition[]): Generator<string> {
  const shared = new Set(before.filter((symbol) => after.includes(symbol)))
  for (const symbol of [...before, ...after]) {
    if (shared.has(symbol)) continue
    yield* longIn(symbol.params)
    for (const component of symbol.components) yield* listTexts(component)
  }
}

function* longIn(data: object): Generator<string> {
  for (const value of Object.values(data)) {
    if (isLong(value)) yield value
    // Skip arrays of points: long, and numbers only.
    else if (typeof value === 'object' && value !== null && !(Array.isArray(value) && typeof value[0] === 'number'))
      yield* longIn(value)
  }
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length >= longFrom
