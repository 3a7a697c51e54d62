import type { Id } from '../document/index.ts'
import { getBounds } from '../geometry/index.ts'
import type { Label } from './label.ts'
import type { TreeNode } from './plan.ts'

/** A DOM element of the tree and the node it represents. */
export interface Entry {
  readonly element: HTMLElement
  readonly parent: Entry | null
  node: TreeNode
  /** Last written position and size, to avoid redundant style updates. */
  at: string
  /** Last written label; null before the first one. */
  label: Label | null
  /** Whether a doubtful quality was announced, so that the recovery is announced too. */
  isInDoubt: boolean
}

/**
 * DOM elements of a plan. Elements of remaining components are reused, so they keep the focus; only added, removed and
 * reordered elements are touched.
 */
export class Nodes {
  readonly entries = new Map<Id, Entry>()
  /** Entry by the id of its component or of one of its parts. */
  readonly entryById = new Map<Id, Entry>()
  readonly #byElement = new WeakMap<Element, Entry>()
  readonly #root: HTMLElement
  readonly #prefix: string

  constructor(root: HTMLElement, prefix: string) {
    this.#root = root
    this.#prefix = prefix
  }

  /** Focusable entries in order. Entries with children and hidden entries are skipped. */
  get list(): Entry[] {
    return [...this.entries.values()].filter(
      ({ node, label }) => node.children.length === 0 && label?.isHidden !== true,
    )
  }

  /** The entry of an event target. */
  at(target: EventTarget | null): Entry | undefined {
    const element = target instanceof Element ? target.closest('[data-component]') : null
    return element ? this.#byElement.get(element) : undefined
  }

  replace(nodes: readonly TreeNode[]): void {
    const focused = this.#root.ownerDocument.activeElement
    const before = new Map(this.entries)
    this.entries.clear()
    this.entryById.clear()
    this.#fill(this.#root, nodes, before, null)
    for (const entry of before.values())
      if (this.entries.get(entry.node.component.id)?.element !== entry.element) entry.element.remove()
    if (focused instanceof HTMLElement && this.#root.contains(focused)) focused.focus({ preventScroll: true })
  }

  /** Positions an element and its descendants. Descendants are positioned relative to their parent's corner. */
  place(entry: Entry): void {
    const { element, node, parent } = entry
    const box = getBounds(node.component)
    const corner = parent ? getBounds(parent.node.component) : origin
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

  /** Writes the label. `prompt` is the tooltip text of the component. */
  setLabel(entry: Entry, label: Label, prompt: string): void {
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
    // Buttons keep the role description "button"; other entries get the name of their type instead of "image" or
    // "group".
    if (before?.kind !== label.kind && entry.node.actor === null)
      element.setAttribute('aria-roledescription', label.kind)
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

  #entry(node: TreeNode, existing: Entry | undefined, parent: Entry | null): Entry {
    const { id } = node.component
    const role = node.children.length > 0 ? 'group' : node.actor ? 'button' : 'img'
    const isSame = existing?.element.getAttribute('role') === role
    const entry = {
      element: isSame ? existing.element : this.#make(id, role),
      parent,
      node,
      at: isSame ? existing.at : '',
      label: isSame ? existing.label : null,
      isInDoubt: existing?.isInDoubt ?? false,
    }
    this.entries.set(id, entry)
    this.#byElement.set(entry.element, entry)
    for (const part of [node.component, ...node.parts]) this.entryById.set(part.id, entry)
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
