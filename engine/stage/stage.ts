import 'pixi.js/unsafe-eval'
import 'pixi.js/browser'
import { Container, RenderTexture, WebGLRenderer, type Application } from 'pixi.js'
import type { Quality } from '../bindings/quality.ts'
import type { Catalog } from '../components/catalog.ts'
import type { Component, DrawingDocument, Id } from '../document/index.ts'
import { containsPoint, type Box, type Point } from '../geometry/index.ts'
import type { Frame } from '../paint/brush/inheritedState.ts'
import type { PicturePainters } from '../paint/atlas/images.ts'
import { PageRenderer } from '../paint/pageRenderer.ts'
import { warmUp } from '../paint/gpu/shaderPrograms.ts'
import { picturePainters } from '../pictures/index.ts'
import type { FieldValue, Words } from '../schema/index.ts'
import { Backdrop } from './backdrop.ts'
import { ViewportCamera, type Camera } from './camera.ts'
import { FrameLoop } from './frameLoop.ts'
import { HitTest } from './hitTest.ts'
import type { LiveHandle } from './item.ts'
import { isHitAt, getHitSlack } from './pathHitTest.ts'
import { Scene } from './scene.ts'
import { SceneLayers } from './sceneLayers.ts'

/** Options of `createStage`. */
export interface StageOptions {
  readonly catalog: Catalog
  /**
   * Effect of a plain drag: `drag` moves the picture; with `space` the drag belongs to the editing tools, and the
   * middle button moves the picture.
   */
  readonly pan: 'drag' | 'space'
  /**
   * Whether users cannot pan or zoom. Default: false with `pan: 'space'`, otherwise according to the layer's
   * `dragZoom`.
   */
  readonly isCameraLocked?: boolean
  /** Whether animations play. Set it to false while editing. Default: true. */
  readonly isMotionPlayed?: boolean
  /**
   * Maximum frames per second caused by animations alone; changes and input are drawn immediately. Default: the
   * screen's refresh rate.
   */
  readonly maxAnimationFps?: number
  /** Painters of pictures that primitives cannot express. Default: the engine's own. */
  readonly painters?: PicturePainters
}

/**
 * Components in painter's order, and the canvas that shows them in a part of the screen (CSS pixels from the stage's
 * corner).
 */
export interface OverPainting {
  readonly ids: readonly Id[]
  readonly box: Box
  /** The stage sets its size and its position, relative to its containing block. */
  readonly onto: HTMLCanvasElement
}

/** `lost`: nothing can be drawn; `restored`: the context is back and everything is painted again. */
export type ContextState = 'lost' | 'restored'

/** A drawing on a canvas. Paints the document with its live values and answers spatial queries. */
export interface Stage {
  readonly canvas: HTMLCanvasElement
  readonly camera: Camera
  /** Container in screen coordinates above the drawing, for handles and guides. */
  readonly overlay: Container
  /**
   * Returns the topmost visible component at a drawing point, at its position in the last frame including live values
   * and animations. Lines are hit within a few pixels.
   */
  hitTest(world: Point): Component | null
  /** Returns the visible components whose painted bounds intersect the box, including the width of lines and pipes. */
  within(box: Box): Component[]
  /** Returns the frame that a component is painted with, including live values of the component and its groups. */
  getFrame(component: Component): Frame
  /** Whether a component is shown, considering its own visibility, its live values and all its groups. */
  isVisible(component: Component): boolean
  /** Sets live values over a component's own; null removes them. The caller may reuse the object. */
  override(id: Id, values: Readonly<Record<string, FieldValue>> | null, quality?: Quality): void
  /** Returns a handle for repeated live updates of a component. It stays valid as long as the stage exists. */
  getLiveHandle(id: Id): LiveHandle
  /**
   * Fast update for a component with a row (`LiveHandle.row`) whose only live value is the colour of its type's `tint` or
   * the text of its `label`. The value counts as good. Returns false if the value must be set by its `LiveHandle`.
   */
  showFast(row: number, value: string): boolean
  /** Returns the live values and quality shown over a component's own values, or null if there are none. */
  getLive(id: Id): { readonly values: Readonly<Record<string, FieldValue>> | null; readonly quality: Quality } | null
  /**
   * Adds a listener for every live update, thousands per second: store the id and process it later. Returns a function
   * that removes it.
   */
  onLive(listener: (id: Id) => void): () => void
  /** Sets the language of texts that component types provide. Initially they appear in both languages. */
  setLanguage(language: keyof Words): void
  /** Sets whether an overlay element covers a component; only its border is then painted. */
  setCovered(id: Id, isCovered: boolean): void
  /**
   * Paints components that overlap an overlay element on separate canvases above it, in order from the bottom, each
   * inside its box. The stage's own picture and lower canvases leave them out there, so that translucent parts are
   * painted once. Repeated in each frame until another list is set. Returns false without any effect if the context has
   * no alpha channel.
   */
  paintOver(paintings: readonly OverPainting[]): boolean
  /**
   * Requests a frame; multiple requests result in one. Changes of the document and live values request frames
   * themselves.
   */
  requestFrame(): void
  /**
   * Adds a listener called before each repaint; it returns true to request another frame. Returns a function that
   * removes it.
   */
  beforeDraw(listener: (nowMs: number) => boolean | void): () => void
  /** Draws a frame immediately, for measurements. */
  frame(nowMs: number): void
  /**
   * Renders the drawing's layer as a PNG with `scale` picture pixels per drawing pixel. Overlay elements are not
   * included; components show their own picture there. Rejects while the context is lost.
   */
  picture(options?: { readonly scale?: number }): Promise<Blob>
  /** Resolves when every picture of the drawing has been loaded and painted, or has failed. */
  whenSettled(): Promise<void>
  /** Adds a listener for loss and restoration of the WebGL context. Returns a function that removes it. */
  onContext(listener: (state: ContextState) => void): () => void
  /** Resizes the canvas to CSS pixels, keeping the centre of the picture. Sizes below 1 are ignored. */
  resize(width: number, height: number): void
  /** Removes the drawing from the application. Canvas and application remain the caller's. */
  destroy(): void
}

/**
 * Shows a drawing on an initialised pixi application (WebGL2, with its ticker stopped). The stage adds its containers
 * to the application's stage; application and canvas remain the caller's.
 *
 * ```ts
 * const stage = createStage(app, new DrawingDocument(drawing), { catalog, pan: 'drag' })
 * ```
 *
 * @throws if the application's renderer is not WebGL2.
 */
export function createStage(app: Application, document: DrawingDocument, options: StageOptions): Stage {
  return new PixiStage(app, document, options)
}

class PixiStage implements Stage {
  readonly canvas: HTMLCanvasElement
  readonly camera: ViewportCamera
  readonly overlay = new Container({ label: 'overlay', eventMode: 'none' })
  private readonly renderer: WebGLRenderer
  private readonly document: DrawingDocument
  private readonly catalog: Catalog
  private readonly scene: Scene
  private readonly pages: PageRenderer
  private readonly backdrop: Backdrop
  private readonly hits: HitTest
  private readonly loop: FrameLoop
  private readonly hooks = new Set<(nowMs: number) => boolean | void>()
  private readonly contextListeners = new Set<(state: ContextState) => void>()
  private readonly surface: SceneLayers
  private paintings: readonly OverPainting[] = []
  private isLost = false
  private hasMoved = false
  /** Time of the last frame drawn, in milliseconds. */
  private drawnMs = 0

  constructor(app: Application, document: DrawingDocument, options: StageOptions) {
    this.renderer = webGl2(app)
    warmUp(this.renderer.gl)
    this.canvas = app.canvas
    this.document = document
    this.catalog = options.catalog
    this.loop = new FrameLoop((nowMs, elapsedMs) => this.step(nowMs, elapsedMs), options.maxAnimationFps)
    const isLocked = options.isCameraLocked ?? (options.pan === 'drag' && !document.layer.dragZoom)
    this.camera = new ViewportCamera(
      app,
      options.pan,
      () => ({ x: 0, y: 0, width: document.layer.width, height: document.layer.height }),
      isLocked,
    )
    this.scene = new Scene(
      document,
      options.catalog,
      options.painters ?? picturePainters,
      options.isMotionPlayed ?? true,
      this.loop.request,
    )
    this.pages = new PageRenderer(
      [this.scene.painter.pages, this.scene.painter.marks],
      this.scene.atlas,
      this.scene.painter.motions,
      this.scene.images,
      this.scene.painter.ramps,
    )
    this.backdrop = new Backdrop(document, this.loop.request)
    this.hits = new HitTest(document, (component, reach) => getHitSlack(component, options.catalog, reach))
    const {
      camera: { viewport },
      backdrop: { view: backdrop },
      overlay,
    } = this
    this.surface = new SceneLayers(app, this.renderer, document, this.pages, { viewport, backdrop, overlay })
    viewport.isRenderGroup = true
    viewport.addChild(backdrop, this.surface.view)
    app.stage.addChild(viewport, overlay)
    this.camera.onMoved(() => {
      this.hasMoved = true
      this.loop.request()
    })
    this.canvas.addEventListener('pointerup', this.loop.request)
    this.canvas.addEventListener('webglcontextlost', this.handleLost)
    this.canvas.addEventListener('webglcontextrestored', this.handleRestored)
    this.camera.fit()
    this.loop.request()
  }

  hitTest(world: Point): Component | null {
    const reach = pathReach / this.camera.scale
    const {
      scene,
      scene: { liveTransforms },
    } = this
    const isHit = (component: Component) => scene.isVisible(component) && isHitAt(component, world, this.catalog, reach)
    let best = this.hits.at(
      world,
      reach,
      (component) =>
        !liveTransforms.isMoved(component.id) && !liveTransforms.isPlaying(component.id) && isHit(component),
    )
    for (const component of new Set([
      ...liveTransforms.movedNow,
      ...(scene.isMoving ? liveTransforms.playingNow : []),
    ])) {
      const animated = { ...component, ...liveTransforms.getAnimatedFrame(component, this.drawnMs) }
      if (
        containsPoint(animated, world, getHitSlack(animated, this.catalog, reach)) &&
        isHit(animated) &&
        (!best || this.hits.isAbove(component, best))
      )
        best = component
    }
    return best
  }

  within(box: Box): Component[] {
    return this.hits.within(box).filter((component) => this.scene.isVisible(component))
  }

  getFrame(component: Component): Frame {
    return this.scene.liveTransforms.getFrame(component)
  }

  isVisible(component: Component): boolean {
    return this.scene.isVisible(component)
  }

  override(id: Id, values: Readonly<Record<string, FieldValue>> | null, quality: Quality = 0): void {
    this.scene.override(id, values, quality)
  }

  getLiveHandle(id: Id): LiveHandle {
    return this.scene.getLiveHandle(id)
  }

  showFast(row: number, value: string): boolean {
    return this.scene.showFast(row, value)
  }

  getLive(id: Id): { readonly values: Readonly<Record<string, FieldValue>> | null; readonly quality: Quality } | null {
    return this.scene.getLive(id)
  }

  onLive(listener: (id: Id) => void): () => void {
    return this.scene.onLive(listener)
  }

  setLanguage(language: keyof Words): void {
    this.scene.setLanguage(language)
  }

  setCovered(id: Id, isCovered: boolean): void {
    this.scene.setCovered(id, isCovered)
  }

  paintOver(paintings: readonly OverPainting[]): boolean {
    this.paintings = this.surface.hasAlpha ? paintings : []
    return this.surface.hasAlpha
  }

  requestFrame(): void {
    this.loop.request()
  }

  beforeDraw(listener: (nowMs: number) => boolean | void): () => void {
    this.hooks.add(listener)
    return () => this.hooks.delete(listener)
  }

  frame(nowMs: number): void {
    this.loop.run(nowMs)
  }

  async picture({ scale = 1 }: { readonly scale?: number } = {}): Promise<Blob> {
    const cover = this.scene.uncover()
    try {
      await this.whenSettled()
      return await this.pictureNow(scale)
    } finally {
      cover()
      this.loop.request()
    }
  }

  private async pictureNow(scale: number): Promise<Blob> {
    if (this.isLost || this.renderer.gl.isContextLost()) throw new Error('no graphics context to render an image')
    const { width, height } = this.document.layer
    const texture = RenderTexture.create({ width, height, resolution: scale })
    const { viewport } = this.camera
    const { x, y } = viewport.position
    const zoom = viewport.scale.x
    try {
      this.scene.repaint()
      viewport.position.set(0, 0)
      viewport.scale.set(1)
      this.renderer.render({
        container: viewport,
        target: texture,
        clear: true,
        clearColor: this.document.layer.backColor.slice(0, 7),
      })
      const canvas = this.renderer.extract.canvas(texture)
      if (!canvas.toBlob) throw new Error('the canvas returned no image')
      return await new Promise((resolve, reject) => {
        canvas.toBlob?.((blob) => {
          if (blob) resolve(blob)
          else reject(new Error('the image is empty'))
        }, 'image/png')
      })
    } finally {
      viewport.position.set(x, y)
      viewport.scale.set(zoom)
      texture.destroy(true)
      this.loop.request()
    }
  }

  async whenSettled(): Promise<void> {
    this.scene.repaint()
    await this.scene.images.whenSettled()
    this.loop.request()
  }

  onContext(listener: (state: ContextState) => void): () => void {
    this.contextListeners.add(listener)
    return () => this.contextListeners.delete(listener)
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return
    this.renderer.resize(width, height)
    this.camera.resize(width, height)
    this.loop.request()
  }

  destroy(): void {
    this.loop.stop()
    this.canvas.removeEventListener('pointerup', this.loop.request)
    this.canvas.removeEventListener('webglcontextlost', this.handleLost)
    this.canvas.removeEventListener('webglcontextrestored', this.handleRestored)
    this.hooks.clear()
    this.contextListeners.clear()
    this.hits.destroy()
    this.backdrop.destroy()
    this.scene.destroy()
    this.surface.destroy()
    this.pages.destroy()
    this.camera.destroy()
    this.overlay.destroy({ children: true })
  }

  /** Draws a frame: camera, listeners (live values, tools), repaint, draw. */
  private step(nowMs: number, elapsedMs: number): boolean | 'animation' {
    if (this.isLost || this.renderer.gl.isContextLost()) return false
    this.hasMoved = false
    this.scene.painter.motions.nowMs = nowMs
    this.camera.viewport.update(elapsedMs)
    let needsFrame: boolean = this.hasMoved
    for (const hook of this.hooks) if (hook(nowMs) === true) needsFrame = true
    this.scene.repaint()
    if (this.scene.images.paintSome(picturesAFrame)) needsFrame = true
    this.surface.paintSeparately(
      this.paintings.map(({ ids, box, onto }) => ({ runs: this.scene.getRuns(ids), box, onto })),
      nowMs,
    )
    this.surface.draw(nowMs)
    this.drawnMs = nowMs
    return needsFrame || (this.scene.isMoving && 'animation')
  }

  private readonly handleLost = (): void => {
    this.isLost = true
    this.pages.contextLost()
    for (const listener of this.contextListeners) listener('lost')
  }

  private readonly handleRestored = (): void => {
    this.isLost = false
    this.pages.contextLost()
    this.loop.request()
    for (const listener of this.contextListeners) listener('restored')
  }
}

/**
 * Maximum number of pictures painted per frame. A chart takes a few milliseconds, so a drawing full of charts is filled
 * over several frames.
 */
const picturesAFrame = 2

/** Distance in CSS pixels within which a thin line is hit. */
const pathReach = 8

function webGl2({ renderer }: Application): WebGLRenderer {
  if (renderer instanceof WebGLRenderer && renderer.gl instanceof WebGL2RenderingContext) return renderer
  throw new Error('the stage needs WebGL2')
}
