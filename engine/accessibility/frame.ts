import type { Box } from '../geometry/index.ts'
import type { Camera } from '../stage/index.ts'

/** DOM container of the accessibility tree, aligned with the canvas. Invisible except for the focus ring. */
export interface TreeFrame {
  /** Container that follows the camera; its children are positioned in drawing pixels. */
  readonly plane: HTMLElement
  /** Aligns the container with the current camera and canvas position. */
  follow(): void
  /** Shows the focus ring around a box in drawing pixels; null hides it. */
  ring(box: Box | null): void
  /** Writes a text to the polite live region (`role=status`). */
  announce(words: string): void
  rename(label: string): void
  remove(): void
}

const ringWidth = 3

/**
 * Creates the frame next to the canvas. Children of a canvas element have no screen position, which touch screen
 * readers, magnifiers and voice control need.
 */
export function makeFrame(canvas: HTMLCanvasElement, camera: Camera, id: string): TreeFrame {
  const make = (style: Partial<CSSStyleDeclaration>): HTMLElement => {
    const element = canvas.ownerDocument.createElement('div')
    Object.assign(element.style, style)
    return element
  }
  const outer = make({ position: 'absolute', overflow: 'clip', pointerEvents: 'none', contain: 'layout style' })
  const plane = make({ position: 'absolute', left: '0', top: '0', width: '0', height: '0', transformOrigin: '0 0' })
  const ring = make({
    position: 'absolute',
    display: 'none',
    boxSizing: 'border-box',
    borderRadius: '4px',
    border: `${ringWidth}px solid #0b62d6`,
    boxShadow: '0 0 0 2px #ffffff, inset 0 0 0 1px #ffffff',
  })
  const liveRegion = make({
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  })
  plane.id = id
  plane.setAttribute('role', 'group')
  ring.setAttribute('aria-hidden', 'true')
  liveRegion.setAttribute('role', 'status')
  outer.append(plane, ring, liveRegion)
  canvas.after(outer)
  let ringed: Box | null = null

  const follow = (): void => {
    outer.style.left = `${canvas.offsetLeft}px`
    outer.style.top = `${canvas.offsetTop}px`
    outer.style.width = `${canvas.clientWidth}px`
    outer.style.height = `${canvas.clientHeight}px`
    const { x, y } = camera.toScreen({ x: 0, y: 0 })
    plane.style.transform = `translate(${x}px, ${y}px) scale(${camera.scale})`
    if (ringed) showRing(ringed)
  }
  const showRing = (box: Box): void => {
    const { x, y } = camera.toScreen(box)
    ring.style.left = `${x - ringWidth * 2}px`
    ring.style.top = `${y - ringWidth * 2}px`
    ring.style.width = `${box.width * camera.scale + ringWidth * 4}px`
    ring.style.height = `${box.height * camera.scale + ringWidth * 4}px`
    ring.style.display = 'block'
  }
  follow()
  return {
    plane,
    follow,
    ring(box) {
      ringed = box
      if (box) showRing(box)
      else ring.style.display = 'none'
    },
    announce(words) {
      liveRegion.textContent = words
    },
    rename(label) {
      plane.setAttribute('aria-label', label)
    },
    remove() {
      outer.remove()
    },
  }
}
