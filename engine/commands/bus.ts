import { drawingLimits, isEmptyDiff, getParamKinds } from '../document/index.ts'
import { AttachmentIndex } from './settle/attachmentIndex.ts'
import { FileSize } from './history/fileSize.ts'
import { Gesture } from './transaction/gesture.ts'
import { History, historyDefaults } from './history/history.ts'
import { readSteps } from './history/readHistory.ts'
import { commands } from './list.ts'
import { Rejection, reject } from './base/result.ts'
import { Transaction } from './transaction/transaction.ts'
import type { Diff, DrawingDocument, DrawingLimits, Id, ParamKinds, SymbolParam } from '../document/index.ts'
import type { Catalog } from './base/catalog.ts'
import type { Command, Outcome } from './transaction/command.ts'
import type { HistoryEntry, HistoryOptions, HistorySteps, SelectionAccess } from './history/history.ts'
import type { CommandName } from './list.ts'
import type { Problem } from '../schema/index.ts'
import type { Rejected, Result } from './base/result.ts'

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
  readonly #forbiddenSymbols: ReadonlySet<Id>
  readonly #attachments: AttachmentIndex
  readonly #rejectionListeners = new Set<(rejected: Rejected, command: string) => void>()
  readonly #omissionListeners = new Set<(omitted: readonly Problem[], command: string) => void>()
  readonly #nearLimitListeners = new Set<(bytes: number, maxBytes: number) => void>()
  readonly #size: FileSize
  #getBaseName: (type: string) => string = (type) => type
  #gesture: Gesture | null = null
  #pendingEntry: (() => HistoryEntry) | null = null
  #selection: SelectionAccess | null = null

  constructor(document: DrawingDocument, catalog: Catalog, options: BusOptions = {}) {
    const { limits, params = [], barred: forbiddenSymbols = new Set(), fileBytes = Infinity, ...history } = options
    this.document = document
    this.#catalog = catalog
    this.#attachments = new AttachmentIndex(document, catalog)
    this.#limits = { ...drawingLimits, ...limits }
    this.#kinds = getParamKinds(params)
    this.#forbiddenSymbols = forbiddenSymbols
    this.#size = new FileSize(document, fileBytes, (bytes, maxBytes) => {
      for (const listener of this.#nearLimitListeners) listener(bytes, maxBytes)
    })
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
    if (!result.ok) this.#notifyRejected(result, name)
    return result
  }

  /**
   * Subscribes to rejected commands, for callers without a form that could show the error, such as keyboard shortcuts.
   * Returns a function that unsubscribes.
   */
  onRefused(listener: (rejected: Rejected, command: string) => void): () => void {
    this.#rejectionListeners.add(listener)
    return () => this.#rejectionListeners.delete(listener)
  }

  /**
   * Subscribes to problems of completed steps: extra copies of a singleton type that were dropped (`command.single`)
   * and behaviour of an ungrouped group that was lost (`group.dissolved`). Returns a function that unsubscribes.
   */
  onOmitted(listener: (omitted: readonly Problem[], command: string) => void): () => void {
    this.#omissionListeners.add(listener)
    return () => this.#omissionListeners.delete(listener)
  }

  /**
   * Subscribes to a warning that the file is close to `fileBytes`, with the current and the maximum size in bytes. Sent
   * once, and again only after the file was smaller in between. Returns a function that unsubscribes.
   */
  onNearLimit(listener: (bytes: number, maxBytes: number) => void): () => void {
    this.#nearLimitListeners.add(listener)
    return () => this.#nearLimitListeners.delete(listener)
  }

  /** Sets the localized base name of new components, which is followed by a number. Default: the type name. */
  setBaseNames(getBaseName: (type: string) => string): void {
    this.#getBaseName = getBaseName
  }

  /** Returns the base name for a new component of a type, without its number. */
  getBaseName(type: string): string {
    return this.#getBaseName(type)
  }

  /**
   * Begins a gesture. An open gesture is cancelled. If the gesture ends without a change because it was rejected,
   * `onRefused` listeners are called.
   */
  gesture(label: string): Gesture {
    this.#cancelGesture()
    const selectionBefore = this.#getSelection()
    const createEntry = (diff: Diff): HistoryEntry => ({
      label,
      diff,
      selectionBefore,
      selectionAfter: this.#getSelection(),
    })
    const gesture = new Gesture(
      this.document,
      this.#limits,
      this.#attachments,
      (step) => this.#size.check(step),
      (diff, omitted, rejected) => {
        if (this.#gesture === gesture) this.#gesture = null
        if (!isEmptyDiff(diff)) this.history.push(createEntry(diff))
        if (rejected && isEmptyDiff(diff)) this.#notifyRejected(rejected, label)
        else if (omitted.length > 0 && isEmptyDiff(diff)) this.#notifyRejected(reject('command.single', omitted), label)
        else this.#notifyOmitted(omitted, label)
      },
    )
    this.#gesture = gesture
    this.#pendingEntry = () => createEntry(gesture.shown)
    return gesture
  }

  /**
   * Undo and redo steps as plain data, to be stored with the drawing. An open gesture is included as a completed step.
   */
  get steps(): HistorySteps {
    const open = this.#gesture && this.#pendingEntry?.()
    const { done, undone } = this.history.steps
    return open && !isEmptyDiff(open.diff) ? { done: [...done, open], undone: [] } : { done, undone }
  }

  /**
   * Restores stored `steps` after validating them like a file. Steps that do not fit this drawing are dropped, together
   * with all steps beyond them.
   */
  restoreSteps(input: unknown): void {
    this.#cancelGesture()
    this.history.restore(
      readSteps(input, this.document, { types: this.#catalog, limits: this.#limits, kinds: this.#kinds }),
    )
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
    if (!command)
      return reject('command.unsupported', [
        { path: '', code: 'command.unsupported', message: `unknown command ${name.slice(0, 60)}` },
      ])
    this.#gesture?.commit()
    const tx = new Transaction(this.document, this.#limits, this.#attachments)
    try {
      const outcome = command.perform(tx, args, {
        catalog: this.#catalog,
        limits: this.#limits,
        kinds: this.#kinds,
        getBaseName: this.#getBaseName,
      })
      return outcome.ok ? this.#write(name, tx, outcome) : outcome
    } catch (error) {
      if (error instanceof Rejection) return error.answer
      throw error
    }
  }

  #write(label: string, tx: Transaction, outcome: Outcome & { ok: true }): Result {
    const diff = tx.finish()
    const around = diff.symbols?.[1].find(({ id }) => this.#forbiddenSymbols.has(id))
    if (around)
      return reject('command.arguments', [
        { path: '', code: 'drawing.symbolCycle', message: `${around.name} cannot contain itself` },
      ])
    const { omitted } = tx
    if (omitted.length > 0 && diff.added.length === 0 && diff.removed.length === 0)
      return reject('command.single', omitted)
    const { merges, selects, ...done } = omitted.length > 0 ? without(outcome, tx) : outcome
    if (isEmptyDiff(diff)) return done
    this.#size.check(diff)
    const selectionBefore = this.#getSelection()
    this.document.apply(diff)
    const selectionAfter = selects ?? done.created ?? selectionBefore.filter((id) => this.document.get(id))
    this.#selection?.set(selectionAfter)
    this.history.push({ label, diff, selectionBefore, selectionAfter, merges })
    this.#notifyOmitted(omitted, label)
    return done
  }

  #notifyRejected(rejected: Rejected, command: string): void {
    for (const listener of this.#rejectionListeners) listener(rejected, command)
  }

  #notifyOmitted(omitted: readonly Problem[], command: string): void {
    if (omitted.length > 0) for (const listener of this.#omissionListeners) listener(omitted, command)
  }

  #getSelection(): readonly Id[] {
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
function without(outcome: Outcome & { ok: true }, { view, omitted }: Transaction): Outcome & { ok: true } {
  return {
    ...outcome,
    ...(outcome.created && { created: outcome.created.filter((id) => view.get(id)) }),
    ...(outcome.selects && { selects: outcome.selects.filter((id) => view.get(id)) }),
    warnings: [...(outcome.warnings ?? []), ...omitted],
  }
}
