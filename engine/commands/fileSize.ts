import { writeComponent, writeDrawing } from '../document/index.ts'
import { Rejection } from './result.ts'
import type { Component, Diff, Drawing, DrawingDocument, SymbolDefinition } from '../document/index.ts'

/** Upper bound for the bytes of a component's position and size in the file. */
const placeBytes = 160
/** Fraction of the limit at which the warning is sent. */
const nearly = 0.8

/**
 * Enforces the maximum file size of a drawing in bytes (UTF-8). Writing the file at each step would be too slow, so
 * added bytes are counted and removed bytes are ignored. The file is serialized and measured exactly only when that
 * estimate exceeds the limit.
 */
export class FileSize {
  readonly #document: DrawingDocument
  readonly #most: number
  readonly #tell: (bytes: number, most: number) => void
  /** Upper bound of the file size without changed positions; null until first needed. */
  #counted: number | null = null
  /** Number of components whose position changed since the last exact measurement; each adds at most `placeBytes`. */
  #moved = 0
  #isExact = false
  #isTold = false
  /** Caches the growth of the last checked diff, which is usually applied next. */
  #measured: readonly [Diff, number] | null = null

  /**
   * `tell` is called once when the file gets close to the limit, and again only after the size was below that
   * threshold.
   */
  constructor(document: DrawingDocument, most: number, tell: (bytes: number, most: number) => void) {
    this.#document = document
    this.#most = most
    this.#tell = tell
    if (most < Infinity) document.onChange((diff) => this.#count(diff))
  }

  /**
   * @throws Rejection if the diff would make the file too large. A file that is already too large may still shrink or
   * change without growing.
   */
  check(diff: Diff): void {
    if (this.#most === Infinity) return
    const growth = growthOf(diff)
    this.#measured = [diff, growth]
    if (growth === 0 || this.#most >= this.#upper + growth || this.#most >= this.#exact() + growth) return
    const after = bytesOf(writeDrawing(changed(this.#document.toDrawing(), diff)))
    if (after > this.#most && after > this.#exact()) {
      throw new Rejection('command.limit', `the drawing file would have ${after} bytes; the limit is ${this.#most}`, '', 'command.tooLarge')
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
    // Position changes are not measured: dragging thousands of components would serialize the file at each step, and
    // each adds only a few digits.
    if (this.#isTold || growth === 0) return
    const bytes = this.#exact()
    this.#isTold = bytes >= this.#most * nearly
    if (this.#isTold) this.#tell(bytes, this.#most)
  }
}

/** Upper bound of the bytes that a diff adds. Removed data and positions are not counted. */
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

/** Component properties that may be long, apart from name and link. */
const heavy = ['props', 'bindings', 'animation', 'action', 'extras'] as const

/**
 * Returns 0 for a moved component, otherwise the growth of the properties that differ. Changed overrides and parameters
 * of an instance need the full record.
 */
function growthOfUpdate(before: Component, after: Component): number {
  const isSameLink = before.link?.overrides === after.link?.overrides && before.link?.params === after.link?.params
  if (!isSameLink) return Math.max(0, bytesOf(writeComponent(after)) - bytesOf(writeComponent(before)))
  let growth = before.name === after.name ? 0 : bytesOf(JSON.stringify(after.name)) - bytesOf(JSON.stringify(before.name))
  for (const key of heavy) if (before[key] !== after[key]) growth += bytesUnder(key, after[key]) - bytesUnder(key, before[key])
  return Math.max(0, growth)
}

/** Bytes of a key and its value in the file. Empty values are not written. */
function bytesUnder(key: string, value: object | null): number {
  return value === null || Object.keys(value).length === 0 ? 0 : bytesOf(JSON.stringify(value)) + key.length + 4
}

function changed(drawing: Drawing, { added, updated, removed, name, layer, symbols }: Diff): Drawing {
  const replaced = new Map(updated.map(([before, after]) => [before.id, after]))
  const gone = new Set(removed.map(({ id }) => id))
  // The order does not affect the size, except that members must follow their group.
  const components = [...drawing.components.filter(({ id }) => !gone.has(id)).map((component) => replaced.get(component.id) ?? component), ...added]
  return { ...drawing, name: name?.[1] ?? drawing.name, layer: layer?.[1] ?? drawing.layer, components, ...symbols && { symbols: symbols[1] } }
}

const encoder = new TextEncoder()

function bytesOf(text: string): number {
  return encoder.encode(text).length
}
