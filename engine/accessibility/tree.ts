import type { Catalog } from '../components/catalog.ts'
import { ancestorsOf, placeOf, type Component, type Diff, type DrawingDocument, type Id } from '../document/index.ts'
import { actionOf } from '../running/actions.ts'
import type { Runner } from '../running/runner.ts'
import type { Stage } from '../stage/index.ts'
import { selectByKeys, type TreeSelection } from './keyboardSelection.ts'
import { makeFrame } from './frame.ts'
import { labelOf, promptOf, type LabelSource } from './label.ts'
import { announcements, type Change } from './announcements.ts'
import { Nodes, type Entry } from './nodes.ts'
import { operate } from './keyboardOperation.ts'
import { mostNodes, planTree } from './plan.ts'
import { treeWords, type Language } from './words.ts'

/** The part of a stage that the tree goes by. */
export type TreeStage = Pick<Stage, 'canvas' | 'camera' | 'within' | 'liveOf' | 'onLive' | 'beforeDraw' | 'requestFrame'>

/** What the tree says and whom it goes by: a runner or a selection; without either it can only be read. */
export interface TreeOptions {
  readonly language: Language
  /** A running drawing: what can be operated, and how. */
  readonly runner?: Pick<Runner, 'actors' | 'activate'>
  /** A drawing being edited: what is selected is what has the focus. An editor's `selection` is one. */
  readonly selection?: TreeSelection
  /** Told which component of a running drawing the keyboard is on; null when it leaves. */
  readonly onFocus?: (component: Component | null) => void
}

/** The tree while it stands; it keeps itself up to date. */
export interface AccessTree {
  /** Says everything in another language. */
  setLanguage(language: Language): void
  /** Gives a component of a running drawing the keyboard focus; false when it has no entry. */
  focus(id: Id): boolean
  /** Brings the tree up to date now, instead of half a second after a change. */
  flush(): void
  /** Takes every element away again. */
  destroy(): void
}

const firstMs = 100
/** Values in words twice a second: faster than anybody listens, and a burst of values costs no more than one. */
const everyMs = 500
/** A burst that moves everything is worked off in turns that no frame notices. */
const mostATurn = 300
const nextMs = 50
let trees = 0

/**
 * The drawing for those who cannot see the canvas or cannot use a pointer: an element for each component that shows,
 * over its place, with its name, what it shows in words, and whether that can be trusted. Running, what can be operated
 * is a button; editing, the canvas keeps the focus and names the selected component. The tree follows the document and
 * the live values by itself, twice a second and only where something changed; a frame costs it nothing.
 */
export function createTree(stage: TreeStage, document: DrawingDocument, catalog: Catalog, options: TreeOptions): AccessTree {
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
  readonly #endings: readonly (() => void)[]
  #language: Language
  /** Whose words may be others, and whose place. */
  readonly #dirty = new Set<Id>()
  readonly #moved = new Set<Id>()
  /** Whose quality is another, not yet told. */
  readonly #changes: Change[] = []
  #isToPlan = true
  #hasCameraMoved = false
  #leftOut = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(stage: TreeStage, document: DrawingDocument, catalog: Catalog, { language, runner, selection, onFocus }: TreeOptions) {
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
    this.#operating = runner ? operate(this.#nodes, this.#frame, camera, canvas, { activate: (id) => void runner.activate(id), focused: onFocus }) : null
    this.#endings = [
      document.onChange((diff) => this.#follow(diff)),
      stage.onLive(this.#handleLive),
      camera.onMoved(this.#handleCamera),
      stage.beforeDraw(() => {
        if (this.#hasCameraMoved) this.#frame.follow()
        this.#hasCameraMoved = false
        // Before a first frame nothing live is shown, and a value that has never come would be told as a good one.
        if (this.#isToPlan) this.#later(firstMs)
      }),
      ...(selection ? [selectByKeys(canvas, document, selection), selection.onChange(() => this.#nameSelected()), own(canvas, rootId)] : []),
    ]
    stage.requestFrame()
  }

  setLanguage(language: Language): void {
    this.#language = language
    this.#plan()
  }

  focus(id: Id): boolean {
    if (!this.#nodes.entryOf.has(id)) this.flush()
    return this.#operating?.focus(id) ?? false
  }

  flush(): void {
    this.#turn(Infinity)
  }

  destroy(): void {
    clearTimeout(this.#timer)
    for (const end of this.#endings) end()
    this.#operating?.destroy()
    this.#frame.remove()
  }

  #later(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#turn(mostATurn), delayMs)
  }

  /** Brings what changed up to date, that many entries at most; the others have the next turn, soon. */
  #turn(most: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isToPlan) this.#remake()
    for (const entry of this.#touched(most)) this.#say(entry)
    this.#operating?.refresh()
    if (this.#dirty.size > 0) this.#later(nextMs)
    // A lost connection is told once, not once a turn.
    if (this.#dirty.size > 0 && this.#changes.length < mostNodes) return
    const news = announcements(this.#changes.splice(0), this.#language)
    if (news !== '') this.#frame.announce(news)
  }

  #plan(): void {
    this.#isToPlan = true
    this.#later(everyMs)
  }

  /** Makes the entries there are now; all of them are to be looked at again. */
  #remake(): void {
    const { nodes, leftOut } = planTree({
      children: (parent) => this.#document.children(parent),
      actionOf: (component) => (this.#actors.has(component.id) ? JSON.stringify(actionOf(component, this.#catalog)) : null),
      open: this.#opened(),
      near: () => this.#near(),
    })
    this.#isToPlan = false
    this.#dirty.clear()
    this.#moved.clear()
    this.#leftOut = leftOut
    this.#nodes.put(nodes)
    for (const id of this.#nodes.entries.keys()) this.#dirty.add(id)
    const words = [treeWords.drawing, ...(leftOut > 0 ? [treeWords.leftOut(leftOut)] : [])]
    this.#frame.rename(words.map((each) => each[this.#language]).join(this.#language === 'zh' ? '。' : '. '))
  }

  /** The entries of what changed, with the records that are now in the document. */
  #touched(most: number): Entry[] {
    const found = new Set<Entry>()
    for (const id of this.#dirty) {
      if (found.size >= most) break
      const entry = this.#nodes.entryOf.get(id)
      if (entry) found.add(entry)
      this.#dirty.delete(id)
    }
    const entries = [...found]
    const now = (component: Component): Component => this.#document.get(component.id) ?? component
    for (const entry of entries) entry.node = { ...entry.node, component: now(entry.node.component), parts: entry.node.parts.map(now) }
    for (const entry of entries) if (this.#moved.delete(entry.node.component.id)) this.#nodes.place(entry)
    return entries
  }

  #say(entry: Entry): void {
    const { label: before } = entry
    const label = labelOf(entry.node, this.#source)
    const { component } = entry.node
    this.#nodes.say(entry, label, promptOf(component, this.#stage.liveOf(component.id)))
    if (before && before.quality !== label.quality) this.#changes.push({ entry, before })
  }

  get #source(): LabelSource {
    const edited: Pick<LabelSource, 'placeOf'> = {
      placeOf: (component) => {
        const family = this.#document.children(component.parent)
        return { at: placeOf(family, component), of: family.length }
      },
    }
    return { catalog: this.#catalog, language: this.#language, liveOf: (id) => this.#stage.liveOf(id), ...(this.#selection ? edited : {}) }
  }

  #follow(diff: Diff): void {
    if (diff.added.length > 0 || diff.removed.length > 0 || diff.updated.some(isAnotherPlan)) return this.#plan()
    for (const [, { id }] of diff.updated) {
      if (!this.#nodes.entryOf.has(id)) continue
      this.#dirty.add(id)
      this.#moved.add(id)
    }
    if (this.#dirty.size > 0) this.#later(everyMs)
  }

  /** Called for each live value that shows: it only notes whose. */
  readonly #handleLive = (id: Id): void => {
    if (!this.#nodes.entryOf.has(id)) return
    this.#dirty.add(id)
    this.#later(everyMs)
  }

  readonly #handleCamera = (): void => {
    this.#hasCameraMoved = true
    if (this.#leftOut > 0) this.#plan()
  }

  /** The group that is entered and those around it: their members are met one by one. */
  #opened(): ReadonlySet<Id> {
    const scope = this.#selection?.scope ?? null
    const group = scope === null ? undefined : this.#document.get(scope)
    return new Set(group ? [group.id, ...ancestorsOf(this.#document, group).map(({ id }) => id)] : [])
  }

  /** What is on the screen, by the uppermost group or component. */
  #near(): ReadonlySet<Id> {
    return new Set(this.#stage.within(this.#stage.camera.visible).map((component) => ancestorsOf(this.#document, component).at(-1)?.id ?? component.id))
  }

  /** The canvas has the focus and says whom it is on. */
  #nameSelected(): void {
    const { canvas } = this.#stage
    const id = this.#selection?.ids.at(-1)
    // A member of a group that was just entered has no element of its own yet.
    if (id !== undefined && !this.#nodes.entries.has(id)) {
      this.#isToPlan = true
      this.flush()
    }
    const entry = id === undefined ? undefined : this.#nodes.entries.get(id)
    if (entry) canvas.setAttribute('aria-activedescendant', entry.element.id)
    else canvas.removeAttribute('aria-activedescendant')
  }
}

/** The canvas may only name elements that are its own. */
function own(canvas: HTMLCanvasElement, rootId: string): () => void {
  canvas.setAttribute('aria-owns', rootId)
  return () => {
    canvas.removeAttribute('aria-owns')
    canvas.removeAttribute('aria-activedescendant')
  }
}

/** Whether other entries, or the same in another order, come of it. */
function isAnotherPlan([before, after]: Diff['updated'][number]): boolean {
  return before.parent !== after.parent || before.rank !== after.rank || before.visible !== after.visible || before.type !== after.type
    || before.action !== after.action || before.bindings !== after.bindings || before.link !== after.link
}
