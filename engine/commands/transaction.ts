import { produce } from 'immer'
import { deepFreeze, descendantsOf, groupType, makeDiff, patched, record, recordProblem } from '../document/index.ts'
import { ungroupedBehaviour } from './ungroupedBehaviour.ts'
import { rerouteAttached } from './rerouteAttached.ts'
import { fitCurveBounds } from './fitCurveBounds.ts'
import { fitGroupBounds } from './fitGroupBounds.ts'
import { Overlay } from './overlay.ts'
import { rejectDepth, rejectMany, rejectRecord } from './result.ts'
import { dropExtraSingletons } from './singletonTypes.ts'
import { syncInstances } from './syncInstances.ts'
import type { Component, ComponentPatch, Diff, DrawingLimits, DrawingView, Id, Layer, SymbolDefinition } from '../document/index.ts'
import type { Draft } from 'immer'
import type { Problem } from '../schema/index.ts'
import type { AttachmentIndex } from './attachmentIndex.ts'

/**
 * Where a recipe writes. Nothing reaches the document before the whole recipe is through; what it did comes out as one
 * diff, which is also its undo. So no command writes an inverse, and a refusal half way changes nothing.
 */
export class Transaction {
  readonly #base: DrawingView
  readonly #overlay: Overlay
  readonly #limits: DrawingLimits
  readonly #attachments: AttachmentIndex
  #leftOut: readonly Problem[] = []

  constructor(base: DrawingView, limits: DrawingLimits, attachments: AttachmentIndex) {
    this.#base = base
    this.#overlay = new Overlay(base)
    this.#limits = limits
    this.#attachments = attachments
  }

  /** The drawing as the recipe has made it so far. */
  get view(): DrawingView {
    return this.#overlay
  }

  /** The record as this transaction has left it so far. */
  get(id: Id): Component | undefined {
    return this.#overlay.get(id)
  }

  /**
   * Adds a whole record; a drawing that is full refuses the command.
   * @throws when its id is taken: a mistake of the command, never of a person.
   */
  add(component: Component): void {
    if (this.#overlay.get(component.id)) throw new Error(`${component.id} is there already`)
    if (this.#overlay.size >= this.#limits.components) throw rejectMany(this.#limits.components)
    // What code made with `patched` or `makeComponent` is a frozen record already: a second copy of 20,000 is a tenth of a paste.
    this.#write(null, Object.isFrozen(component) ? component : record(component))
  }

  /** Changes a record through an immer draft: for nested changes. For plain keys `patch` is ten times faster. */
  update(id: Id, recipe: (draft: Draft<Component>) => void): void {
    const before = this.#present(id)
    const after = produce(before, (draft) => { recipe(draft) })
    if (after.id !== id) throw new Error('a component keeps its id')
    if (after !== before) this.#write(before, record(after))
  }

  /** Replaces keys of a record; keys that are already so change nothing. */
  patch(id: Id, patch: ComponentPatch): void {
    const before = this.#present(id)
    for (const key in patch) {
      const name = key as keyof ComponentPatch
      if (patch[name] === undefined || Object.is(patch[name], before[name])) continue
      this.#write(before, patched(before, patch))
      return
    }
  }

  /** Takes a component out, with all its members. */
  remove(id: Id): void {
    const component = this.#present(id)
    const members = component.type === groupType ? descendantsOf(this.#overlay, id) : []
    for (const member of members) this.#overlay.put(member, null)
    this.#overlay.put(component, null)
  }

  /** Changes the sheet: size, background, ratio. */
  layer(recipe: (draft: Draft<Layer>) => void): void {
    this.#overlay.layer = produce(this.#overlay.layer, (draft) => { recipe(draft) })
  }

  /** Names the drawing. */
  rename(name: string): void {
    this.#overlay.name = name
  }

  /** Replaces the symbols of the drawing; instances follow when the transaction ends. */
  symbols(symbols: readonly SymbolDefinition[]): void {
    this.#overlay.symbols = symbols
  }

  /** What was not added, since a drawing holds one of it, and what a group did by itself that is one no more: known once it is finished. */
  get leftOut(): readonly Problem[] {
    return this.#leftOut
  }

  /** Checks that the tree still is one, leaves out second ones of what a drawing holds one of, brings instances, curves', groups' boxes and attached lines up to date, and says what was done. */
  finish(): Diff {
    this.#checkTree()
    this.#checkSymbols()
    syncInstances(this.#base, this.#overlay, this.#attachments.types, this.#limits)
    this.#leftOut = dropExtraSingletons(this.#base, this.#overlay, this.#attachments.types)
    fitCurveBounds(this.#overlay, this.#attachments.types)
    fitGroupBounds(this.#base, this.#overlay)
    if (rerouteAttached(this.#base, this.#overlay, this.#attachments)) fitGroupBounds(this.#base, this.#overlay)
    this.#leftOut = [...this.#leftOut, ...ungroupedBehaviour(this.#base, this.#overlay, this.#overlay.changes())]
    const { name, layer, symbols } = this.#overlay
    return makeDiff(this.#overlay.changes(), [this.#base.name, name], [this.#base.layer, deepFreeze(layer)], [this.#base.symbols, symbols])
  }

  #present(id: Id): Component {
    const component = this.#overlay.get(id)
    if (!component) throw new Error(`there is no component ${id}`)
    return component
  }

  #write(before: Component | null, component: Component): void {
    const problem = recordProblem(component)
    if (problem) throw rejectRecord(problem)
    this.#overlay.put(before, component)
  }

  #checkTree(): void {
    for (const [before, after] of this.#overlay.changes()) {
      if (!after || after.parent === null || before?.parent === after.parent) continue
      let depth = 0
      for (let parent: Id | null = after.parent; parent !== null; depth++) {
        const group: Component | undefined = this.#overlay.get(parent)
        if (group?.type !== groupType) throw new Error(`${after.id} is put into ${parent}, which is no group`)
        if (group.parent === after.id) throw new Error(`${after.id} is put into itself`)
        if (depth >= this.#limits.nesting) throw rejectDepth(this.#limits.nesting)
        parent = group.parent
      }
      if (before && after.type === groupType && depth + this.#heightOf(after) > this.#limits.nesting) throw rejectDepth(this.#limits.nesting)
    }
  }

  /** A reader counts what all symbols are made of as it counts components. */
  #checkSymbols(): void {
    const { symbols } = this.#overlay
    if (symbols === this.#base.symbols) return
    const most = this.#limits.components
    const count = countIn(symbols)
    if (count > most && count > countIn(this.#base.symbols)) throw rejectMany(most)
  }

  /** How many levels of members a group has: a group that moves takes them all deeper. */
  #heightOf(group: Component): number {
    let height = 0
    for (let level: readonly Component[] = [group]; level.length > 0; height++) level = level.flatMap(({ id, type }) => type === groupType ? this.#overlay.children(id) : [])
    return height - 1
  }
}

function countIn(symbols: readonly SymbolDefinition[]): number {
  return symbols.reduce((sum, { components }) => sum + components.length, 0)
}
