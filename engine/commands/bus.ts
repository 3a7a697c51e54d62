import { drawingLimits, isEmptyDiff, kindsOf } from '../document/index.ts'
import { AttachmentIndex } from './attachmentIndex.ts'
import { FileSize } from './fileSize.ts'
import { Gesture } from './gesture.ts'
import { History, historyDefaults } from './history.ts'
import { readSteps } from './readHistory.ts'
import { commands } from './list.ts'
import { Rejection, reject } from './result.ts'
import { Transaction } from './transaction.ts'
import type { Diff, DrawingDocument, DrawingLimits, Id, ParamKinds, SymbolParam } from '../document/index.ts'
import type { Catalog } from './catalog.ts'
import type { Command, Outcome } from './command.ts'
import type { HistoryEntry, HistoryOptions, HistorySteps, SelectionAccess } from './history.ts'
import type { CommandName } from './list.ts'
import type { Problem } from '../schema/index.ts'
import type { Rejected, Result } from './result.ts'

/** Limits for the undo history and the size of the drawing. Every option has a default. */
export interface BusOptions extends Partial<HistoryOptions> {
  readonly limits?: Partial<DrawingLimits>
  /** Parameters of the symbol, if the drawing is a symbol's own drawing (`symbolDrawing`). */
  readonly params?: readonly SymbolParam[]
  /** Symbols that commands must not add to the drawing: the edited symbol itself and all symbols that contain it. */
  readonly barred?: ReadonlySet<Id>
  /** Maximum size of the drawing's file in bytes (UTF-8). Default: unlimited. */
  readonly fileBytes?: number
}

/**
 * Runs commands on a drawing: looks a command up, validates its arguments, runs it in a transaction and records the
 * diff for undo. Errors caused by user input are returned as results, not thrown.
 *
 * ```ts
 * const result = bus.run('move', { ids: ['pump'], dx: 10, dy: 0 })
 * if (!result.ok) console.log(result.problems)
 * ```
 */
export class CommandBus {
  readonly document: DrawingDocument
  readonly history: History
  readonly #catalog: Catalog
  readonly #limits: DrawingLimits
  readonly #kinds: ParamKinds
  readonly #barred: ReadonlySet<Id>
  readonly #attachments: AttachmentIndex
  readonly #refused = new Set<(refused: Rejected, command: string) => void>()
  readonly #leftOut = new Set<(leftOut: readonly Problem[], command: string) => void>()
  readonly #filling = new Set<(bytes: number, most: number) => void>()
  readonly #size: FileSize
  #nameOf: (type: string) => string = (type) => type
  #gesture: Gesture | null = null
  #inHand: (() => HistoryEntry) | null = null
  #selection: SelectionAccess | null = null

  constructor(document: DrawingDocument, catalog: Catalog, options: BusOptions = {}) {
    const { limits, params = [], barred = new Set(), fileBytes = Infinity, ...history } = options
    this.document = document
    this.#catalog = catalog
    this.#attachments = new AttachmentIndex(document, catalog)
    this.#limits = { ...drawingLimits, ...limits }
    this.#kinds = kindsOf(params)
    this.#barred = barred
    this.#size = new FileSize(document, fileBytes, (bytes, most) => { for (const listener of this.#filling) listener(bytes, most) })
    this.history = new History(document, { ...historyDefaults, ...history }, () => this.#cancelGesture())
  }

  /**
   * Runs a command by name, including `undo` and `redo`. An open gesture is committed first; `undo` and `redo` cancel
   * it.
   */
  run(name: CommandName | (string & {}), args: unknown = {}): Result {
    if (name === 'undo' || name === 'redo') {
      if (name === 'undo') this.history.undo()
      else this.history.redo()
      return { ok: true }
    }
    const result = this.#perform(name, args)
    if (!result.ok) this.#tellRefused(result, name)
    return result
  }

  /**
   * Subscribes to rejected commands, for callers without a form that could show the error, such as keyboard shortcuts.
   * Returns a function that unsubscribes.
   */
  onRefused(listener: (refused: Rejected, command: string) => void): () => void {
    this.#refused.add(listener)
    return () => this.#refused.delete(listener)
  }

  /**
   * Subscribes to problems of completed steps: extra copies of a singleton type that were dropped (`command.single`)
   * and behaviour of an ungrouped group that was lost (`group.dissolved`). Returns a function that unsubscribes.
   */
  onLeftOut(listener: (leftOut: readonly Problem[], command: string) => void): () => void {
    this.#leftOut.add(listener)
    return () => this.#leftOut.delete(listener)
  }

  /**
   * Subscribes to a warning that the file is close to `fileBytes`, with the current and the maximum size in bytes. Sent
   * once, and again only after the file was smaller in between. Returns a function that unsubscribes.
   */
  onFilling(listener: (bytes: number, most: number) => void): () => void {
    this.#filling.add(listener)
    return () => this.#filling.delete(listener)
  }

  /** Sets the localized base name of new components, which is followed by a number. Default: the type name. */
  nameBy(nameOf: (type: string) => string): void {
    this.#nameOf = nameOf
  }

  /** Returns the base name for a new component of a type, without its number. */
  nameOf(type: string): string {
    return this.#nameOf(type)
  }

  /**
   * Begins a gesture. An open gesture is cancelled. If the gesture ends without a change because it was rejected,
   * `onRefused` listeners are called.
   */
  gesture(label: string): Gesture {
    this.#cancelGesture()
    const selectionBefore = this.#selected()
    const entryOf = (diff: Diff): HistoryEntry => ({ label, diff, selectionBefore, selectionAfter: this.#selected() })
    const gesture = new Gesture(this.document, this.#limits, this.#attachments, (step) => this.#size.check(step), (diff, leftOut, refused) => {
      if (this.#gesture === gesture) this.#gesture = null
      if (!isEmptyDiff(diff)) this.history.push(entryOf(diff))
      if (refused && isEmptyDiff(diff)) this.#tellRefused(refused, label)
      else if (leftOut.length > 0 && isEmptyDiff(diff)) this.#tellRefused(reject('command.single', leftOut), label)
      else this.#tellLeftOut(leftOut, label)
    })
    this.#gesture = gesture
    this.#inHand = () => entryOf(gesture.shown)
    return gesture
  }

  /**
   * Undo and redo steps as plain data, to be stored with the drawing. An open gesture is included as a completed step.
   */
  get steps(): HistorySteps {
    const open = this.#gesture && this.#inHand?.()
    const { done, undone } = this.history.steps
    return open && !isEmptyDiff(open.diff) ? { done: [...done, open], undone: [] } : { done, undone }
  }

  /**
   * Restores stored `steps` after validating them like a file. Steps that do not fit this drawing are dropped, together
   * with all steps beyond them.
   */
  restoreSteps(input: unknown): void {
    this.#cancelGesture()
    this.history.restore(readSteps(input, this.document, { types: this.#catalog, limits: this.#limits, kinds: this.#kinds }))
  }

  /**
   * Connects the editor's selection: commands select the components they create, undo restores the previous selection.
   * Returns a function that disconnects it.
   */
  trackSelection(get: () => readonly Id[], set: (ids: readonly Id[]) => void): () => void {
    const access = { get, set }
    this.#selection = access
    this.history.trackSelection(access)
    return () => {
      if (this.#selection !== access) return
      this.#selection = null
      this.history.trackSelection(null)
    }
  }

  #perform(name: string, args: unknown): Result {
    const command = byName.get(name)
    if (!command) return reject('command.unsupported', [{ path: '', code: 'command.unsupported', message: `unknown command ${name.slice(0, 60)}` }])
    this.#gesture?.commit()
    const tx = new Transaction(this.document, this.#limits, this.#attachments)
    try {
      const outcome = command.perform(tx, args, { catalog: this.#catalog, limits: this.#limits, kinds: this.#kinds, nameOf: this.#nameOf })
      return outcome.ok ? this.#write(name, tx, outcome) : outcome
    } catch (error) {
      if (error instanceof Rejection) return error.answer
      throw error
    }
  }

  #write(label: string, tx: Transaction, outcome: Outcome & { ok: true }): Result {
    const diff = tx.finish()
    const around = diff.symbols?.[1].find(({ id }) => this.#barred.has(id))
    if (around) return reject('command.arguments', [{ path: '', code: 'drawing.symbolCycle', message: `${around.name} cannot contain itself` }])
    const { leftOut } = tx
    if (leftOut.length > 0 && diff.added.length === 0 && diff.removed.length === 0) return reject('command.single', leftOut)
    const { merges, selects, ...done } = leftOut.length > 0 ? without(outcome, tx) : outcome
    if (isEmptyDiff(diff)) return done
    this.#size.check(diff)
    const selectionBefore = this.#selected()
    this.document.apply(diff)
    const selectionAfter = selects ?? done.created ?? selectionBefore.filter((id) => this.document.get(id))
    this.#selection?.set(selectionAfter)
    this.history.push({ label, diff, selectionBefore, selectionAfter, merges })
    this.#tellLeftOut(leftOut, label)
    return done
  }

  #tellRefused(refused: Rejected, command: string): void {
    for (const listener of this.#refused) listener(refused, command)
  }

  #tellLeftOut(leftOut: readonly Problem[], command: string): void {
    if (leftOut.length > 0) for (const listener of this.#leftOut) listener(leftOut, command)
  }

  #selected(): readonly Id[] {
    return this.#selection ? [...this.#selection.get()] : []
  }

  #cancelGesture(): boolean {
    const gesture = this.#gesture
    gesture?.cancel()
    return gesture !== null
  }
}

const byName: ReadonlyMap<string, Command> = new Map(commands.map((command) => [command.name, command]))

/** Removes dropped components from the outcome of a command and adds the reasons as warnings. */
function without(outcome: Outcome & { ok: true }, { view, leftOut }: Transaction): Outcome & { ok: true } {
  return {
    ...outcome,
    ...outcome.created && { created: outcome.created.filter((id) => view.get(id)) },
    ...outcome.selects && { selects: outcome.selects.filter((id) => view.get(id)) },
    warnings: [...outcome.warnings ?? [], ...leftOut],
  }
}
