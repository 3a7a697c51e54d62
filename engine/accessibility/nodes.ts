import type { Id } from '../document/index.ts'
import { boundsOf } from '../geometry/index.ts'
import type { Label } from './label.ts'
import type { TreeNode } from './plan.ts'

/** One element of the tree and what it stands for. */
export interface Entry {
  readonly element: HTMLElement
  readonly parent: Entry | null
  node: TreeNode
  /** Its place as it was last written, so that what stays is not written again. */
  at: string
  /** What is said of it; null: nothing yet. */
  label: Label | null
  /** Whether a doubt about it was told, so that its recovery is worth a word too. */
  isInDoubt: boolean
}

/**
 * The elements of a plan. Elements of components that stay are kept, with the focus on them; only what is new, gone or
 * elsewhere in the order is touched.
 */
export class Nodes {
  readonly entries = new Map<Id, Entry>()
  /** By an entry's component or one of its parts: whose words change with it. */
  readonly entryOf = new Map<Id, Entry>()
  readonly #byElement = new WeakMap<Element, Entry>()
  readonly #root: HTMLElement
  readonly #prefix: string

  constructor(root: HTMLElement, prefix: string) {
    this.#root = root
    this.#prefix = prefix
  }

  /** Entries that can be met, in order: those that hold others are passed through. */
  get list(): Entry[] {
    return [...this.entries.values()].filter(({ node, label }) => node.children.length === 0 && label?.isHidden !== true)
  }

  /** The entry that an event came from. */
  at(target: EventTarget | null): Entry | undefined {
    const element = target instanceof Element ? target.closest('[data-component]') : null
    return element ? this.#byElement.get(element) : undefined
  }

  put(nodes: readonly TreeNode[]): void {
    const focused = this.#root.ownerDocument.activeElement
    const before = new Map(this.entries)
    this.entries.clear()
    this.entryOf.clear()
    this.#fill(this.#root, nodes, before, null)
    for (const entry of before.values()) if (this.entries.get(entry.node.component.id)?.element !== entry.element) entry.element.remove()
    if (focused instanceof HTMLElement && this.#root.contains(focused)) focused.focus({ preventScroll: true })
  }

  /** Brings an element to its component's place, and those inside it, whose places are counted from its corner. */
  place(entry: Entry): void {
    const { element, node, parent } = entry
    const box = boundsOf(node.component)
    const corner = parent ? boundsOf(parent.node.component) : origin
    const at = `${box.x - corner.x}px ${box.y - corner.y}px ${Math.max(1, box.width)}px ${Math.max(1, box.height)}px`
    if (entry.at !== at) {
      const [left = '', top = '', width = '', height = ''] = at.split(' ')
      Object.assign(element.style, { left, top, width, height })
      entry.at = at
    }
    for (const child of node.children) {
      const inner = this.entries.get(child.component.id)
      if (inner) this.place(inner)
    }
  }

  /** `prompt`: what a pointer is told when it rests. */
  say(entry: Entry, label: Label, prompt: string): void {
    const { element, label: before } = entry
    entry.label = label
    if (element.getAttribute('aria-description') !== (prompt || null)) {
      if (prompt === '') element.removeAttribute('aria-description')
      else element.setAttribute('aria-description', prompt)
    }
    if (before?.name !== label.name) element.setAttribute('aria-label', label.name)
    if (before?.isHidden !== label.isHidden) element.hidden = label.isHidden
    if (before?.isDisabled !== label.isDisabled) {
      if (label.isDisabled) element.setAttribute('aria-disabled', 'true')
      else element.removeAttribute('aria-disabled')
    }
    // "Button" must stay a button; of the others the type's word says more than "image" or "group".
    if (before?.kind !== label.kind && entry.node.actor === null) element.setAttribute('aria-roledescription', label.kind)
  }

  #fill(parent: HTMLElement, nodes: readonly TreeNode[], before: ReadonlyMap<Id, Entry>, around: Entry | null): void {
    let cursor = parent.firstElementChild
    for (const node of nodes) {
      const entry = this.#entry(node, before.get(node.component.id), around)
      if (entry.element === cursor) cursor = cursor.nextElementSibling
      else parent.insertBefore(entry.element, cursor)
      this.place(entry)
      if (node.children.length > 0) this.#fill(entry.element, node.children, before, entry)
    }
  }

  #entry(node: TreeNode, known: Entry | undefined, parent: Entry | null): Entry {
    const { id } = node.component
    const role = node.children.length > 0 ? 'group' : node.actor ? 'button' : 'img'
    const isSame = known?.element.getAttribute('role') === role
    const entry = {
      element: isSame ? known.element : this.#make(id, role), parent, node,
      at: isSame ? known.at : '', label: isSame ? known.label : null, isInDoubt: known?.isInDoubt ?? false,
    }
    this.entries.set(id, entry)
    this.#byElement.set(entry.element, entry)
    for (const part of [node.component, ...node.parts]) this.entryOf.set(part.id, entry)
    return entry
  }

  #make(id: Id, role: string): HTMLElement {
    const element = this.#root.ownerDocument.createElement('div')
    element.id = `${this.#prefix}-${id}`
    element.dataset['component'] = id
    element.setAttribute('role', role)
    element.tabIndex = -1
    Object.assign(element.style, { position: 'absolute', outline: 'none' })
    return element
  }
}

const origin = { x: 0, y: 0 } as const
