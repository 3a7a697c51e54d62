import { produce } from 'immer'
import {
  deepFreeze,
  getDescendants,
  groupType,
  makeDiff,
  patchRecord,
  record,
  recordProblem,
} from '../../document/index.ts'
import { findLostBehaviour } from '../base/ungroupedBehaviour.ts'
import { rerouteAttached } from '../settle/rerouteAttached.ts'
import { fitCurveBounds } from '../settle/fitCurveBounds.ts'
import { fitGroupBounds } from '../settle/fitGroupBounds.ts'
import { Overlay } from '../base/overlay.ts'
import { rejectDepth, rejectMany, rejectRecord } from '../base/result.ts'
import { dropExtraSingletons } from '../settle/singletonTypes.ts'
import { syncInstances } from '../settle/syncInstances.ts'
import type {
  Component,
  ComponentPatch,
  Diff,
  DrawingLimits,
  DrawingView,
  Id,
  Layer,
  SymbolDefinition,
} from '../../document/index.ts'
import type { Draft } from 'immer'
import type { Problem } from '../../schema/index.ts'
import type { AttachmentIndex } from '../settle/attachmentIndex.ts'

/**
 * Collects the changes of a recipe. The document changes only after the whole recipe succeeded. The result is one diff,
 * which also serves as its undo, so commands define no inverse and a rejected command changes nothing.
 */
export class Transaction {
  readonly #base: DrawingView
  readonly #overlay: Overlay
  readonly #limits: DrawingLimits
  readonly #attachments: AttachmentIndex
  #omitted: readonly Problem[] = []

  constructor(base: DrawingView, limits: DrawingLimits, attachments: AttachmentIndex) {
    this.#base = base
    this.#overlay = new Overlay(base)
    this.#limits = limits
    this.#attachments = attachments
  }

  /** The drawing with the changes made so far. */
  get view(): DrawingView {
    return this.#overlay
  }

  /** Returns the record with the changes made so far. */
  get(id: Id): Component | undefined {
    return this.#overlay.get(id)
  }

  /**
   * Adds a record.
   *
   * @throws Rejection if the drawing is full.
   * @throws Error if the id already exists, which is a programming error.
   */
  add(component: Component): void {
    if (this.#overlay.get(component.id)) throw new Error(`${component.id} already exists`)
    if (this.#overlay.size >= this.#limits.components) throw rejectMany(this.#limits.components)
    // Results of `patchRecord` and `makeComponent` are already frozen; a second copy of 20,000 records took a tenth of a
    // paste.
    this.#write(null, Object.isFrozen(component) ? component : record(component))
  }

  /** Changes a record with an immer draft, for nested changes. `patch` is ten times faster for top-level keys. */
  update(id: Id, recipe: (draft: Draft<Component>) => void): void {
    const before = this.#present(id)
    const after = produce(before, (draft) => {
      recipe(draft)
    })
    if (after.id !== id) throw new Error('the id of a component cannot change')
    if (after !== before) this.#write(before, record(after))
  }

  /** Replaces keys of a record. Equal values change nothing. */
  patch(id: Id, patch: ComponentPatch): void {
    const before = this.#present(id)
    for (const key in patch) {
      const name = key as keyof ComponentPatch
      if (patch[name] === undefined || Object.is(patch[name], before[name])) continue
      this.#write(before, patchRecord(before, patch))
      return
    }
  }

  /** Removes a component with all its members. */
  remove(id: Id): void {
    const component = this.#present(id)
    const members = component.type === groupType ? getDescendants(this.#overlay, id) : []
    for (const member of members) this.#overlay.put(member, null)
    this.#overlay.put(component, null)
  }

  /** Changes the layer: size, background, ratio. */
  layer(recipe: (draft: Draft<Layer>) => void): void {
    this.#overlay.layer = produce(this.#overlay.layer, (draft) => {
      recipe(draft)
    })
  }

  /** Changes the name of the drawing. */
  rename(name: string): void {
    this.#overlay.name = name
  }

  /** Replaces the symbols of the drawing. Instances are updated when the transaction finishes. */
  symbols(symbols: readonly SymbolDefinition[]): void {
    this.#overlay.symbols = symbols
  }

  /** Problems of the finished transaction: dropped singletons, and behaviour lost with ungrouped groups. */
  get omitted(): readonly Problem[] {
    return this.#omitted
  }

  /**
   * Validates the tree and symbols, updates instances, singletons, curve and group boxes and attached lines, and
   * returns the diff.
   *
   * @throws Rejection if the result is invalid or exceeds a limit.
   */
  finish(): Diff {
    this.#checkTree()
    this.#checkSymbols()
    syncInstances(this.#base, this.#overlay, this.#attachments.types, this.#limits)
    this.#omitted = dropExtraSingletons(this.#base, this.#overlay, this.#attachments.types)
    fitCurveBounds(this.#overlay, this.#attachments.types)
    fitGroupBounds(this.#base, this.#overlay)
    if (rerouteAttached(this.#base, this.#overlay, this.#attachments)) fitGroupBounds(this.#base, this.#overlay)
    this.#omitted = [...this.#omitted, ...findLostBehaviour(this.#base, this.#overlay, this.#overlay.changes())]
    const { name, layer, symbols } = this.#overlay
    return makeDiff(
      this.#overlay.changes(),
      [this.#base.name, name],
      [this.#base.layer, deepFreeze(layer)],
      [this.#base.symbols, symbols],
    )
  }

  #present(id: Id): Component {
    const component = this.#overlay.get(id)
    if (!component) throw new Error(`unknown component ${id}`)
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
        if (group?.type !== groupType) throw new Error(`the parent ${parent} of ${after.id} is not a group`)
        if (group.parent === after.id) throw new Error(`${after.id} cannot be its own parent`)
        if (depth >= this.#limits.nesting) throw rejectDepth(this.#limits.nesting)
        parent = group.parent
      }
      if (before && after.type === groupType && depth + this.#getHeight(after) > this.#limits.nesting)
        throw rejectDepth(this.#limits.nesting)
    }
  }

  /** Readers count components of symbols like those of the drawing. */
  #checkSymbols(): void {
    const { symbols } = this.#overlay
    if (symbols === this.#base.symbols) return
    const maxComponents = this.#limits.components
    const count = countIn(symbols)
    if (count > maxComponents && count > countIn(this.#base.symbols)) throw rejectMany(maxComponents)
  }

  /** Returns the number of nesting levels below a group; moving the group moves all of them. */
  #getHeight(group: Component): number {
    let height = 0
    for (let level: readonly Component[] = [group]; level.length > 0; height++)
      level = level.flatMap(({ id, type }) => (type === groupType ? this.#overlay.children(id) : []))
    return height - 1
  }
}

function countIn(symbols: readonly SymbolDefinition[]): number {
  return symbols.reduce((sum, { components }) => sum + components.length, 0)
}
