import type { Catalog } from '../components/catalog.ts'
import {
  getAncestors,
  getSiblingIndex,
  type Component,
  type Diff,
  type DrawingDocument,
  type Id,
} from '../document/index.ts'
import { getAction } from '../running/actions.ts'
import type { Runner } from '../running/runner.ts'
import type { Stage } from '../stage/index.ts'
import { selectByKeys, type TreeSelection } from './keyboardSelection.ts'
import { makeFrame } from './frame.ts'
import { createLabel, getPrompt, type LabelSource } from './label.ts'
import { announcements, type Change } from './announcements.ts'
import { Nodes, type Entry } from './nodes.ts'
import { operate } from './keyboardOperation.ts'
import { maxNodes, planTree } from './plan.ts'
import { treeWords, type Language } from './words.ts'

/** The members of `Stage` that the tree uses. */
export type TreeStage = Pick<
  Stage,
  'canvas' | 'camera' | 'within' | 'getLive' | 'onLive' | 'beforeDraw' | 'requestFrame'
>

/**
 * Options of the tree. Pass a `runner` for a running drawing or a `selection` for an editor; with neither the tree is
 * read-only.
 */
export interface TreeOptions {
  readonly language: Language
  /** For a running drawing: the operable components and how to activate them. */
  readonly runner?: Pick<Runner, 'actors' | 'activate'>
  /** For a drawing being edited: the selected component has the focus. Pass the editor's `selection`. */
  readonly selection?: TreeSelection
  /** Called with the focused component of a running drawing, or null when the focus leaves. */
  readonly onFocus?: (component: Component | null) => void
}

/** A live accessibility tree. It updates itself until `destroy` is called. */
export interface AccessTree {
  /** Rewrites all labels in another language. */
  setLanguage(language: Language): void
  /** Moves the keyboard focus to a component of a running drawing. Returns false if the component has no entry. */
  focus(id: Id): boolean
  /** Updates the tree immediately instead of after the usual delay of 500 ms. */
  flush(): void
  /** Removes all elements and listeners. */
  destroy(): void
}

const firstMs = 100
/** Update interval in milliseconds. Bursts of values cost one update. */
const everyMs = 500
/** Maximum number of entries updated in one turn, so that a burst causes no dropped frames. */
const maxUpdatesPerTurn = 300
const nextMs = 50
let trees = 0

/**
 * Creates an accessible DOM tree for users of screen readers, keyboards and voice control. Every shown component gets
 * an element over its position with its name, its value in words and its quality. In a running drawing operable
 * components are buttons; in an editor the canvas keeps the focus and names the selected component
 * (`aria-activedescendant`). The tree follows the document and live values every 500 ms and updates only changed
 * entries; it adds no work to a frame.
 *
 * ```ts
 * const tree = createTree(stage, document, catalog, { language: 'en', runner })
 * tree.destroy()
 * ```
 */
export function createTree(
  stage: TreeStage,
  document: DrawingDocument,
  catalog: Catalog,
  options: TreeOptions,
): AccessTree {
  return new Tree(stage, document, catalog, options)
}

class Tree implements AccessTree {
  readonly #stage: TreeStage
  readonly #document: DrawingDocument
  readonly #catalog: Catalog
  readonly #selection: TreeSelection | undefined
  readonly #actors: ReadonlySet<Id>
  readonly #frame: ReturnType<typeof makeFrame>
  readonly #nodes: Nodes
  readonly #operating: ReturnType<typeof operate> | null
  readonly #disposers: readonly (() => void)[]
  #language: Language
  /** Components with outdated labels; `#moved` holds those with an outdated position. */
  readonly #dirty = new Set<Id>()
  readonly #moved = new Set<Id>()
  /** Quality changes not announced yet. */
  readonly #changes: Change[] = []
  #isToPlan = true
  #hasCameraMoved = false
  #omittedCount = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    stage: TreeStage,
    document: DrawingDocument,
    catalog: Catalog,
    { language, runner, selection, onFocus }: TreeOptions,
  ) {
    const { canvas, camera } = stage
    const rootId = `mimic-tree-${++trees}`
    this.#stage = stage
    this.#document = document
    this.#catalog = catalog
    this.#selection = selection
    this.#language = language
    this.#actors = new Set(runner?.actors.map(({ id }) => id))
    this.#frame = makeFrame(canvas, camera, rootId)
    this.#nodes = new Nodes(this.#frame.plane, rootId)
    this.#operating = runner
      ? operate(this.#nodes, this.#frame, camera, canvas, {
          activate: (id) => void runner.activate(id),
          focused: onFocus,
        })
      : null
    this.#disposers = [
      document.onChange((diff) => this.#follow(diff)),
      stage.onLive(this.#handleLive),
      camera.onMoved(this.#handleCamera),
      stage.beforeDraw(() => {
        if (this.#hasCameraMoved) this.#frame.follow()
        this.#hasCameraMoved = false
        // Wait for the first frame: before it there are no live values, and a missing value would be described as good.
        if (this.#isToPlan) this.#later(firstMs)
      }),
      ...(selection
        ? [
            selectByKeys(canvas, document, selection),
            selection.onChange(() => this.#nameSelected()),
            setAriaOwns(canvas, rootId),
          ]
        : []),
    ]
    stage.requestFrame()
  }

  setLanguage(language: Language): void {
    this.#language = language
    this.#plan()
  }

  focus(id: Id): boolean {
    if (!this.#nodes.entryById.has(id)) this.flush()
    return this.#operating?.focus(id) ?? false
  }

  flush(): void {
    this.#processChanges(Infinity)
  }

  destroy(): void {
    clearTimeout(this.#timer)
    for (const end of this.#disposers) end()
    this.#operating?.destroy()
    this.#frame.remove()
  }

  #later(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#processChanges(maxUpdatesPerTurn), delayMs)
  }

  /** Updates up to `most` changed entries; the others follow in the next turn after 50 ms. */
  #processChanges(limit: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isToPlan) this.#remake()
    for (const entry of this.#takeChanged(limit)) this.#updateLabel(entry)
    this.#operating?.refresh()
    if (this.#dirty.size > 0) this.#later(nextMs)
    // Wait until all changes are processed, so that a lost connection is announced once.
    if (this.#dirty.size > 0 && this.#changes.length < maxNodes) return
    const message = announcements(this.#changes.splice(0), this.#language)
    if (message !== '') this.#frame.announce(message)
  }

  #plan(): void {
    this.#isToPlan = true
    this.#later(everyMs)
  }

  /** Rebuilds the entries and marks all of them dirty. */
  #remake(): void {
    const { nodes, omittedCount } = planTree({
      children: (parent) => this.#document.children(parent),
      getActionKey: (component) =>
        this.#actors.has(component.id) ? JSON.stringify(getAction(component, this.#catalog)) : null,
      open: this.#getOpenGroups(),
      near: () => this.#getNearIds(),
    })
    this.#isToPlan = false
    this.#dirty.clear()
    this.#moved.clear()
    this.#omittedCount = omittedCount
    this.#nodes.replace(nodes)
    for (const id of this.#nodes.entries.keys()) this.#dirty.add(id)
    const words = [treeWords.drawing, ...(omittedCount > 0 ? [treeWords.leftOut(omittedCount)] : [])]
    this.#frame.rename(words.map((each) => each[this.#language]).join(this.#language === 'zh' ? '。' : '. '))
  }

  /** Takes up to `most` changed entries and refreshes their component records from the document. */
  #takeChanged(limit: number): Entry[] {
    const found = new Set<Entry>()
    for (const id of this.#dirty) {
      if (found.size >= limit) break
      const entry = this.#nodes.entryById.get(id)
      if (entry) found.add(entry)
      this.#dirty.delete(id)
    }
    const entries = [...found]
    const now = (component: Component): Component => this.#document.get(component.id) ?? component
    for (const entry of entries)
      entry.node = { ...entry.node, component: now(entry.node.component), parts: entry.node.parts.map(now) }
    for (const entry of entries) if (this.#moved.delete(entry.node.component.id)) this.#nodes.place(entry)
    return entries
  }

  #updateLabel(entry: Entry): void {
    const { label: before } = entry
    const label = createLabel(entry.node, this.#source)
    const { component } = entry.node
    this.#nodes.setLabel(entry, label, getPrompt(component, this.#stage.getLive(component.id)))
    if (before && before.quality !== label.quality) this.#changes.push({ entry, before })
  }

  get #source(): LabelSource {
    const edited: Pick<LabelSource, 'getPosition'> = {
      getPosition: (component) => {
        const family = this.#document.children(component.parent)
        return { at: getSiblingIndex(family, component), of: family.length }
      },
    }
    return {
      catalog: this.#catalog,
      language: this.#language,
      getLive: (id) => this.#stage.getLive(id),
      ...(this.#selection ? edited : {}),
    }
  }

  #follow(diff: Diff): void {
    if (diff.added.length > 0 || diff.removed.length > 0 || diff.updated.some(isPlanChanged)) return this.#plan()
    for (const [, { id }] of diff.updated) {
      if (!this.#nodes.entryById.has(id)) continue
      this.#dirty.add(id)
      this.#moved.add(id)
    }
    if (this.#dirty.size > 0) this.#later(everyMs)
  }

  /** Called for each shown live value, so it only marks the entry as dirty. */
  readonly #handleLive = (id: Id): void => {
    if (!this.#nodes.entryById.has(id)) return
    this.#dirty.add(id)
    this.#later(everyMs)
  }

  readonly #handleCamera = (): void => {
    this.#hasCameraMoved = true
    if (this.#omittedCount > 0) this.#plan()
  }

  /** The entered group and its ancestors; their members are separate entries. */
  #getOpenGroups(): ReadonlySet<Id> {
    const scope = this.#selection?.scope ?? null
    const group = scope === null ? undefined : this.#document.get(scope)
    return new Set(group ? [group.id, ...getAncestors(this.#document, group).map(({ id }) => id)] : [])
  }

  /** Top-level components that are, or contain, components in view. */
  #getNearIds(): ReadonlySet<Id> {
    return new Set(
      this.#stage
        .within(this.#stage.camera.visible)
        .map((component) => getAncestors(this.#document, component).at(-1)?.id ?? component.id),
    )
  }

  /** The canvas keeps the focus and references the selected component's element. */
  #nameSelected(): void {
    const { canvas } = this.#stage
    const id = this.#selection?.ids.at(-1)
    // A member of a group that was just entered has no element yet.
    if (id !== undefined && !this.#nodes.entries.has(id)) {
      this.#isToPlan = true
      this.flush()
    }
    const entry = id === undefined ? undefined : this.#nodes.entries.get(id)
    if (entry) canvas.setAttribute('aria-activedescendant', entry.element.id)
    else canvas.removeAttribute('aria-activedescendant')
  }
}

/** `aria-activedescendant` may only reference elements that the canvas owns. */
function setAriaOwns(canvas: HTMLCanvasElement, rootId: string): () => void {
  canvas.setAttribute('aria-owns', rootId)
  return () => {
    canvas.removeAttribute('aria-owns')
    canvas.removeAttribute('aria-activedescendant')
  }
}

/** Whether the change affects which entries exist or their order. */
function isPlanChanged([before, after]: Diff['updated'][number]): boolean {
  return (
    before.parent !== after.parent ||
    before.rank !== after.rank ||
    before.visible !== after.visible ||
    before.type !== after.type ||
    before.action !== after.action ||
    before.bindings !== after.bindings ||
    before.link !== after.link
  )
}
