import type { SnapSettingsState, Editor, GuidesState } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import { CommandBus, type Rejected, type Result } from '@mimic/engine/commands'
import { type Component, type Diff, DrawingDocument, type Drawing, type Id, type Layer, type SymbolDefinition, type SymbolParam } from '@mimic/engine/document'
import type { FieldValue, Problem } from '@mimic/engine/schema'
import { createAtom, type IAtom } from 'mobx'
import { limits } from '../../../contract/limits.ts'

interface Addable {
  readonly type: string
  readonly size: { readonly width: number; readonly height: number }
  readonly props: Readonly<Record<string, FieldValue>>
}

type ToolChoice = Editor['tools']['current']

/**
 * One opened drawing: the engine's document and its command bus, made visible to MobX by one atom for each kind of
 * news. Nothing of the drawing is copied; what is read here is read from the engine, when it is drawn.
 */
export class DrawingSession {
  /** Tells one from another, as a key where they take turns. */
  readonly id = ++made
  readonly document: DrawingDocument
  readonly bus: CommandBus
  /** Their placeholders may stand in tags and texts; none in a drawing. */
  readonly params: readonly SymbolParam[]
  /** Null until the stage is made, and while it is made again. */
  #editor: Editor | null = null
  readonly #records: IAtom = createAtom('records')
  readonly #tree: IAtom = createAtom('tree')
  readonly #page: IAtom = createAtom('page')
  readonly #chosen: IAtom = createAtom('chosen')
  readonly #steps: IAtom = createAtom('steps')
  readonly #hand: IAtom = createAtom('hand')
  readonly #view: IAtom = createAtom('view')
  readonly #symbols: IAtom = createAtom('symbols')
  readonly #aids: IAtom = createAtom('aids')
  readonly #gone = new Set<Id>()
  #isAsking = false
  #changes = 0
  readonly #endings: (() => void)[]
  #endEditor: (() => void) | null = null

  /** `params` are those of the symbol whose own drawing this is, `barred` the symbols that cannot be part of it. */
  constructor(drawing: Drawing, params: readonly SymbolParam[] = [], barred: ReadonlySet<Id> = new Set()) {
    this.document = new DrawingDocument(drawing)
    this.bus = new CommandBus(this.document, catalog, { params, barred, limits: { components: limits.drawing.components }, fileBytes: limits.drawing.fileBytes })
    this.params = params
    this.#endings = [
      this.document.onChange((diff) => this.#tell(diff)),
      this.bus.history.onChange(() => this.#steps.reportChanged()),
    ]
  }

  get editor(): Editor | null {
    this.#hand.reportObserved()
    return this.#editor
  }

  /** The editor on a new stage; answers with how to take it off again. */
  attach(editor: Editor): () => void {
    this.#endEditor?.()
    this.#editor = editor
    const endings = [
      editor.selection.onChange(() => this.#chosen.reportChanged()),
      editor.tools.onChange(() => this.#hand.reportChanged()),
      editor.stage.camera.onMoved(() => this.#view.reportChanged()),
      editor.aids.onChange(() => this.#aids.reportChanged()),
      editor.guides.onChange(() => this.#aids.reportChanged()),
      editor.clipboard.onStyle(() => this.#hand.reportChanged()),
    ]
    const end = (): void => {
      for (const each of endings) each()
      this.#editor = null
      this.#endEditor = null
      this.#reportEditor()
    }
    this.#endEditor = end
    this.#reportEditor()
    return end
  }

  get name(): string {
    this.#page.reportObserved()
    return this.document.name
  }

  get layer(): Layer {
    this.#page.reportObserved()
    return this.document.layer
  }

  /** The selected records; news at every change of one of them. */
  get selected(): readonly Component[] {
    this.#chosen.reportObserved()
    this.#records.reportObserved()
    return this.editor?.selection.components() ?? []
  }

  get selectedIds(): readonly Id[] {
    this.#chosen.reportObserved()
    return this.editor?.selection.ids ?? []
  }

  /** Every component, front to back: news only when the tree or what a list shows of it changes, not at every move. */
  get outline(): readonly Component[] {
    this.#tree.reportObserved()
    return this.document.paintOrder().toReversed()
  }

  /** One of these by its id; undefined: there is none. */
  listed(id: Id): Component | undefined {
    this.#tree.reportObserved()
    return this.document.get(id)
  }

  get count(): number {
    this.#tree.reportObserved()
    return this.document.components.size
  }

  get canUndo(): boolean {
    this.#steps.reportObserved()
    return this.bus.history.canUndo
  }

  get canRedo(): boolean {
    this.#steps.reportObserved()
    return this.bus.history.canRedo
  }

  /** The command or gesture that undo would take back; null for nothing. */
  get undoLabel(): string | null {
    this.#steps.reportObserved()
    return this.bus.history.undoLabel
  }

  get redoLabel(): string | null {
    this.#steps.reportObserved()
    return this.bus.history.redoLabel
  }

  get tool(): ToolChoice {
    return this.editor?.tools.current ?? 'select'
  }

  /** Whether a look was copied that can be pasted. */
  get hasStyle(): boolean {
    return this.editor?.clipboard.hasStyle ?? false
  }

  /** Screen pixels a drawing pixel. */
  get scale(): number {
    this.#view.reportObserved()
    return this.editor?.stage.camera.scale ?? 1
  }

  /** Symbols of this drawing, in the order they were made. */
  get symbols(): readonly SymbolDefinition[] {
    this.#symbols.reportObserved()
    return this.document.symbols
  }

  /** Grid, rulers and snapping; null while there is no editor. */
  get aids(): SnapSettingsState | null {
    this.#aids.reportObserved()
    return this.editor?.aids.state ?? null
  }

  /** Lines laid over the drawing; null while there is no editor. */
  get guides(): GuidesState | null {
    this.#aids.reportObserved()
    return this.editor?.guides.state ?? null
  }

  /** Counts the changes, for who shows what a search over the whole drawing finds. */
  get revision(): number {
    this.#records.reportObserved()
    return this.#changes
  }

  /** Whether a component is, or was, one of this drawing: what is pasted without being known comes from another. */
  knows(id: Id): boolean {
    return this.document.get(id) !== undefined || this.#gone.has(id)
  }

  /** Puts a thing of the toolbox with its middle at a place. */
  add({ type, size: { width, height }, props }: Addable, name: string, middle: { readonly x: number; readonly y: number }): readonly Problem[] {
    return this.run('add', { type, name, x: Math.round(middle.x - width / 2), y: Math.round(middle.y - height / 2), width, height, props })
  }

  /** Runs a command; a refusal is told to the person, and comes back as its problems. */
  run(name: string, args: unknown): readonly Problem[] {
    const result = this.bus.run(name, args)
    return result.ok ? [] : result.problems
  }

  /** Runs a command for a form that shows itself why it was refused. */
  ask(name: string, args: unknown): Result {
    this.#isAsking = true
    try {
      return this.bus.run(name, args)
    } finally {
      this.#isAsking = false
    }
  }

  /** Tells of refusals that nobody shows by himself: a key's, a menu's. */
  onRefused(listener: (refused: Rejected) => void): () => void {
    return this.bus.onRefused((refused) => { if (!this.#isAsking) listener(refused) })
  }

  /** Tells of what a step left out, where nobody shows it by himself. */
  onLeftOut(listener: (leftOut: readonly Problem[]) => void): () => void {
    return this.bus.onLeftOut((leftOut) => { if (!this.#isAsking) listener(leftOut) })
  }

  destroy(): void {
    this.#endEditor?.()
    for (const end of this.#endings) end()
  }

  #tell(diff: Diff): void {
    this.#changes++
    this.#records.reportChanged()
    if (diff.name || diff.layer) this.#page.reportChanged()
    if (diff.symbols) this.#symbols.reportChanged()
    for (const { id } of diff.removed) this.#gone.add(id)
    if (diff.added.length || diff.removed.length || diff.updated.some(changesOutline)) this.#tree.reportChanged()
  }

  #reportEditor(): void {
    this.#hand.reportChanged()
    this.#chosen.reportChanged()
    this.#view.reportChanged()
    this.#aids.reportChanged()
  }
}

let made = 0

function changesOutline([before, after]: readonly [Component, Component]): boolean {
  return before.name !== after.name || before.rank !== after.rank || before.parent !== after.parent
    || before.locked !== after.locked || before.visible !== after.visible
}
