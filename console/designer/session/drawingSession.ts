import type { SnapSettingsState, Editor, GuidesState } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import { CommandBus, type Rejected, type Result } from '@mimic/engine/commands'
import {
  type Component,
  type Diff,
  DrawingDocument,
  type Drawing,
  type Id,
  type Layer,
  type SymbolDefinition,
  type SymbolParam,
} from '@mimic/engine/document'
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
 * Opened drawing: the engine's document and command bus, observable through one MobX atom per kind of change. Nothing
 * is copied; getters read from the engine.
 */
export class DrawingSession {
  /** Unique id, for example as React key. */
  readonly id = ++sessionCount
  readonly document: DrawingDocument
  readonly bus: CommandBus
  /** Parameters whose placeholders may be used in tags and texts; empty for a drawing. */
  readonly params: readonly SymbolParam[]
  /** `null` while there is no stage. */
  #editor: Editor | null = null
  readonly #records: IAtom = createAtom('records')
  readonly #tree: IAtom = createAtom('tree')
  readonly #page: IAtom = createAtom('page')
  readonly #chosen: IAtom = createAtom('chosen')
  readonly #steps: IAtom = createAtom('steps')
  readonly #toolAtom: IAtom = createAtom('hand')
  readonly #view: IAtom = createAtom('view')
  readonly #symbols: IAtom = createAtom('symbols')
  readonly #aids: IAtom = createAtom('aids')
  readonly #removedIds = new Set<Id>()
  #isHandlingResult = false
  #changes = 0
  readonly #endings: (() => void)[]
  #endEditor: (() => void) | null = null

  /** `params` are the parameters of the edited symbol; `barred` are symbols that must not be used in it. */
  constructor(drawing: Drawing, params: readonly SymbolParam[] = [], forbiddenIds: ReadonlySet<Id> = new Set()) {
    this.document = new DrawingDocument(drawing)
    this.bus = new CommandBus(this.document, catalog, {
      params,
      barred: forbiddenIds,
      limits: { components: limits.drawing.components },
      fileBytes: limits.drawing.fileBytes,
    })
    this.params = params
    this.#endings = [
      this.document.onChange((diff) => this.#reportChanges(diff)),
      this.bus.history.onChange(() => this.#steps.reportChanged()),
    ]
  }

  get editor(): Editor | null {
    this.#toolAtom.reportObserved()
    return this.#editor
  }

  /** Connects the editor of a new stage. Returns a function that disconnects it. */
  attach(editor: Editor): () => void {
    this.#endEditor?.()
    this.#editor = editor
    const endings = [
      editor.selection.onChange(() => this.#chosen.reportChanged()),
      editor.tools.onChange(() => this.#toolAtom.reportChanged()),
      editor.stage.camera.onMoved(() => this.#view.reportChanged()),
      editor.aids.onChange(() => this.#aids.reportChanged()),
      editor.guides.onChange(() => this.#aids.reportChanged()),
      editor.clipboard.onStyle(() => this.#toolAtom.reportChanged()),
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

  /** Selected components; changes with each of them. */
  get selected(): readonly Component[] {
    this.#chosen.reportObserved()
    this.#records.reportObserved()
    return this.editor?.selection.components() ?? []
  }

  get selectedIds(): readonly Id[] {
    this.#chosen.reportObserved()
    return this.editor?.selection.ids ?? []
  }

  /** All components, front to back. Changes only with the tree or the properties shown in lists, not on every move. */
  get outline(): readonly Component[] {
    this.#tree.reportObserved()
    return this.document.paintOrder().toReversed()
  }

  /** Returns a component of `outline` by id. */
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

  /** Name of the command or gesture to undo; `null` if there is none. */
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

  /** Returns true if a copied style can be pasted. */
  get hasStyle(): boolean {
    return this.editor?.clipboard.hasStyle ?? false
  }

  /** Screen pixels per drawing pixel. */
  get scale(): number {
    this.#view.reportObserved()
    return this.editor?.stage.camera.scale ?? 1
  }

  /** Symbols of the drawing, in creation order. */
  get symbols(): readonly SymbolDefinition[] {
    this.#symbols.reportObserved()
    return this.document.symbols
  }

  /** Settings of grid, rulers and snapping; `null` without an editor. */
  get aids(): SnapSettingsState | null {
    this.#aids.reportObserved()
    return this.editor?.aids.state ?? null
  }

  /** Guide lines; `null` without an editor. */
  get guides(): GuidesState | null {
    this.#aids.reportObserved()
    return this.editor?.guides.state ?? null
  }

  /** Number of changes; observe it to repeat a search over the whole drawing. */
  get revision(): number {
    this.#records.reportObserved()
    return this.#changes
  }

  /**
   * Returns true if the component is or was part of this drawing; otherwise pasted content belongs to another drawing.
   */
  hasComponent(id: Id): boolean {
    return this.document.get(id) !== undefined || this.#removedIds.has(id)
  }

  /** Adds a component of the toolbox, centred at `middle`. */
  add(
    { type, size: { width, height }, props }: Addable,
    name: string,
    middle: { readonly x: number; readonly y: number },
  ): readonly Problem[] {
    return this.run('add', {
      type,
      name,
      x: Math.round(middle.x - width / 2),
      y: Math.round(middle.y - height / 2),
      width,
      height,
      props,
    })
  }

  /** Runs a command. Rejections are reported to the user; returns the problems. */
  run(name: string, args: unknown): readonly Problem[] {
    const result = this.bus.run(name, args)
    return result.ok ? [] : result.problems
  }

  /** Runs a command for a form that displays the rejection itself. */
  runWithResult(name: string, args: unknown): Result {
    this.#isHandlingResult = true
    try {
      return this.bus.run(name, args)
    } finally {
      this.#isHandlingResult = false
    }
  }

  /** Registers a listener for rejections that no form displays, such as those of keys and menus. */
  onRefused(listener: (refused: Rejected) => void): () => void {
    return this.bus.onRefused((refused) => {
      if (!this.#isHandlingResult) listener(refused)
    })
  }

  /** Registers a listener for parts that a command left out, unless a form displays them. */
  onLeftOut(listener: (leftOut: readonly Problem[]) => void): () => void {
    return this.bus.onOmitted((leftOut) => {
      if (!this.#isHandlingResult) listener(leftOut)
    })
  }

  destroy(): void {
    this.#endEditor?.()
    for (const end of this.#endings) end()
  }

  #reportChanges(diff: Diff): void {
    this.#changes++
    this.#records.reportChanged()
    if (diff.name || diff.layer) this.#page.reportChanged()
    if (diff.symbols) this.#symbols.reportChanged()
    for (const { id } of diff.removed) this.#removedIds.add(id)
    if (diff.added.length || diff.removed.length || diff.updated.some(changesOutline)) this.#tree.reportChanged()
  }

  #reportEditor(): void {
    this.#toolAtom.reportChanged()
    this.#chosen.reportChanged()
    this.#view.reportChanged()
    this.#aids.reportChanged()
  }
}

let sessionCount = 0

function changesOutline([before, after]: readonly [Component, Component]): boolean {
  return (
    before.name !== after.name ||
    before.rank !== after.rank ||
    before.parent !== after.parent ||
    before.locked !== after.locked ||
    before.visible !== after.visible
  )
}
