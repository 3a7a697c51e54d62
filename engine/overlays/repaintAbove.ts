import type { Component, Id } from '../document/component.ts'
import { boundsOf, cornersOf, intersects, type Box, type Frame, type Point } from '../geometry/index.ts'

interface OverStage {
  readonly camera: { toScreen(point: Point): Point }
  isVisible(component: Component): boolean
  frameOf(component: Component): Frame
}

/** Part of what a stage is asked to paint above an element. */
export interface Painting {
  readonly ids: readonly Id[]
  readonly box: Box
  readonly onto: HTMLCanvasElement
}

/**
 * What is painted over one element: a canvas just above it, as large as the upright box around it, that the stage paints
 * those components on which lie there in the drawing. The pointer goes through.
 */
export class RepaintAbove {
  readonly element = document.createElement('canvas')
  readonly #components: readonly Component[]
  readonly #ids: ReadonlySet<Id>
  /** Who lies there, since it was last asked; null: it is to be asked again. */
  #lying: readonly Id[] | null = null
  #at: Frame = nowhere

  /** Of components that lie over it or may come to, in painter's order. */
  constructor(components: readonly Component[], order: number) {
    this.#components = components
    this.#ids = new Set(components.map(({ id }) => id))
    Object.assign(this.element.style, { position: 'absolute', right: 'auto', bottom: 'auto', zIndex: String(order), pointerEvents: 'none', display: 'none' })
  }

  /** Something live of a component was said: it may come to lie there, or go. */
  heard(id: Id): void {
    if (this.#ids.has(id)) this.#lying = null
  }

  /** What is to be painted over an element in that frame now; null: nothing lies there. Asks where components are only after news of them or of the frame. */
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
