import type { Component, Id } from '../document/model/component.ts'
import { getBounds, getCorners, intersects, type Box, type Frame, type Point } from '../geometry/index.ts'

interface OverStage {
  readonly camera: { toScreen(point: Point): Point }
  isVisible(component: Component): boolean
  getFrame(component: Component): Frame
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
  #overlapping: readonly Id[] | null = null
  #frame: Frame = nowhere

  /** `components` lie over the element or may move over it, in painter's order. */
  constructor(components: readonly Component[], order: number) {
    this.#components = components
    this.#ids = new Set(components.map(({ id }) => id))
    Object.assign(this.element.style, {
      position: 'absolute',
      right: 'auto',
      bottom: 'auto',
      zIndex: String(order),
      pointerEvents: 'none',
      display: 'none',
    })
  }

  /**
   * Invalidates the cached overlap after a live value of one of the components: it may have moved over the element or
   * away from it.
   */
  invalidate(id: Id): void {
    if (this.#ids.has(id)) this.#overlapping = null
  }

  /**
   * Returns the components to paint above the element at this frame, or null if there are none. The overlap is
   * recalculated only after a live value or a change of the frame.
   */
  getPainting(frame: Frame, isVisible: boolean, stage: OverStage): Painting | null {
    if (!isSame(frame, this.#frame)) {
      this.#frame = frame
      this.#overlapping = null
    }
    if (!this.#overlapping) {
      const box = getBounds(frame)
      this.#overlapping = this.#components.flatMap((one) =>
        stage.isVisible(one) && intersects(getBounds(stage.getFrame(one)), box) ? one.id : [],
      )
    }
    const ids = isVisible ? this.#overlapping : noIds
    const display = ids.length === 0 ? 'none' : 'block'
    if (this.element.style.display !== display) this.element.style.display = display
    return ids.length === 0
      ? null
      : {
          ids,
          box: getBoundingBox(getCorners(frame).map((corner) => stage.camera.toScreen(corner))),
          onto: this.element,
        }
  }
}

const nowhere: Frame = { x: NaN, y: NaN, width: NaN, height: NaN, angleDeg: NaN }
const noIds: readonly Id[] = []

function isSame(a: Frame, b: Frame): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.angleDeg === b.angleDeg
}

function getBoundingBox(corners: readonly Point[]): Box {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
