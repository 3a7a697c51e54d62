import type { Component, Id } from '../document/component.ts'
import { boundsOf, cornersOf, intersects, type Box, type Frame, type Point } from '../geometry/index.ts'

interface OverStage {
  readonly camera: { toScreen(point: Point): Point }
  isVisible(component: Component): boolean
  frameOf(component: Component): Frame
}

/** Part of what a stage is asked to paint once more. */
export interface Painting {
  readonly ids: readonly Id[]
  readonly box: Box
  readonly onto: HTMLCanvasElement
}

/**
 * What is painted over one element: a canvas just above it, cut to its box, that the stage paints those components on
 * which lie over it in the drawing. The pointer goes through.
 */
export class Over {
  readonly element = document.createElement('div')
  readonly #canvas = document.createElement('canvas')
  readonly #components: readonly Component[]
  #clip = ''

  /** Of components that lie over it or may come to, in painter's order. */
  constructor(components: readonly Component[], order: number) {
    this.#components = components
    Object.assign(this.element.style, { position: 'absolute', inset: '0', zIndex: String(order), pointerEvents: 'none', display: 'none' })
    Object.assign(this.#canvas.style, { position: 'absolute', right: 'auto', bottom: 'auto' })
    this.element.append(this.#canvas)
  }

  /** What is to be painted over an element in that frame now; null: nothing lies there. */
  paintingOver(frame: Frame, isSeen: boolean, stage: OverStage): Painting | null {
    const box = boundsOf(frame)
    const ids = isSeen ? this.#components.flatMap((one) => (stage.isVisible(one) && intersects(boundsOf(stage.frameOf(one)), box) ? one.id : [])) : []
    const corners = cornersOf(frame).map((corner) => stage.camera.toScreen(corner))
    const clip = ids.length === 0 ? '' : `polygon(${corners.map(({ x, y }) => `${x}px ${y}px`).join()})`
    if (clip !== this.#clip) Object.assign(this.element.style, { clipPath: clip, display: clip === '' ? 'none' : 'block' })
    this.#clip = clip
    return ids.length === 0 ? null : { ids, box: around(corners), onto: this.#canvas }
  }
}

function around(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
