import type { Change, Component, Diff, SymbolDefinition } from '../document/index.ts'

/** Shorter ones are weighed with the records that hold them. */
const longFrom = 1_000
const bytesPerCharacter = 2

/**
 * The long texts (pictures, data) that steps of a history keep alive, each once however many steps and records hold it:
 * a picture that was moved a hundred times, or stands in a hundred copies, is one text in memory.
 */
export class InternedTexts {
  readonly #holders = new Map<string, number>()
  #bytes = 0

  /** At most so many bytes; of Latin letters about half. */
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

  /** Of a diff that was added. */
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
  for (const component of added) yield* textsOf(component)
  for (const component of removed) yield* textsOf(component)
  for (const change of updated) yield* textsOfChange(change)
  if (layer && layer[0].backgroundImage !== layer[1].backgroundImage) yield* layer.map(({ backgroundImage }) => backgroundImage).filter(isLong)
  if (symbols) yield* textsOfSymbols(...symbols)
}

/** A move hands its properties on: nothing is read of 10,000 components that are dragged. */
function* textsOfChange([before, after]: Change): Generator<string> {
  if (before?.props === after?.props && before?.link === after?.link) return
  if (before) yield* textsOf(before)
  if (after) yield* textsOf(after)
}

function* textsOf({ props, link }: Pick<Component, 'props' | 'link'>): Generator<string> {
  yield* longIn(props)
  if (link) yield* longIn(link)
}

function* textsOfSymbols(before: readonly SymbolDefinition[], after: readonly SymbolDefinition[]): Generator<string> {
  const shared = new Set(before.filter((symbol) => after.includes(symbol)))
  for (const symbol of [...before, ...after]) {
    if (shared.has(symbol)) continue
    yield* longIn(symbol.params)
    for (const component of symbol.components) yield* textsOf(component)
  }
}

function* longIn(data: object): Generator<string> {
  for (const value of Object.values(data)) {
    if (isLong(value)) yield value
    // Points are numbers only, and many.
    else if (typeof value === 'object' && value !== null && !(Array.isArray(value) && typeof value[0] === 'number')) yield* longIn(value)
  }
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length >= longFrom
