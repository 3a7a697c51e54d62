import { writeComponent, writeDrawing } from '../../document/index.ts'
import { Rejection } from '../base/result.ts'
import type { Component, Diff, Drawing, DrawingDocument, SymbolDefinition } from '../../document/index.ts'

/** Upper bound for the bytes of a component's position and size in the file. */
const placeBytes = 160
/** Fraction of the limit at which the warning is sent. */
const warningShare = 0.8

/**
 * Enforces the maximum file size of a drawing in bytes (UTF-8). Writing the file at each step would be too slow, so
 * added bytes are counted and removed bytes are ignored. The file is serialized and measured exactly only when that
 * estimate exceeds the limit.
 */
export class FileSize {
  readonly #document: DrawingDocument
  readonly #maxBytes: number
  readonly #tell: (bytes: number, maxBytes: number) => void
  /** Upper bound of the file size without changed positions; null until first needed. */
  #counted: number | null = null
  /** Number of components whose position changed since the last exact measurement; each adds at most `placeBytes`. */
  #moved = 0
  #isExact = false
  #isReported = false
  /** Caches the growth of the last checked diff, which is usually applied next. */
  #measured: readonly [Diff, number] | null = null

  /**
   * `tell` is called once when the file gets close to the limit, and again only after the size was below that
   * threshold.
   */
  constructor(document: DrawingDocument, maxBytes: number, onNearLimit: (bytes: number, maxBytes: number) => void) {
    this.#document = document
    this.#maxBytes = maxBytes
    this.#tell = onNearLimit
    if (maxBytes < Infinity) document.onChange((diff) => this.#count(diff))
  }

  /**
   * @throws Rejection if the diff would make the file too large. A file that is already too large may still shrink or
   * change without growing.
   */
  check(diff: Diff): void {
    if (this.#maxBytes === Infinity) return
    const growth = computeGrowth(diff)
    this.#measured = [diff, growth]
    if (growth === 0 || this.#maxBytes >= this.#upper + growth || this.#maxBytes >= this.#exact() + growth) return
    const after = countBytes(writeDrawing(applyDiff(this.#document.toDrawing(), diff)))
    if (after > this.#maxBytes && after > this.#exact()) {
      throw new Rejection(
        'command.limit',
        `the drawing file would have ${after} bytes; the limit is ${this.#maxBytes}`,
        '',
        'command.tooLarge',
      )
    }
  }

  get #upper(): number {
    return (this.#counted ?? this.#exact()) + Math.min(this.#moved, this.#document.size) * placeBytes
  }

  #exact(): number {
    if (this.#counted !== null && this.#isExact) return this.#counted
    this.#isExact = true
    this.#moved = 0
    return (this.#counted = countBytes(writeDrawing(this.#document.toDrawing())))
  }

  #count(diff: Diff): void {
    const { updated } = diff
    this.#isExact = false
    this.#moved += updated.length
    const [measured, previous] = this.#measured ?? []
    this.#measured = null
    if (this.#counted === null) return
    const growth = previous !== undefined && measured === diff ? previous : computeGrowth(diff)
    this.#counted += growth
    if (this.#counted < this.#maxBytes * warningShare) {
      this.#isReported = false
      return
    }
    // Position changes are not measured: dragging thousands of components would serialize the file at each step, and
    // each adds only a few digits.
    if (this.#isReported || growth === 0) return
    const bytes = this.#exact()
    this.#isReported = bytes >= this.#maxBytes * warningShare
    if (this.#isReported) this.#tell(bytes, this.#maxBytes)
  }
}

/** Upper bound of the bytes that a diff adds. Removed data and positions are not counted. */
function computeGrowth({ added, updated, name, layer, symbols }: Diff): number {
  let growth = 0
  for (const component of added) growth += countBytes(writeComponent(component)) + 2
  for (const [before, after] of updated) growth += computeUpdateGrowth(before, after)
  if (name) growth += countBytes(name[1])
  if (layer) growth += Math.max(0, countBytes(JSON.stringify(layer[1])) - countBytes(JSON.stringify(layer[0])))
  return growth + (symbols ? computeSymbolGrowth(...symbols) : 0)
}

function computeSymbolGrowth(before: readonly SymbolDefinition[], after: readonly SymbolDefinition[]): number {
  const previous = new Set(before)
  return after.reduce((sum, symbol) => sum + (previous.has(symbol) ? 0 : countBytes(JSON.stringify(symbol))), 0)
}

/** Component properties that may be long, apart from name and link. */
const heavy = ['props', 'bindings', 'animation', 'action', 'extras'] as const

/**
 * Returns 0 for a moved component, otherwise the growth of the properties that differ. Changed overrides and parameters
 * of an instance need the full record.
 */
function computeUpdateGrowth(before: Component, after: Component): number {
  const isSameLink = before.link?.overrides === after.link?.overrides && before.link?.params === after.link?.params
  if (!isSameLink) return Math.max(0, countBytes(writeComponent(after)) - countBytes(writeComponent(before)))
  let growth =
    before.name === after.name ? 0 : countBytes(JSON.stringify(after.name)) - countBytes(JSON.stringify(before.name))
  for (const key of heavy)
    if (before[key] !== after[key]) growth += bytesUnder(key, after[key]) - bytesUnder(key, before[key])
  return Math.max(0, growth)
}

/** Bytes of a key and its value in the file. Empty values are not written. */
function bytesUnder(key: string, value: object | null): number {
  return value === null || Object.keys(value).length === 0 ? 0 : countBytes(JSON.stringify(value)) + key.length + 4
}

function applyDiff(drawing: Drawing, { added, updated, removed, name, layer, symbols }: Diff): Drawing {
  const replaced = new Map(updated.map(([before, after]) => [before.id, after]))
  const removedIds = new Set(removed.map(({ id }) => id))
  // The order does not affect the size, except that members must follow their group.
  const components = [
    ...drawing.components
      .filter(({ id }) => !removedIds.has(id))
      .map((component) => replaced.get(component.id) ?? component),
    ...added,
  ]
  return {
    ...drawing,
    name: name?.[1] ?? drawing.name,
    layer: layer?.[1] ?? drawing.layer,
    components,
    ...(symbols && { symbols: symbols[1] }),
  }
}

const encoder = new TextEncoder()

function countBytes(text: string): number {
  return encoder.encode(text).length
}
