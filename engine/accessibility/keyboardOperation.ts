import type { Component, Id } from '../document/index.ts'
import { getBounds, type Box } from '../geometry/index.ts'
import type { Camera } from '../stage/index.ts'
import { overlayAttribute } from '../overlays/index.ts'
import { directions, findNearest } from './direction.ts'
import type { TreeFrame } from './frame.ts'
import type { Entry, Nodes } from './nodes.ts'

/** Maximum number of tab stops. Above it there is a single tab stop and arrow keys move the focus. */
const maxTabStops = 200

/**
 * Keyboard focus in a running drawing: Tab moves between operable components, arrow keys move in a direction, Enter and
 * Space operate.
 */
export interface KeyboardOperation {
  /** Updates the tab stops. Call it after entries were added or removed. */
  refresh(): void
  focus(id: Id): boolean
  destroy(): void
}

/** Callbacks: a component was operated, or the keyboard focus moved to a component (null: left the drawing). */
export interface KeyboardCallbacks {
  readonly activate: (id: Id) => void
  readonly focused?: ((component: Component | null) => void) | undefined
}

/**
 * Adds keyboard operation to the accessibility tree of a running drawing. Activating an entry without an action moves
 * the focus to its overlay element, if there is one. `destroy` removes the listeners.
 */
export function operate(
  nodes: Nodes,
  frame: TreeFrame,
  camera: Camera,
  canvas: HTMLCanvasElement,
  { activate, focused }: KeyboardCallbacks,
): KeyboardOperation {
  const { plane } = frame
  const stop = new AbortController()
  const { signal } = stop
  let current: Id | null = null

  const refresh = (): void => {
    const list = nodes.list
    const operable = list.filter(({ node }) => node.actor !== null)
    const one = list.find(({ node }) => node.component.id === current) ?? operable[0] ?? list[0]
    const stops = new Set(operable.length > 0 && operable.length <= maxTabStops ? operable : one ? [one] : [])
    for (const entry of nodes.entries.values()) {
      const tabIndex = stops.has(entry) ? 0 : -1
      if (entry.element.tabIndex !== tabIndex) entry.element.tabIndex = tabIndex
    }
  }
  const focusEntry = (entry: Entry | undefined): boolean => {
    entry?.element.focus({ preventScroll: true })
    return entry !== undefined
  }

  plane.addEventListener(
    'focusin',
    ({ target }) => {
      const entry = nodes.at(target)
      if (!entry) return
      current = entry.node.component.id
      const box = getBounds(entry.node.component)
      if (entry.element.matches(':focus-visible')) {
        scrollIntoView(camera, canvas, box)
        frame.ring(box)
        focused?.(entry.node.component)
      }
      refresh()
    },
    { signal },
  )
  plane.addEventListener(
    'focusout',
    () => {
      frame.ring(null)
      focused?.(null)
    },
    { signal },
  )
  plane.addEventListener(
    'click',
    ({ target }) => {
      const node = nodes.at(target)?.node
      if (node?.actor) activate(node.actor.id)
      else if (node) enter(canvas, node.component.id)
    },
    { signal },
  )
  plane.addEventListener(
    'keydown',
    (event) => {
      // Shift with an arrow key is left to the page, which may pan the view.
      if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key in directions)) return
      const entry = nodes.at(event.target)
      if (entry && handleKey(event.key, entry, nodes, focusEntry)) event.preventDefault()
    },
    { signal },
  )

  return {
    refresh,
    focus: (id) => focusEntry(nodes.entryById.get(id)),
    destroy: () => stop.abort(),
  }
}

/** Handles a key on an entry. Returns false if the key has no function there. */
function handleKey(key: string, entry: Entry, nodes: Nodes, focusEntry: (to: Entry | undefined) => boolean): boolean {
  const list = nodes.list
  const at = list.indexOf(entry)
  const direction = directions[key]
  if (direction) {
    const found = findNearest(
      list.map(({ node }) => getBounds(node.component)),
      at,
      direction,
    )
    return focusEntry(list[found]) || true
  }
  switch (key) {
    case 'Home':
      return focusEntry(list[0])
    case 'End':
      return focusEntry(list.at(-1))
    case 'PageDown':
      return focusEntry(list[at + 1])
    case 'PageUp':
      return focusEntry(list[at - 1])
    case 'Enter':
    case ' ':
      entry.element.click()
      return true
    default:
      return false
  }
}

/** Moves the focus to the component's pinned overlay element if that element is focusable. */
function enter(canvas: HTMLCanvasElement, id: Id): void {
  const pinned = canvas.parentElement?.querySelector(
    `[${overlayAttribute}] > [data-component="${CSS.escape(id)}"][tabindex]`,
  )
  if (pinned instanceof HTMLElement) pinned.focus({ preventScroll: true })
}

/** Moves the camera by the minimum needed to show the focused box. */
function scrollIntoView(camera: Camera, canvas: HTMLCanvasElement, box: Box): void {
  const { x, y } = camera.toScreen(box)
  const dx = computeScroll(x, box.width * camera.scale, canvas.clientWidth)
  const dy = computeScroll(y, box.height * camera.scale, canvas.clientHeight)
  if (dx !== 0 || dy !== 0) camera.moveBy(dx, dy)
}

const margin = 16

function computeScroll(start: number, size: number, room: number): number {
  if (size > room - 2 * margin) return start < room && start + size > 0 ? 0 : room / 2 - (start + size / 2)
  if (start < margin) return margin - start
  return Math.min(0, room - margin - (start + size))
}
