import type { Application, FederatedPointerEvent } from 'pixi.js'
import { Drag, Viewport } from 'pixi-viewport'
import type { Box, Point } from '../geometry/index.ts'

/** Limits of the zoom: from a 100,000 px drawing on one screen to 64 screen pixels per drawing pixel. */
const zoomLimits = { minScale: 0.01, maxScale: 64 }
const fitMargin = 0.96

/**
 * Position and zoom of a stage. Screen points are CSS pixels from the canvas's top left corner, world points are
 * drawing pixels.
 */
export interface Camera {
  /** CSS pixels per drawing pixel. */
  readonly scale: number
  /** Converts a screen point to a drawing point. */
  toWorld(screen: Point): Point
  /** Converts a drawing point to a screen point. */
  toScreen(world: Point): Point
  /** Shows the whole box, centred. Default: the drawing's layer. */
  fit(box?: Box): void
  /** Zooms to `scale`, keeping the given screen point in place. Default: the centre of the screen. */
  zoomTo(scale: number, about?: Point): void
  /** Moves the picture by CSS pixels. */
  moveBy(dx: number, dy: number): void
  /** Visible part of the drawing. */
  readonly visible: Box
  /** If locked, users cannot pan or zoom; only `fit` changes the view. */
  readonly isLocked: boolean
  /**
   * Adds a listener for changes of position or zoom, called up to several times per frame. Returns a function that
   * removes it.
   */
  onMoved(listener: () => void): () => void
}

/**
 * Camera based on pixi-viewport, which is not exposed. It supports dragging, pinching, zooming to the pointer and
 * inertia.
 *
 * `pan` sets the effect of a plain drag: `drag` moves the picture (runner); with `space` the drag belongs to the
 * editing tools, and the middle button or two fingers move the picture. A locked camera ignores pointer and keys.
 */
export class ViewportCamera implements Camera {
  readonly viewport: Viewport
  readonly isLocked: boolean
  private readonly listeners = new Set<() => void>()
  private readonly layer: () => Box

  constructor(app: Application, pan: 'drag' | 'space', layer: () => Box, isLocked = false) {
    this.layer = layer
    this.isLocked = isLocked
    this.viewport = new Viewport({
      events: app.renderer.events,
      noTicker: true,
      passiveWheel: false,
      screenWidth: app.renderer.screen.width,
      screenHeight: app.renderer.screen.height,
    })
    if (!isLocked) {
      this.enableGestures(pan)
      this.filterPenEvents(pan)
    }
    this.viewport.on('moved', this.notify)
  }

  get scale(): number {
    return this.viewport.scale.x
  }

  get visible(): Box {
    const { x, y, width, height } = this.viewport.getVisibleBounds()
    return { x, y, width, height }
  }

  toWorld(screen: Point): Point {
    return { x: (screen.x - this.viewport.x) / this.scale, y: (screen.y - this.viewport.y) / this.scale }
  }

  toScreen(world: Point): Point {
    return { x: world.x * this.scale + this.viewport.x, y: world.y * this.scale + this.viewport.y }
  }

  fit(box: Box = this.layer()): void {
    const { screenWidth, screenHeight } = this.viewport
    const scale = clampScale(
      fitMargin * Math.min(screenWidth / Math.max(1, box.width), screenHeight / Math.max(1, box.height)),
    )
    this.place(
      scale,
      screenWidth / 2 - (box.x + box.width / 2) * scale,
      screenHeight / 2 - (box.y + box.height / 2) * scale,
    )
  }

  zoomTo(scale: number, about: Point = { x: this.viewport.screenWidth / 2, y: this.viewport.screenHeight / 2 }): void {
    if (this.isLocked) return
    const world = this.toWorld(about)
    const target = clampScale(scale)
    this.place(target, about.x - world.x * target, about.y - world.y * target)
  }

  moveBy(dx: number, dy: number): void {
    if (!this.isLocked) this.place(this.scale, this.viewport.x + dx, this.viewport.y + dy)
  }

  onMoved(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  resize(width: number, height: number): void {
    const dx = (width - this.viewport.screenWidth) / 2
    const dy = (height - this.viewport.screenHeight) / 2
    this.viewport.resize(width, height)
    this.place(this.scale, this.viewport.x + dx, this.viewport.y + dy)
  }

  destroy(): void {
    this.listeners.clear()
    this.viewport.off('moved', this.notify)
    this.viewport.destroy({ children: true })
  }

  private enableGestures(pan: 'drag' | 'space'): void {
    if (pan === 'drag') this.viewport.drag({ mouseButtons: 'left-middle', wheel: false })
    else this.viewport.plugins.add('drag', new MiddleDrag(this.viewport, { mouseButtons: 'middle', wheel: false }))
    this.viewport.pinch().wheel({ percent: 0.08 }).decelerate({ friction: 0.9 }).clampZoom(zoomLimits)
  }

  /**
   * Ignores touches while a pen is down, and in the editor passes pens to the tools only. pixi-viewport would treat pen
   * and palm as two fingers that pinch.
   */
  private filterPenEvents(pan: 'drag' | 'space'): void {
    const { viewport } = this
    const { input } = viewport
    let pen: number | null = null
    viewport.removeAllListeners('pointerdown')
    viewport.on('pointerdown', (event) => {
      if (pen !== null && event.pointerType === 'touch') return
      if (event.pointerType === 'pen') {
        pen = event.pointerId
        input.clear()
        if (pan === 'space') return
      }
      input.down(event)
    })
    for (const eventName of ['pointerup', 'pointerupoutside', 'pointerleave'] as const) {
      viewport.on(eventName, ({ pointerId }) => {
        if (pointerId === pen) pen = null
      })
    }
  }

  private place(scale: number, x: number, y: number): void {
    this.viewport.scale.set(scale)
    this.viewport.position.set(x, y)
    this.notify()
  }

  private readonly notify = (): void => {
    for (const listener of this.listeners) listener()
  }
}

/**
 * Drag plugin restricted to the mouse. pixi-viewport treats touch and pen as the main button regardless of
 * `mouseButtons`, but in the editor they belong to the tools.
 */
class MiddleDrag extends Drag {
  override down(event: FederatedPointerEvent): boolean {
    return event.pointerType === 'mouse' && super.down(event)
  }

  override up(event: FederatedPointerEvent): boolean {
    return event.pointerType === 'mouse' && super.up(event)
  }
}

function clampScale(scale: number): number {
  return Math.max(zoomLimits.minScale, Math.min(zoomLimits.maxScale, scale))
}
