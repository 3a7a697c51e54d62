import 'pixi.js/unsafe-eval'
import 'pixi.js/browser'
import { Container, RenderTexture, WebGLRenderer, type Application } from 'pixi.js'
import type { Quality } from '../bindings/quality.ts'
import type { Catalog } from '../components/catalog.ts'
import type { Component, DrawingDocument, Id } from '../document/index.ts'
import { containsPoint, type Box, type Point } from '../geometry/index.ts'
import type { Frame } from '../paint/inheritedState.ts'
import type { PicturePainters } from '../paint/images.ts'
import { PageRenderer } from '../paint/pageRenderer.ts'
import { warmUp } from '../paint/shaderPrograms.ts'
import { picturePainters } from '../pictures/index.ts'
import type { FieldValue, Words } from '../schema/index.ts'
import { Backdrop } from './backdrop.ts'
import { ViewportCamera, type Camera } from './camera.ts'
import { FrameLoop } from './frameLoop.ts'
import { HitTest } from './hitTest.ts'
import type { LiveSide } from './item.ts'
import { isPointOnPath, slackOf } from './pathHitTest.ts'
import { Scene } from './scene.ts'
import { SceneLayers } from './sceneLayers.ts'

/** What a stage is made with. */
export interface StageOptions {
  readonly catalog: Catalog
  /** What a plain drag does: move the picture, or nothing (the tools have it; the middle button moves the picture). */
  readonly pan: 'drag' | 'space'
  /** Whether nobody drags or zooms the picture. Default: where a drag moves it, as the drawing's layer says (`dragZoom`). */
  readonly isCameraLocked?: boolean
  /** Whether animated components move; a drawing being edited holds still. Default true. */
  readonly isMotionPlayed?: boolean
  /** The most frames a second that animations alone cause, such as flows; changes and input are drawn at once. Default: the rate of the screen. */
  readonly maxAnimationFps?: number
  /** Who paints what primitives cannot say; the engine's own when absent. */
  readonly painters?: PicturePainters
}

/** Components in painter's order, and the canvas that shows them, within a part of the screen in CSS pixels from the stage's corner. */
export interface OverPainting {
  readonly ids: readonly Id[]
  readonly box: Box
  /** Is given its size and its place from the corner of what it is positioned in. */
  readonly onto: HTMLCanvasElement
}

/** `lost`: nothing can be drawn; `restored`: the picture is back, made again from the document. */
export type ContextState = 'lost' | 'restored'

/** A drawing on a canvas: it paints what the document and the live values say, and answers where things are. */
export interface Stage {
  readonly canvas: HTMLCanvasElement
  readonly camera: Camera
  /** Screen coordinates, above the drawing: handles and guides. */
  readonly overlay: Container
  /** The topmost visible component at a drawing point, of a line a few pixels beside it, where the last frame showed it: live values and motions have brought it there. */
  hitTest(world: Point): Component | null
  /** Visible components of which the bounds of what is painted meet the box: a pipe's as broad as it is. */
  within(box: Box): Component[]
  /** The frame a component is painted with now, live values of it and of its groups in it. */
  frameOf(component: Component): Frame
  /** Whether a component is shown: itself, by its live values, and by all groups around it. */
  isVisible(component: Component): boolean
  /** Live values over a component's own; null gives it back its own. The object may be reused and changed by the caller. */
  override(id: Id, values: Readonly<Record<string, FieldValue>> | null, quality?: Quality): void
  /** Where live values of one component are shown, for who overrides it again and again; good for as long as the stage is. */
  liveSide(id: Id): LiveSide
  /**
   * Shows what has a row (`LiveSide.row`) and no live value but the colour of its type's `tint`, or the words of its `label`, in
   * another colour or with other words, past the component itself, as good values; false: it must be set and shown by its side.
   */
  showStraight(row: number, value: string): boolean
  /** What is shown over a component's own values now; null: nothing is. */
  liveOf(id: Id): { readonly values: Readonly<Record<string, FieldValue>> | null; readonly quality: Quality } | null
  /** Called for every override, thousands of times a second: note the id and come back for it. */
  onLive(listener: (id: Id) => void): () => void
  /** Who looks reads this: the few words that types bring of their own are in it. At first they are in both languages. */
  setLanguage(language: keyof Words): void
  /** Whether an element of the page lies over a component: of its picture then only the border is painted. */
  setCovered(id: Id, isCovered: boolean): void
  /**
   * Paints components on canvases of their own, the lowest first, within the box of each: what lies over an element of the page
   * that lies over this canvas. There they are left out of the stage's own picture and of canvases below, so that what can be seen
   * through is painted once. Done anew in each frame, until another list is given. False, and nothing is done, where the canvas's
   * context has no alpha.
   */
  paintOver(paintings: readonly OverPainting[]): boolean
  /** Asks for a frame; many wishes make one. Changes of document and live values ask by themselves. */
  requestFrame(): void
  /** Called before each frame's repaint; a listener that returns true wants another frame. */
  beforeDraw(listener: (nowMs: number) => boolean | void): () => void
  /** Draws one frame now, whatever the time: for measurements. */
  frame(nowMs: number): void
  /** The drawing's layer as a PNG, `scale` picture pixels a drawing pixel. Where elements of the page lie over components it shows what these paint themselves. Rejects while the context is lost. */
  picture(options?: { readonly scale?: number }): Promise<Blob>
  /** Resolves when every picture the drawing shows has been loaded and painted, or has failed. */
  settled(): Promise<void>
  /** Called when the browser takes the WebGL context away and when the picture is back; answers how to stop listening. */
  onContext(listener: (state: ContextState) => void): () => void
  /** Fits the canvas to CSS pixels, holding the middle of the picture; sizes below 1 are passed over. */
  resize(width: number, height: number): void
  /** Takes the drawing off the application; canvas and application stay the caller's. */
  destroy(): void
}

/**
 * Puts a drawing on an initialised pixi application (WebGL, its own ticker stopped). The stage adds one tree to the
 * application's stage and takes it away again; the application and its canvas stay the caller's.
 * @throws when the application draws with anything but WebGL2.
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
  /** When the frame that is to be seen was drawn. */
  private drawnMs = 0

  constructor(app: Application, document: DrawingDocument, options: StageOptions) {
    this.renderer = webGl2(app)
    warmUp(this.renderer.gl)
    this.canvas = app.canvas
    this.document = document
    this.catalog = options.catalog
    this.loop = new FrameLoop((nowMs, elapsedMs) => this.step(nowMs, elapsedMs), options.maxAnimationFps)
    const isLocked = options.isCameraLocked ?? (options.pan === 'drag' && !document.layer.dragZoom)
    this.camera = new ViewportCamera(app, options.pan, () => ({ x: 0, y: 0, width: document.layer.width, height: document.layer.height }), isLocked)
    this.scene = new Scene(document, options.catalog, options.painters ?? picturePainters, options.isMotionPlayed ?? true, this.loop.request)
    this.pages = new PageRenderer([this.scene.painter.pages, this.scene.painter.marks], this.scene.atlas, this.scene.painter.motions, this.scene.images, this.scene.painter.ramps)
    this.backdrop = new Backdrop(document, this.loop.request)
    this.hits = new HitTest(document, (component, reach) => slackOf(component, options.catalog, reach))
    const { camera: { viewport }, backdrop: { view: backdrop }, overlay } = this
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
    const { scene, scene: { whereabouts } } = this
    const isHit = (component: Component) => scene.isVisible(component) && isPointOnPath(component, world, this.catalog, reach)
    let best = this.hits.at(world, reach, (component) => !whereabouts.isMoved(component.id) && !whereabouts.isPlaying(component.id) && isHit(component))
    for (const component of new Set([...whereabouts.movedNow, ...(scene.isMoving ? whereabouts.playingNow : [])])) {
      const there = { ...component, ...whereabouts.frameSeen(component, this.drawnMs) }
      if (containsPoint(there, world, slackOf(there, this.catalog, reach)) && isHit(there) && (!best || this.hits.isAbove(component, best))) best = component
    }
    return best
  }

  within(box: Box): Component[] {
    return this.hits.within(box).filter((component) => this.scene.isVisible(component))
  }

  frameOf(component: Component): Frame {
    return this.scene.whereabouts.frameNow(component)
  }

  isVisible(component: Component): boolean {
    return this.scene.isVisible(component)
  }

  override(id: Id, values: Readonly<Record<string, FieldValue>> | null, quality: Quality = 0): void {
    this.scene.override(id, values, quality)
  }

  liveSide(id: Id): LiveSide {
    return this.scene.liveSide(id)
  }

  showStraight(row: number, value: string): boolean {
    return this.scene.showStraight(row, value)
  }

  liveOf(id: Id): { readonly values: Readonly<Record<string, FieldValue>> | null; readonly quality: Quality } | null {
    return this.scene.liveOf(id)
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
      await this.settled()
      return await this.pictureNow(scale)
    } finally {
      cover()
      this.loop.request()
    }
  }

  private async pictureNow(scale: number): Promise<Blob> {
    if (this.isLost || this.renderer.gl.isContextLost()) throw new Error('there is no graphics context to paint a picture with')
    const { width, height } = this.document.layer
    const texture = RenderTexture.create({ width, height, resolution: scale })
    const { viewport } = this.camera
    const { x, y } = viewport.position
    const zoom = viewport.scale.x
    try {
      this.scene.repaint()
      viewport.position.set(0, 0)
      viewport.scale.set(1)
      this.renderer.render({ container: viewport, target: texture, clear: true, clearColor: this.document.layer.backColor.slice(0, 7) })
      const canvas = this.renderer.extract.canvas(texture)
      if (!canvas.toBlob) throw new Error('this canvas gives no picture')
      return await new Promise((resolve, reject) => {
        canvas.toBlob?.((blob) => { if (blob) resolve(blob); else reject(new Error('the picture is empty')) }, 'image/png')
      })
    } finally {
      viewport.position.set(x, y)
      viewport.scale.set(zoom)
      texture.destroy(true)
      this.loop.request()
    }
  }

  async settled(): Promise<void> {
    this.scene.repaint()
    await this.scene.images.settled()
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

  /** Camera, live values and tools, repaint, draw. */
  private step(nowMs: number, elapsedMs: number): boolean | 'animation' {
    if (this.isLost || this.renderer.gl.isContextLost()) return false
    this.hasMoved = false
    this.scene.painter.motions.nowMs = nowMs
    this.camera.viewport.update(elapsedMs)
    let wantsMore: boolean = this.hasMoved
    for (const hook of this.hooks) if (hook(nowMs) === true) wantsMore = true
    this.scene.repaint()
    if (this.scene.images.paintSome(picturesAFrame)) wantsMore = true
    this.surface.paintApart(this.paintings.map(({ ids, box, onto }) => ({ runs: this.scene.runsOf(ids), box, onto })), nowMs)
    this.surface.draw(nowMs)
    this.drawnMs = nowMs
    return wantsMore || (this.scene.isMoving && 'animation')
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

/** A chart takes a few ms: a drawing full of them fills over some frames, and stays fluid. */
const picturesAFrame = 2

/** Screen pixels within which a thin line is hit. */
const pathReach = 8

function webGl2({ renderer }: Application): WebGLRenderer {
  if (renderer instanceof WebGLRenderer && renderer.gl instanceof WebGL2RenderingContext) return renderer
  throw new Error('the stage needs WebGL2')
}
