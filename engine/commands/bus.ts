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

/** How much is kept for undo, and how large the drawing may become; every option has a default. */
export interface BusOptions extends Partial<HistoryOptions> {
  readonly limits?: Partial<DrawingLimits>
  /** Of the symbol whose own drawing this is (`symbolDrawing`). */
  readonly params?: readonly SymbolParam[]
  /** Symbols that no command may bring into it: that symbol itself, and all that are made of it. */
  readonly barred?: ReadonlySet<Id>
  /** How many bytes the drawing's file may come to by commands; without it any number. */
  readonly fileBytes?: number
}

/**
 * The one way an editor changes a drawing: looks a command up, checks its arguments, runs it in a transaction and notes
 * the diff for undo. Whatever a person can cause comes back as an answer.
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

  /** Runs a command by its name; `undo` and `redo` are names too. A gesture still open is committed first. */
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

  /** Tells of every refusal, whoever asked: a key has no form beside it that could say why nothing happened. */
  onRefused(listener: (refused: Rejected, command: string) => void): () => void {
    this.#refused.add(listener)
    return () => this.#refused.delete(listener)
  }

  /** Tells what a step that was done left out: a copy's second weather, since a drawing holds one of it (`command.single`); what a group did that was dissolved (`group.dissolved`). */
  onLeftOut(listener: (leftOut: readonly Problem[], command: string) => void): () => void {
    this.#leftOut.add(listener)
    return () => this.#leftOut.delete(listener)
  }

  /** Tells once that the drawing's file has become nearly as large as `fileBytes` allows: how many bytes, of how many. */
  onFilling(listener: (bytes: number, most: number) => void): () => void {
    this.#filling.add(listener)
    return () => this.#filling.delete(listener)
  }

  /** What newcomers without a name are called, before their number: their type, unless told otherwise in somebody's language. */
  nameBy(nameOf: (type: string) => string): void {
    this.#nameOf = nameOf
  }

  /** What a newcomer of a type is called before its number. */
  nameOf(type: string): string {
    return this.#nameOf(type)
  }

  /** Begins a drag. One still open, whose end got lost, is cancelled; one that came to nothing since it was refused is told as a command's refusal. */
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

  /** What undo and redo hold, as plain data to be kept beside the drawing. An open gesture is shown in it, and counts as done. */
  get steps(): HistorySteps {
    const open = this.#gesture && this.#inHand?.()
    const { done, undone } = this.history.steps
    return open && !isEmptyDiff(open.diff) ? { done: [...done, open], undone: [] } : { done, undone }
  }

  /** Takes up `steps` of an earlier visit, checked like any file. What does not fit this drawing is left out, with all beyond it. */
  restoreSteps(input: unknown): void {
    this.#cancelGesture()
    this.history.restore(readSteps(input, this.document, { types: this.#catalog, limits: this.#limits, kinds: this.#kinds }))
  }

  /** Lets commands select what they create and undo bring back what was selected. Returns the way to stop it. */
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
    if (!command) return reject('command.unsupported', [{ path: '', code: 'command.unsupported', message: `there is no command ${name.slice(0, 60)}` }])
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
    if (around) return reject('command.arguments', [{ path: '', code: 'drawing.symbolCycle', message: `${around.name} would be within itself` }])
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

/** What came of a command less what was left out: a page is pasted without its second weather. */
function without(outcome: Outcome & { ok: true }, { view, leftOut }: Transaction): Outcome & { ok: true } {
  return {
    ...outcome,
    ...outcome.created && { created: outcome.created.filter((id) => view.get(id)) },
    ...outcome.selects && { selects: outcome.selects.filter((id) => view.get(id)) },
    warnings: [...outcome.warnings ?? [], ...leftOut],
  }
}
