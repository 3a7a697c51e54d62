import type { Component, Id } from '../document/component.ts'
import { boundsOf, cornersOf, intersects, type Box, type Frame, type Point } from '../geometry/index.ts'

interface OverStage {
  readonly camera: { toScreen(point: Point): Point }
  isVisible(component: Component): boolean
  frameOf(component: Component): Frame
}

/** Components that the stage paints above an element, the part of the screen and the target canvas. */
export interface Painting {
  readonly ids: readonly Id[]
  readonly box: Box
  readonly onto: HTMLCanvasElement
}

/**
 * Repaints the components that lie above one element: a canvas over the element, sized to the element's bounding box,
 * on which the stage paints these components. The canvas ignores the pointer.
 */
export class RepaintAbove {
  readonly element = document.createElement('canvas')
  readonly #components: readonly Component[]
  readonly #ids: ReadonlySet<Id>
  /** Ids of the components over the element; null if they must be determined again. */
  #lying: readonly Id[] | null = null
  #at: Frame = nowhere

  /** `components` lie over the element or may move over it, in painter's order. */
  constructor(components: readonly Component[], order: number) {
    this.#components = components
    this.#ids = new Set(components.map(({ id }) => id))
    Object.assign(this.element.style, { position: 'absolute', right: 'auto', bottom: 'auto', zIndex: String(order), pointerEvents: 'none', display: 'none' })
  }

  /**
   * Invalidates the cached overlap after a live value of one of the components: it may have moved over the element or
   * away from it.
   */
  heard(id: Id): void {
    if (this.#ids.has(id)) this.#lying = null
  }

  /**
   * Returns the components to paint above the element at this frame, or null if there are none. The overlap is
   * recalculated only after a live value or a change of the frame.
   */
  paintingOver(frame: Frame, isSeen: boolean, stage: OverStage): Painting | null {
    if (!isSame(frame, this.#at)) {
      this.#at = frame
      this.#lying = null
    }
    if (!this.#lying) {
      const box = boundsOf(frame)
      this.#lying = this.#components.flatMap((one) => (stage.isVisible(one) && intersects(boundsOf(stage.frameOf(one)), box) ? one.id : []))
    }
    const ids = isSeen ? this.#lying : nobody
    const display = ids.length === 0 ? 'none' : 'block'
    if (this.element.style.display !== display) this.element.style.display = display
    return ids.length === 0 ? null : { ids, box: around(cornersOf(frame).map((corner) => stage.camera.toScreen(corner))), onto: this.element }
  }
}

const nowhere: Frame = { x: NaN, y: NaN, width: NaN, height: NaN, angleDeg: NaN }
const nobody: readonly Id[] = []

function isSame(a: Frame, b: Frame): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.angleDeg === b.angleDeg
}

function around(corners: readonly Point[]): Box {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
