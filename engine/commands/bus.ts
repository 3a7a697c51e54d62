import { drawingLimits, isEmptyDiff } from '../document/index.ts'
import { Gesture } from './gesture.ts'
import { History, historyDefaults } from './history.ts'
import { commands } from './list.ts'
import { Refusal, refuse } from './result.ts'
import { Transaction } from './transaction.ts'
import type { Diff, DrawingDocument, DrawingLimits, Id } from '../document/index.ts'
import type { Catalog, Command, Outcome } from './command.ts'
import type { HistoryOptions, SelectionAccess } from './history.ts'
import type { CommandName } from './list.ts'
import type { Result } from './result.ts'

export interface BusOptions extends Partial<HistoryOptions> {
  readonly limits?: Partial<DrawingLimits>
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
  #gesture: Gesture | null = null
  #selection: SelectionAccess | null = null

  constructor(document: DrawingDocument, catalog: Catalog, options: BusOptions = {}) {
    const { limits, ...history } = options
    this.document = document
    this.#catalog = catalog
    this.#limits = { ...drawingLimits, ...limits }
    this.history = new History(document, { ...historyDefaults, ...history }, () => this.#cancelGesture())
  }

  /** Runs a command by its name; `undo` and `redo` are names too. A gesture still open is committed first. */
  run(name: CommandName | (string & {}), args: unknown = {}): Result {
    if (name === 'undo' || name === 'redo') {
      if (name === 'undo') this.history.undo()
      else this.history.redo()
      return { ok: true }
    }
    const command = byName.get(name)
    if (!command) return refuse('command.unsupported', [{ path: '', code: 'command.unsupported', message: `there is no command ${name.slice(0, 60)}` }])
    this.#gesture?.commit()
    const tx = new Transaction(this.document, this.#limits)
    try {
      const outcome = command.perform(tx, args, { catalog: this.#catalog, limits: this.#limits })
      return outcome.ok ? this.#write(name, tx.finish(), outcome) : outcome
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      throw error
    }
  }

  /** Begins a drag. One still open, whose end got lost, is cancelled. */
  gesture(label: string): Gesture {
    this.#cancelGesture()
    const selectionBefore = this.#selected()
    const gesture = new Gesture(this.document, this.#limits, (diff) => {
      if (this.#gesture === gesture) this.#gesture = null
      if (!isEmptyDiff(diff)) this.history.push({ label, diff, selectionBefore, selectionAfter: this.#selected() })
    })
    this.#gesture = gesture
    return gesture
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

  #write(label: string, diff: Diff, outcome: Outcome & { ok: true }): Result {
    const { merges, ...done } = outcome
    if (isEmptyDiff(diff)) return done
    const selectionBefore = this.#selected()
    this.document.apply(diff)
    const selectionAfter = done.created ?? selectionBefore.filter((id) => this.document.get(id))
    this.#selection?.set(selectionAfter)
    this.history.push({ label, diff, selectionBefore, selectionAfter, merges })
    return done
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
