import { writeComponent, writeDrawing } from '../document/index.ts'
import { Rejection } from './result.ts'
import type { Component, Diff, Drawing, DrawingDocument, SymbolDefinition } from '../document/index.ts'

/** More than the numbers of a component's place take when they are written. */
const placeBytes = 160
/** Past this share of what is allowed a person is told. */
const nearly = 0.8

/**
 * Holds a drawing to the bytes that its file may have (UTF-8). Writing a file at each step would cost too much: what is
 * added is counted, what goes is not, and only where that comes to too much is the file written and counted whole.
 */
export class FileSize {
  readonly #document: DrawingDocument
  readonly #most: number
  readonly #tell: (bytes: number, most: number) => void
  /** Not less than the file's, but for places; null until it is asked for. */
  #counted: number | null = null
  /** Components whose place changed since, each by at most `placeBytes`. */
  #moved = 0
  #isExact = false
  #isTold = false
  /** What is checked is done next as a rule: it is not measured again then. */
  #measured: readonly [Diff, number] | null = null

  /** `tell` is called once when the file has become nearly too large, and again after it was not. */
  constructor(document: DrawingDocument, most: number, tell: (bytes: number, most: number) => void) {
    this.#document = document
    this.#most = most
    this.#tell = tell
    if (most < Infinity) document.onChange((diff) => this.#count(diff))
  }

  /** @throws Refusal when the file would become too large by this. One that is too large already may be made smaller, and be changed otherwise. */
  check(diff: Diff): void {
    if (this.#most === Infinity) return
    const growth = growthOf(diff)
    this.#measured = [diff, growth]
    if (growth === 0 || this.#most >= this.#upper + growth || this.#most >= this.#exact() + growth) return
    const after = bytesOf(writeDrawing(changed(this.#document.toDrawing(), diff)))
    if (after > this.#most && after > this.#exact()) {
      throw new Rejection('command.limit', `the drawing's file would have ${after} bytes, at most ${this.#most} are kept`, '', 'command.tooLarge')
    }
  }

  get #upper(): number {
    return (this.#counted ?? this.#exact()) + Math.min(this.#moved, this.#document.size) * placeBytes
  }

  #exact(): number {
    if (this.#counted !== null && this.#isExact) return this.#counted
    this.#isExact = true
    this.#moved = 0
    return this.#counted = bytesOf(writeDrawing(this.#document.toDrawing()))
  }

  #count(diff: Diff): void {
    const { updated } = diff
    this.#isExact = false
    this.#moved += updated.length
    const [measured, known] = this.#measured ?? []
    this.#measured = null
    if (this.#counted === null) return
    const growth = known !== undefined && measured === diff ? known : growthOf(diff)
    this.#counted += growth
    if (this.#counted < this.#most * nearly) {
      this.#isTold = false
      return
    }
    // Without the places: a drag of thousands would have the file written at each step, and brings a few digits each at most.
    if (this.#isTold || growth === 0) return
    const bytes = this.#exact()
    this.#isTold = bytes >= this.#most * nearly
    if (this.#isTold) this.#tell(bytes, this.#most)
  }
}

/** Bytes that a diff adds to a file, rather too many: what it takes out is not counted, nor what a place is written with. */
function growthOf({ added, updated, name, layer, symbols }: Diff): number {
  let growth = 0
  for (const component of added) growth += bytesOf(writeComponent(component)) + 2
  for (const [before, after] of updated) growth += growthOfUpdate(before, after)
  if (name) growth += bytesOf(name[1])
  if (layer) growth += Math.max(0, bytesOf(JSON.stringify(layer[1])) - bytesOf(JSON.stringify(layer[0])))
  return growth + (symbols ? growthOfSymbols(...symbols) : 0)
}

function growthOfSymbols(before: readonly SymbolDefinition[], after: readonly SymbolDefinition[]): number {
  const known = new Set(before)
  return after.reduce((sum, symbol) => sum + (known.has(symbol) ? 0 : bytesOf(JSON.stringify(symbol))), 0)
}

/** What of a component may be long, but for its name and link. */
const heavy = ['props', 'bindings', 'animation', 'action', 'extras'] as const

/** Of a component that was moved it is nothing, of any other only what differs is written; what an instance has of its own is written in a way of its own. */
function growthOfUpdate(before: Component, after: Component): number {
  const isSameLink = before.link?.overrides === after.link?.overrides && before.link?.params === after.link?.params
  if (!isSameLink) return Math.max(0, bytesOf(writeComponent(after)) - bytesOf(writeComponent(before)))
  let growth = before.name === after.name ? 0 : bytesOf(JSON.stringify(after.name)) - bytesOf(JSON.stringify(before.name))
  for (const key of heavy) if (before[key] !== after[key]) growth += bytesUnder(key, after[key]) - bytesUnder(key, before[key])
  return Math.max(0, growth)
}

/** A key and its value within a component's line; nothing is written of what is empty. */
function bytesUnder(key: string, value: object | null): number {
  return value === null || Object.keys(value).length === 0 ? 0 : bytesOf(JSON.stringify(value)) + key.length + 4
}

function changed(drawing: Drawing, { added, updated, removed, name, layer, symbols }: Diff): Drawing {
  const replaced = new Map(updated.map(([before, after]) => [before.id, after]))
  const gone = new Set(removed.map(({ id }) => id))
  // Only counted: the order does not matter, but for members, which stand behind their group.
  const components = [...drawing.components.filter(({ id }) => !gone.has(id)).map((component) => replaced.get(component.id) ?? component), ...added]
  return { ...drawing, name: name?.[1] ?? drawing.name, layer: layer?.[1] ?? drawing.layer, components, ...symbols && { symbols: symbols[1] } }
}

const encoder = new TextEncoder()

function bytesOf(text: string): number {
  return encoder.encode(text).length
}
