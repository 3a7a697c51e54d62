import type { Editor } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import { CommandBus } from '@mimic/engine/commands'
import { type Component, type Diff, DrawingDocument, type Drawing, type Id, type Layer } from '@mimic/engine/document'
import type { Problem } from '@mimic/engine/schema'
import { createAtom, type IAtom } from 'mobx'

type ToolChoice = Editor['tools']['current']

/**
 * One opened drawing: the engine's document and its command bus, made visible to MobX by one atom for each kind of
 * news. Nothing of the drawing is copied; what is read here is read from the engine, when it is drawn.
 */
export class DrawingSession {
  readonly document: DrawingDocument
  readonly bus: CommandBus
  /** Null until the stage is made, and while it is made again. */
  #editor: Editor | null = null
  readonly #records: IAtom = createAtom('records')
  readonly #tree: IAtom = createAtom('tree')
  readonly #page: IAtom = createAtom('page')
  readonly #chosen: IAtom = createAtom('chosen')
  readonly #steps: IAtom = createAtom('steps')
  readonly #hand: IAtom = createAtom('hand')
  readonly #view: IAtom = createAtom('view')
  readonly #endings: (() => void)[]
  #endEditor: (() => void) | null = null

  constructor(drawing: Drawing) {
    this.document = new DrawingDocument(drawing)
    this.bus = new CommandBus(this.document, catalog)
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

  get tool(): ToolChoice {
    return this.editor?.tools.current ?? 'select'
  }

  /** Screen pixels a drawing pixel. */
  get scale(): number {
    this.#view.reportObserved()
    return this.editor?.stage.camera.scale ?? 1
  }

  /** Runs a command; a refusal comes back as its problems for whoever asked. */
  run(name: string, args: unknown): readonly Problem[] {
    const result = this.bus.run(name, args)
    return result.ok ? [] : result.problems
  }

  destroy(): void {
    this.#endEditor?.()
    for (const end of this.#endings) end()
  }

  #tell(diff: Diff): void {
    this.#records.reportChanged()
    if (diff.name || diff.layer) this.#page.reportChanged()
    if (diff.added.length || diff.removed.length || diff.updated.some(changesOutline)) this.#tree.reportChanged()
  }

  #reportEditor(): void {
    this.#hand.reportChanged()
    this.#chosen.reportChanged()
    this.#view.reportChanged()
  }
}

function changesOutline([before, after]: readonly [Component, Component]): boolean {
  return before.name !== after.name || before.rank !== after.rank || before.parent !== after.parent
    || before.locked !== after.locked || before.visible !== after.visible
}
